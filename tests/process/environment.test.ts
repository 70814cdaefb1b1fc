import { describe, expect, test } from 'vitest';
import { baseEnvironment, inheritedEnvironment, withVariables } from '../../src/process/environment.ts';

const PASSWORD = Buffer.from('correct horse');

const CALLER = {
  PATH: '/bin',
  HOME: '/home/me',
  LANG: 'C',
  LC_ALL: 'C.UTF-8',
  TERM: 'xterm',
  TMPDIR: '/tmp',
  NODE_OPTIONS: '--inspect',
  AWS_PROFILE: 'prod',
  VAULT_DIR: '/v',
};

describe('the environment of a child', () => {
  test('of the tool server begins with a short base', () => {
    expect({ ...baseEnvironment(CALLER, PASSWORD) }).toEqual({
      PATH: '/bin',
      HOME: '/home/me',
      LANG: 'C',
      LC_ALL: 'C.UTF-8',
      TERM: 'xterm',
      TMPDIR: '/tmp',
    });
  });

  test('of the owner begins with all the caller has', () => {
    expect({ ...inheritedEnvironment(CALLER, PASSWORD) }).toEqual(CALLER);
  });

  test.each([
    ['the master password', { VAULT_PASSWORD: 'correct horse' }],
    ['a master password that opens nothing', { VAULT_PASSWORD: 'wrong' }],
    ['the name of its file', { VAULT_PASSWORD_FILE: '/run/pw' }],
    ['the master password under another name', { MY_PW: 'correct horse' }],
    ['variables of its own that are empty', { VAULT_PASSWORD: '', VAULT_PASSWORD_FILE: '' }],
    ['a text with the master password in it', { DSN: 'https://me:correct horse@host' }],
  ])('never has %s', (_, variables) => {
    const withPassword = { PATH: '/bin', ...variables };
    expect({ ...inheritedEnvironment(withPassword, PASSWORD) }).toEqual({ PATH: '/bin' });
    expect({ ...baseEnvironment(withPassword, PASSWORD) }).toEqual({ PATH: '/bin' });
  });

  test('never has the name of the password file under another name', () => {
    const env = { VAULT_PASSWORD_FILE: '/run/pw', PW_FILE: '/run/pw', HOME: '/run/pw', X: '/run/pw2' };
    expect({ ...inheritedEnvironment(env, PASSWORD) }).toEqual({ X: '/run/pw2' });
    expect({ ...baseEnvironment(env, PASSWORD) }).toEqual({});
  });

  test('never has the master password as the caller wrote it, when that is not the normal form', () => {
    const written = 'pa\u0308sswo\u0308rd';
    const env = { VAULT_PASSWORD: written, COPY: written, NORMAL: written.normalize('NFKC'), X: '1' };
    expect({ ...inheritedEnvironment(env, Buffer.from(written.normalize('NFKC'))) }).toEqual({ X: '1' });
  });

  test('loses no variable that holds a short master password by chance', () => {
    const env = { A: 'abc', B: 'xabcx', VAULT_PASSWORD: '' };
    expect({ ...inheritedEnvironment(env, Buffer.from('abc')) }).toEqual({ B: 'xabcx' });
    expect({ ...inheritedEnvironment(env, Buffer.from('')) }).toEqual({ A: 'abc', B: 'xabcx' });
  });

  test('has the variables over the base, whatever they are called', () => {
    const base = baseEnvironment({ PATH: '/bin', HOME: '/h' }, PASSWORD);
    const env = withVariables(
      base,
      new Map([
        ['HOME', '/x'],
        ['__proto__', 'p'],
        ['constructor', 'c'],
      ]),
    );
    expect(Object.entries(env)).toEqual([
      ['PATH', '/bin'],
      ['HOME', '/x'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
    expect(Object.getPrototypeOf(env)).toBe(null);
    expect({ ...base }).toEqual({ PATH: '/bin', HOME: '/h' });
  });
});
