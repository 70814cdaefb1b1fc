import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readOwnerFile } from '../../src/vault/owner-file.ts';

const MOST = 1000;
const MODULE = resolve(import.meta.dirname, '../../src/vault/owner-file.ts');

function newFile(content = 'content'): string {
  const directory = fs.mkdtempSync(join(tmpdir(), 'owner-file-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'file');
  fs.writeFileSync(file, content, { mode: 0o600 });
  return file;
}

function reasonOf(path: string): string | undefined {
  const read = readOwnerFile(path, MOST);
  return read.kind === 'refused' ? read.reason : undefined;
}

describe("a file that must be its owner's alone", () => {
  test('is read when it is', () => {
    expect(readOwnerFile(newFile(), MOST)).toEqual({ kind: 'read', bytes: Buffer.from('content') });
    expect(readOwnerFile(newFile(''), MOST)).toEqual({ kind: 'read', bytes: Buffer.alloc(0) });
  });

  test('is absent when it is not there, nor its directory', () => {
    const file = newFile();
    expect(readOwnerFile(`${file}2`, MOST)).toEqual({ kind: 'absent' });
    expect(readOwnerFile(`${file}/below`, MOST)).toEqual({ kind: 'absent' });
  });

  test('is refused with any mode but 0600', () => {
    const file = newFile();
    for (let mode = 0; mode <= 0o7777; mode += 1) {
      fs.chmodSync(file, mode);
      // The system may drop special bits.
      const real = fs.statSync(file).mode & 0o7777;
      const expected = `has mode ${real.toString(8).padStart(4, '0')}, must be 0600`;
      if (real === 0o600) expect(readOwnerFile(file, MOST).kind).toBe('read');
      else expect([expected, 'cannot be read (EACCES)']).toContain(reasonOf(file));
    }
  });

  test('may be as large as allowed and no larger', () => {
    expect(readOwnerFile(newFile('x'.repeat(MOST)), MOST).kind).toBe('read');
    expect(reasonOf(newFile('x'.repeat(MOST + 1)))).toBe('is larger than 1,000 bytes');
  });

  test('is refused as a link, a hard link, a directory, a device', () => {
    const file = newFile();
    fs.symlinkSync(file, `${file}-link`);
    fs.symlinkSync('nowhere', `${file}-dangling`);
    expect(reasonOf(`${file}-link`)).toBe('is a symbolic link');
    expect(reasonOf(`${file}-dangling`)).toBe('is a symbolic link');
    expect(reasonOf(join(file, '..'))).toBe('is not a regular file');
    expect(reasonOf('/dev/null')).toBe('is not a regular file');
    fs.linkSync(file, `${file}-hard`);
    expect(reasonOf(file)).toBe('has a hard link');
  });

  test('is refused as a FIFO or a socket, without waiting for the other end', async () => {
    const file = newFile();
    execFileSync('mkfifo', ['-m', '600', `${file}-fifo`]);
    // In a process of its own, since waiting would stop this one for ever.
    const script = `import { readOwnerFile } from ${JSON.stringify(MODULE)};
      console.log(JSON.stringify(readOwnerFile(process.argv[1], 100)));`;
    const args = ['--input-type=module', '-e', script, `${file}-fifo`];
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 10_000 });
    expect(stdout).toBe('{"kind":"refused","reason":"is not a regular file"}\n');
    const server = createServer();
    await new Promise<void>((listening) => server.listen(`${file}-socket`, listening));
    expect(reasonOf(`${file}-socket`)).toBe('is not a regular file');
    server.close();
  });

  test.runIf(process.getuid?.() === 0)('is refused when it is of another user', () => {
    const file = newFile();
    fs.chownSync(file, 12_345, 12_345);
    expect(reasonOf(file)).toBe('belongs to another user');
  });
});
