import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writePrivateFile } from '../../src/cli/write-private-file.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(join(tmpdir(), 'vaultctl-file-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

const at = (name: string): string => join(dir, name);
const write = (name: string, force = false): void => writePrivateFile(at(name), 'new', { force });
const read = (name: string): string => fs.readFileSync(at(name), 'utf8');

describe('a file with secrets', () => {
  test('is the owner’s alone, whatever the umask and the mode before', () => {
    const umask = process.umask(0);
    try {
      write('new');
      fs.writeFileSync(at('old'), '', { mode: 0o666 });
      write('old');
    } finally {
      process.umask(umask);
    }
    for (const name of ['new', 'old']) expect(fs.statSync(at(name)).mode & 0o777).toBe(0o600);
  });

  test('replaces an empty file, and one with content only by force', () => {
    fs.writeFileSync(at('empty'), '');
    write('empty');
    expect(read('empty')).toBe('new');
    expect(() => write('empty')).toThrow('has content already');
    fs.writeFileSync(at('full'), 'old');
    expect(() => write('full')).toThrow('has content already');
    expect(read('full')).toBe('old');
    write('full', true);
    expect(read('full')).toBe('new');
  });

  test('never follows a symbolic link', () => {
    fs.writeFileSync(at('target'), 'old');
    fs.symlinkSync(at('target'), at('link'));
    expect(() => write('link')).toThrow('not a regular file');
    write('link', true);
    expect(read('target')).toBe('old');
    expect(fs.lstatSync(at('link')).isFile()).toBe(true);
  });

  test('does not go into directories, devices, or where there is no directory', () => {
    fs.mkdirSync(at('dir'));
    expect(() => write('dir', true)).toThrow('not a regular file');
    expect(() => writePrivateFile('/dev/null', 'new', { force: true })).toThrow('not a regular file');
    expect(() => write('none/file')).toThrow('cannot be written (ENOENT)');
    fs.writeFileSync(at('file'), '');
    expect(() => write('file/below')).toThrow('cannot be written (ENOTDIR)');
  });

  test('leaves nothing beside it, whether written or refused', () => {
    write('file');
    expect(() => write('file')).toThrow();
    expect(fs.readdirSync(dir)).toEqual(['file']);
  });
});
