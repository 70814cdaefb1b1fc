import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { mode, useVault } from './support/home.ts';
import { random } from './support/text.ts';

const VALUE = random();
const home = useVault(async (fresh) => {
  await fresh.set('one', VALUE);
  await fresh.ok(['get', 'one']);
  await fresh.cli(['get', 'missing']);
});

describe('generate', () => {
  for (const length of [8, 12, 20, 64, 128]) {
    test(`[4.10] generate -l ${length} prints a password of ${length} characters`, async () => {
      const { stdout } = await home.ok(['generate', '-l', String(length)]);
      expect(stdout).toMatch(/^[!-~]+\n$/);
      expect(stdout.length - 1).toBe(length);
    });
  }

  test('[4.10] two generated passwords differ', async () => {
    const [one, two] = await Promise.all([
      home.ok(['generate', '-l', '32']),
      home.ok(['generate', '-l', '32']),
    ]);
    expect(one.stdout).not.toBe(two.stdout);
  });

  for (const length of ['0', '-3', 'ten', '1.5']) {
    test(`[4.10] generate -l ${length} is refused and prints nothing`, async () => {
      const result = await home.cli(['generate', `-l${length}`]);
      expect([1, 2]).toContain(result.code);
      expect(result.stdout).toBe('');
    });
  }
});

describe('audit export', () => {
  test('[4.10] audit export --format=json prints a JSON array', async () => {
    expect(await home.json(['audit', 'export', '--format=json'])).toBeInstanceOf(Array);
  });

  test('[D Audit] without --format it is JSON', async () => {
    expect(await home.json(['audit', 'export'])).toBeInstanceOf(Array);
  });

  test('[4.10] audit export -o <file> writes the file and leaves stdout empty', async () => {
    const file = home.file('audit.json');
    expect((await home.ok(['audit', 'export', '--format=json', '-o', file])).stdout).toBe('');
    expect(JSON.parse(await readFile(file, 'utf8'))).toBeInstanceOf(Array);
  });

  test('[D Audit] exports are 0600', async () => {
    const file = home.file('audit-mode.json');
    await home.ok(['audit', 'export', '-o', file]);
    expect(await mode(file)).toBe('600');
  });

  test('[D Audit] --format jsonl prints one record a line', async () => {
    const { stdout } = await home.ok(['audit', 'export', '--format', 'jsonl']);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(records.length).toBeGreaterThan(3);
    for (const record of records) expect(record).toHaveProperty('source', 'cli');
  });

  test('[D Audit] --format csv prints a line of names and one line a record', async () => {
    const { stdout } = await home.ok(['audit', 'export', '--format', 'csv']);
    const [names, ...rows] = stdout.trimEnd().split(/\r?\n/);
    for (const name of ['seq', 'timestamp', 'source', 'action', 'outcome']) expect(names).toContain(name);
    expect(rows.length).toBeGreaterThan(3);
  });

  test('[D Audit] an unknown format is refused', async () => {
    const result = await home.cli(['audit', 'export', '--format', 'xml']);
    expect([1, 2]).toContain(result.code);
    expect(result.stdout).toBe('');
  });

  test('[D Audit] no export carries a value', async () => {
    for (const format of ['json', 'jsonl', 'csv']) {
      expect((await home.ok(['audit', 'export', '--format', format])).stdout).not.toContain(VALUE);
    }
  });
});

describe('the shape of the command line', () => {
  for (const args of [['generate', '-l', '12'], ['audit', 'list'], ['edition']]) {
    test(`[D Places and names] ${args.join(' ')} --json prints JSON`, async () => {
      expect(await home.json([...args, '--json'])).toBeDefined();
    });
  }

  test('[D Places and names] vaultctl --version prints the version alone', async () => {
    const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    expect((await home.ok(['--version'])).stdout).toBe(`${manifest.version}\n`);
  });

  for (const command of [
    'init',
    'set',
    'get',
    'list',
    'run',
    'export',
    'generate',
    'audit',
    'mcp-server',
    'delete',
  ]) {
    test(`[4.10] the help names the command ${command}`, async () => {
      expect((await home.ok(['--help'])).stdout).toMatch(new RegExp(`^\\s+${command}\\b`, 'm'));
    });
  }
});
