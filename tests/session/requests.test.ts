import { describe, expect, test } from 'vitest';
import {
  parseAttached,
  parseRequest,
  parseSignal,
  parseSize,
  parseStart,
  parseTerms,
} from '../../src/session/requests.ts';

const terminal = { stdin: false, stdout: false, stderr: false, color: false, person: false };
const command = { type: 'command', version: '1', argv: ['list'], cwd: '/', terminal };
const tool = { type: 'tool', version: '1', name: 'secret_list', args: {}, cwd: '/' };
const terms = {
  lifetime: 1,
  idle: 1,
  reveal: 0,
  directory: '/v',
  state: '/s',
  env: { PATH: '/bin' },
  cwd: '/',
  umask: 0o22,
};
const trust = { type: 'trust', proof: 'cGFzcw==' };
const renew = { type: 'renew', proof: 'cGFzcw==', terms: JSON.stringify(terms) };
const withTerms = (more: object) => parseTerms(JSON.stringify({ ...terms, ...more }));

const read = (value: unknown) => parseRequest(Buffer.from(JSON.stringify(value)));

describe('a request', () => {
  test.each([
    command,
    { ...command, vaultDir: '/v', terminal: { ...terminal, columns: 80, term: 'xterm-256color' } },
    { ...command, argv: [] },
    tool,
    { ...tool, client: 'an agent 1.0' },
    { type: 'status' },
    { type: 'lock' },
    trust,
    renew,
    { type: 'challenge' },
  ])('is read as it is: %j', (request) => {
    expect(read(request)).toEqual(request);
  });

  const whole: Record<string, Record<string, unknown>> = {
    command,
    tool,
    trust,
    renew,
    challenge: { type: 'challenge' },
  };

  test.each(Object.entries(whole))('%s with a field nobody knows is refused', (_, request) => {
    for (const name of ['reveal', 'class', 'password2', 'env', 'toString', 'constructor'])
      expect(() => read({ ...request, [name]: true }), name).toThrow();
    expect(() => withTerms({ trusted: true })).toThrow();
    expect(() => read({ ...request, terminal: { ...terminal, reveal: true } })).toThrow();
  });

  test.each(Object.entries(whole))(
    '%s without one of its fields, or one of another type, is refused',
    (_, request) => {
      for (const name of Object.keys(request)) {
        const { [name]: _gone, ...rest } = request;
        expect(() => read(rest), `without ${name}`).toThrow();
        for (const value of [null, 7, {}, [], [7], { a: 7 }]) {
          // An object without names is a right one for the arguments of a tool.
          if (name === 'args' && !Array.isArray(value) && typeof value === 'object' && value !== null)
            continue;
          if (name === 'argv' && Array.isArray(value) && value.length === 0) continue;
          expect(() => read({ ...request, [name]: value }), `${name} as ${JSON.stringify(value)}`).toThrow();
        }
      }
    },
  );

  test.each([null, 7, 'status', [], [{ type: 'status' }], {}, { type: 'Status' }, { type: 'reveal' }])(
    'that is none is refused: %j',
    (value) => {
      expect(() => read(value)).toThrow();
    },
  );

  test.each(['', '{', '{"type":"status"', '{"type":"status"}x', '{"type":"lock","type":', '\u0000'])(
    'that is no JSON is refused: %j',
    (text) => {
      expect(() => parseRequest(Buffer.from(text))).toThrow();
    },
  );

  test.each(['', '.', 'relative', './x', '../x', '~', '/with\0nul', `/${'x'.repeat(4096)}`])(
    'names no directory but by a whole path: %j',
    (path) => {
      expect(() => read({ ...command, cwd: path })).toThrow();
      expect(() => read({ ...command, vaultDir: path })).toThrow();
      expect(() => read({ ...tool, cwd: path })).toThrow();
      for (const name of ['directory', 'state', 'cwd'])
        expect(() => withTerms({ [name]: path }), name).toThrow();
    },
  );

  test.each(['', '-x', '../xterm', 'x/y', 'x\u001b[0m', 'x y', 'x\n', 'x'.repeat(65), '$(id)', 'é'])(
    'has a terminal of no such name: %j',
    (term) => {
      expect(() => read({ ...command, terminal: { ...terminal, term } })).toThrow();
    },
  );

  test.each([0, -1, 1.5, 10_000, Number.MAX_SAFE_INTEGER, '80', null])(
    'has a terminal of no such width: %j',
    (columns) => {
      expect(() => read({ ...command, terminal: { ...terminal, columns } })).toThrow();
      expect(() => parseSize(Buffer.from(JSON.stringify({ columns, rows: 24 })))).toThrow();
      expect(() => parseSize(Buffer.from(JSON.stringify({ columns: 80, rows: columns })))).toThrow();
    },
  );

  test('asks for times and a mask that there are', () => {
    for (const name of ['lifetime', 'idle', 'reveal', 'umask'])
      for (const value of [-1, 0.5, 1e30, '1', null])
        expect(() => withTerms({ [name]: value }), `${name} ${value}`).toThrow();
    expect(() => withTerms({ umask: 0o1000 })).toThrow();
  });

  test('carries a proof in base64 of bounded length, and no password', () => {
    for (const proof of ['not base64!', 'a', 7, null, 'A'.repeat(68)])
      expect(() => read({ ...trust, proof })).toThrow();
    expect(() => read({ ...trust, password: 'cGFzcw==' })).toThrow();
    expect(() => read({ ...renew, password: 'cGFzcw==' })).toThrow();
  });

  test('with __proto__ in it changes no prototype', () => {
    const text = JSON.stringify(tool).replace('"args":{}', '"args":{"__proto__":{"polluted":1},"key":"k"}');
    const parsed = parseRequest(Buffer.from(text));
    expect(Object.keys('args' in parsed ? parsed.args : {})).toContain('key');
    expect('polluted' in parsed || ('args' in parsed && 'polluted' in parsed.args) || 'polluted' in {}).toBe(
      false,
    );
    expect(() => parseRequest(Buffer.from('{"type":"status","__proto__":{"type":"lock"}}'))).toThrow();
  });
});

describe('what a client says later', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'])('may be %s', (name) => {
    expect(parseSignal(Buffer.from(JSON.stringify(name)))).toBe(name);
  });

  test.each([
    'SIGKILL',
    'SIGSTOP',
    'SIGCONT',
    'SIGTSTP',
    'SIGSEGV',
    'sigint',
    '',
    'INT',
    9,
    0,
    null,
    ['SIGINT'],
  ])('is no other signal: %j', (name) => {
    expect(() => parseSignal(Buffer.from(JSON.stringify(name)))).toThrow();
  });

  const size = { columns: 80, rows: 24 };

  test('is its terminal, or that there is none', () => {
    expect(parseAttached(Buffer.from('null'))).toBeNull();
    const attached = { modes: '500:5:bf:8a3b:3:1c:7f', size };
    expect(parseAttached(Buffer.from(JSON.stringify(attached)))).toEqual(attached);
  });

  test.each([
    '',
    'a b',
    'a\nb',
    "'; id",
    '$(id)',
    '`id`',
    '/dev/tty',
    '-F/dev/tty',
    'x'.repeat(1025),
    7,
    null,
  ])('is no terminal of such modes: %j', (modes) => {
    expect(() => parseAttached(Buffer.from(JSON.stringify({ modes, size })))).toThrow();
  });

  test('is no terminal with more to it, or less', () => {
    for (const value of [
      {},
      { modes: 'sane' },
      { size },
      { modes: 'sane', size, path: '/dev/tty' },
      [],
      'sane',
    ])
      expect(() => parseAttached(Buffer.from(JSON.stringify(value)))).toThrow();
  });
});

describe('what a session begins with', () => {
  test('is a password, where it is from, and its terms', () => {
    const begun = { password: 'cGFzcw==', unlock: 'prompt', terms };
    expect(parseStart(JSON.stringify(begun))).toEqual(begun);
    expect(withTerms({})).toEqual(terms);
    for (const broken of [
      { ...begun, unlock: 'session' },
      { ...begun, more: 1 },
      { ...begun, terms: {} },
    ])
      expect(() => parseStart(JSON.stringify(broken))).toThrow();
  });
});
