import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import dotenv from 'dotenv';
import { describe, expect, test } from 'vitest';
import { exists, mode, useVault } from './support/home.ts';

/** Values that a plain line does not carry; each is written so that both readers agree, or refused. */
const NASTY: Record<string, string> = {
  empty: '',
  spaces: 'a b  c',
  around: ' padded ',
  hash: 'a#b # c',
  single: "it's",
  double: 'say "hi"',
  dollar: '$HOME and ${HOME}',
  command: '$(id) `id`',
  backslash: 'a\\b\\n',
  newline: 'one\ntwo',
  trailing: 'one\n',
  tab: 'a\tb',
  equals: 'a=b==',
  glob: '*?[a]{b,c}~!',
  semicolon: 'a; b & c | d > e',
  unicode: 'pässwörd 🔑',
  both: `"'`,
  quoteDollar: "it's $5",
  quoteTick: "it's `5`",
  all: `'"\`$\\ #\n`,
  json: '{"a":"b\\"c"}',
  cr: 'a\rb',
  exported: 'export A=1',
};

const home = useVault(async (fresh) => {
  await fresh.set('top', 'simple-value');
  await fresh.set('aws/access', 'AKIAEXAMPLE');
  await fresh.set('aws/deep/x', 'deep');
  await fresh.ok(['set', 'multi', '--field', 'user=alice', '--field', 'api-host=localhost']);
  for (const [name, value] of Object.entries(NASTY)) await fresh.set(`nasty/${name}`, `${value}\n`);
});

/** What a POSIX shell reads from the lines. */
async function readBySh(lines: string, name: string): Promise<string> {
  const file = home.file('tmp', 'lines.env');
  await writeFile(file, lines);
  const script = `set -a; . "$1"; exec ${process.execPath} -e 'process.stdout.write(process.env[process.argv[1]])' "$2"`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script, 'sh', file, name], {
    env: { PATH: '/usr/bin:/bin', HOME: '/nowhere' },
  });
  return stdout;
}

describe('export', () => {
  test('[4.10] without --format it writes environment-file style lines', async () => {
    expect((await home.ok(['export', '-k', 'top'])).stdout).toBe('TOP=simple-value\n');
  });

  test('[4.10] -k is a key or a glob', async () => {
    expect((await home.ok(['export', '-k', 'aws/*'])).stdout).toBe('AWS_ACCESS=AKIAEXAMPLE\n');
  });

  test('[4.10] with --format=json it writes JSON', async () => {
    expect(JSON.parse((await home.ok(['export', '-k', 'top', '--format=json'])).stdout)).toEqual({
      TOP: 'simple-value',
    });
  });

  test('[D Secrets] JSON is an object of variable names to values', async () => {
    const json = JSON.parse(
      (await home.ok(['export', '-k', 'multi', '-k', 'aws/*', '--format=json'])).stdout,
    ) as object;
    expect(json).toEqual({ MULTI_USER: 'alice', MULTI_API_HOST: 'localhost', AWS_ACCESS: 'AKIAEXAMPLE' });
  });

  test('[D Secrets] JSON carries every value as it is', async () => {
    const json = JSON.parse((await home.ok(['export', '-k', 'nasty/*', '--format=json'])).stdout) as object;
    const expected = Object.entries(NASTY).map(([name, value]) => [`NASTY_${name.toUpperCase()}`, value]);
    expect(json).toEqual(Object.fromEntries(expected));
  });

  test('[4.10] -o <file> writes the file and leaves stdout empty', async () => {
    const file = home.file('out.env');
    expect((await home.ok(['export', '-k', 'top', '-o', file])).stdout).toBe('');
    expect(await readFile(file, 'utf8')).toBe('TOP=simple-value\n');
  });

  test('[D Secrets] -o writes with mode 0600', async () => {
    const file = home.file('mode.env');
    await home.ok(['export', '-k', 'top', '-o', file]);
    expect(await mode(file)).toBe('600');
  });

  test('[D Secrets] -o never writes over a file with content', async () => {
    const file = await home.write('kept.env', 'KEEP=me\n');
    const result = await home.cli(['export', '-k', 'top', '-o', file]);
    expect(result.code).not.toBe(0);
    expect(result.stderr).toContain('--force');
    expect(await readFile(file, 'utf8')).toBe('KEEP=me\n');
  });

  test('[D Secrets] -o --force writes over it, with mode 0600', async () => {
    const file = await home.write('forced.env', 'OLD=content that is a good deal longer\n', 0o644);
    await home.ok(['export', '-k', 'top', '-o', file, '--force']);
    expect(await readFile(file, 'utf8')).toBe('TOP=simple-value\n');
    expect(await mode(file)).toBe('600');
  });

  test('[D Secrets] export needs -k or --all', async () => {
    const result = await home.cli(['export']);
    expect(result.code).not.toBe(0);
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/-k|--all/);
  });

  test('[D Secrets] --all exports everything, at every depth', async () => {
    const json = JSON.parse((await home.ok(['export', '--all', '--format=json'])).stdout) as object;
    expect(json).toMatchObject({ TOP: 'simple-value', AWS_DEEP_X: 'deep', MULTI_USER: 'alice' });
  });

  test('[D Secrets] a key that matches nothing: exit code 3, no file', async () => {
    const file = home.file('none.env');
    const result = await home.cli(['export', '-k', 'top', '-k', 'nope', '-o', file]);
    expect(result).toMatchObject({ code: 3, stdout: '' });
    expect(result.stderr).toContain('secret not found: nope');
    expect(await exists(file)).toBe(false);
  });

  for (const [name, value] of Object.entries(NASTY)) {
    const variable = `NASTY_${name.toUpperCase()}`;

    test(`[D Secrets] ${JSON.stringify(value)} is read back the same by a shell and by dotenv, or refused`, async () => {
      const result = await home.cli(['export', '-k', `nasty/${name}`]);
      if (result.code === 0) {
        expect(await readBySh(result.stdout, variable)).toBe(value);
        expect(dotenv.parse(result.stdout)).toEqual({ [variable]: value });
        return;
      }
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toContain(`nasty/${name}`);
      expect(result.stderr).toContain('--format');
    });
  }

  for (const name of [
    'empty',
    'spaces',
    'hash',
    'single',
    'double',
    'dollar',
    'newline',
    'equals',
    'unicode',
  ]) {
    test(`[D Secrets] a value with ${name} is not refused: some quoting lets both read it`, async () => {
      await home.ok(['export', '-k', `nasty/${name}`]);
    });
  }

  test('[D Secrets] a value no quoting lets both read is refused with the other formats named', async () => {
    const result = await home.cli(['export', '-k', 'nasty/quoteDollar']);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/--format=(sh\|json|sh.*json|json.*sh)/);
  });

  for (const name of ['quoteDollar', 'quoteTick', 'all', 'newline', 'both']) {
    test(`[D Secrets] --format=sh carries ${JSON.stringify(NASTY[name])} to a shell`, async () => {
      const { stdout } = await home.ok(['export', '-k', `nasty/${name}`, '--format=sh']);
      expect(await readBySh(stdout, `NASTY_${name.toUpperCase()}`)).toBe(NASTY[name]);
    });
  }

  test('[D Secrets] a value is quoted only where needed', async () => {
    expect((await home.ok(['export', '-k', 'multi'])).stdout.split('\n').toSorted()).toEqual([
      '',
      'MULTI_API_HOST=localhost',
      'MULTI_USER=alice',
    ]);
  });
});
