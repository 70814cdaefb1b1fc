import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../src/domain/policy/policy.ts';
import { createWorld, realpathFrom, resolveProgram, sameFile } from '../../src/process/resolve.ts';

let root = '';
const at = (name: string) => join(root, name);

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'vaultctl-resolve-')));
  for (const directory of ['bin', 'late', 'cwd', 'bin/folder', 'cwd/folder']) mkdirSync(at(directory));
  for (const name of ['bin/tool', 'late/tool', 'late/plain', 'late/folder', 'cwd/own']) {
    writeFileSync(at(name), '#!/bin/sh\n');
    chmodSync(at(name), 0o755);
  }
  writeFileSync(at('bin/plain'), '');
  writeFileSync(at('cwd/note'), '');
  symlinkSync('tool', at('bin/link'));
  symlinkSync('nowhere', at('bin/dangling'));
  linkSync(at('bin/tool'), at('cwd/hard'));
  symlinkSync('loop', at('cwd/loop'));
  symlinkSync('../late', at('cwd/up'));
});

afterAll(() => rmSync(root, { recursive: true }));

const find = (command: string, path = `${root}/bin:${root}/late`) =>
  resolveProgram(command, { cwd: at('cwd'), path });

describe('a program is looked up', () => {
  test('by name in the directories of the PATH, in order', () => {
    expect(find('tool')).toEqual({
      ok: true,
      program: { given: 'tool', found: at('bin/tool'), file: at('bin/tool'), links: 2 },
    });
  });

  test('through links: where it was found and the file that runs differ', () => {
    expect(find('link')).toMatchObject({
      program: { given: 'link', found: at('bin/link'), file: at('bin/tool') },
    });
  });

  test('in no relative directory of the PATH, from wherever', () => {
    for (const path of ['node_modules/.bin', './node_modules/.bin', '../cwd', '.', '']) {
      expect(find('vitest', path)).toEqual({ ok: false, reason: 'not-found' });
      expect(find('own', path)).toEqual({ ok: false, reason: 'not-found' });
    }
  });

  test('past a file without execute permission and past a directory', () => {
    expect(find('plain')).toMatchObject({ program: { file: at('late/plain') } });
    expect(find('folder')).toMatchObject({ program: { file: at('late/folder') } });
  });

  test('by path from the working directory', () => {
    expect(find('./own')).toMatchObject({ program: { given: './own', file: at('cwd/own') } });
    expect(find('../bin/tool')).toMatchObject({ program: { file: at('bin/tool') } });
    expect(find('up/tool')).toMatchObject({ program: { file: at('late/tool') } });
    expect(find(at('bin/tool'), '')).toMatchObject({ ok: true });
  });

  test.each([
    'own',
    'missing',
    '',
    '.',
    '..',
    'tool/',
    './tool',
    'dangling',
    './loop',
    'to\0ol',
    './\0',
    '\ud800',
  ])('%j is not found', (command) => {
    expect(find(command)).toEqual({ ok: false, reason: 'not-found' });
  });

  test.each(['./folder', './note', '/', '.././bin/plain'])('%s cannot be executed', (command) => {
    expect(find(command)).toEqual({ ok: false, reason: 'not-executable' });
  });

  test('a file on the PATH that is only not executable is told apart from none', () => {
    expect(find('plain', at('bin'))).toEqual({ ok: false, reason: 'not-executable' });
    expect(find('folder', at('bin'))).toEqual({ ok: false, reason: 'not-found' });
  });

  test('never in the working directory, whatever the PATH says', () => {
    for (const path of ['', ':', '.', './', `:${root}/bin`, '../cwd', 'cwd']) {
      expect(find('own', path)).toEqual({ ok: false, reason: 'not-found' });
    }
  });
});

describe('a path is followed', () => {
  test('through links, `..` taken after them', () => {
    expect(realpathFrom(at('cwd'), 'up/../bin/link')).toBe(at('bin/tool'));
    expect(realpathFrom('/x', `${root}//bin/./link`)).toBe(at('bin/tool'));
  });

  test('even where it does not exist', () => {
    expect(realpathFrom(at('cwd'), 'up/none/../x')).toBe(at('late/x'));
    expect(realpathFrom(at('bin'), 'dangling')).toBe(at('bin/nowhere'));
  });

  test('to the root and no further', () => {
    expect(realpathFrom('/', '..')).toBe('/');
    expect(realpathFrom('/', '../../tmp/..')).toBe('/');
  });

  test('out of a loop, and without a throw', () => {
    expect(realpathFrom(at('cwd'), 'loop')).toBe(at('cwd/loop'));
    expect(realpathFrom(at('cwd'), 'a\0b')).toBe(at('cwd/a\0b'));
  });
});

test('two paths are the same file through hard and symbolic links', () => {
  expect(sameFile(at('bin/tool'), at('cwd/hard'))).toBe(true);
  expect(sameFile(at('bin/tool'), at('bin/link'))).toBe(true);
  expect(sameFile(at('bin/tool'), at('late/tool'))).toBe(false);
  expect(sameFile(at('none'), at('none'))).toBe(false);
});

test('the world of a judgement looks from one place', () => {
  const world: World = createWorld({ cwd: at('cwd'), path: at('bin') });
  expect(world.resolve('tool')?.file).toBe(at('bin/tool'));
  expect(world.resolve('missing')).toBeNull();
  expect(world.realpath('up')).toBe(at('late'));
  expect([...world.list('up')].toSorted()).toEqual(['folder', 'plain', 'tool']);
  expect(world.list('missing')).toEqual([]);
  expect(world.home).toMatch(/^\//);
});
