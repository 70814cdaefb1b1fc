import { describe, expect, test } from 'vitest';
import { mode, useVault } from '../spec/support/home.ts';

const home = useVault(async (fresh) => {
  await fresh.ok(['set', 'db', '--field', 'host=h', '--field', 'password', '--alias', 'password=pw'], {
    stdin: 'a long password',
  });
  await fresh.ok(['set', 'proto', '--field', '__proto__=x', '--field', 'constructor=y']);
  await fresh.set('single', 'a long value');
});

describe('get', () => {
  test('--json of one field says which, also by an alias', async () => {
    expect(await home.json(['get', 'db', '--field', 'PW', '--json'])).toEqual({
      key: 'db',
      field: 'password',
      value: 'a long password',
      sensitive: true,
    });
  });

  test('--masked of one field masks what is sensitive', async () => {
    expect((await home.ok(['get', 'db', '--field', 'pw', '--masked'])).stdout).toBe('***********word\n');
    expect((await home.ok(['get', 'db', '--field', 'host', '--masked'])).stdout).toBe('h\n');
    expect(await home.json(['get', 'db', '--field', 'pw', '--masked', '--json'])).toEqual({
      key: 'db',
      field: 'password',
      value: '***********word',
      sensitive: true,
      value_length: 15,
    });
  });

  test('--masked with a field that is not there is exit code 3', async () => {
    expect((await home.cli(['get', 'db', '--field', 'nope', '--masked'])).code).toBe(3);
    expect((await home.cli(['get', 'single', '--field', 'value', '--masked'])).code).toBe(3);
  });

  test('fields with the names of JavaScript are fields like others', async () => {
    const { stdout } = await home.ok(['get', 'proto', '--json']);
    expect(stdout).toContain('"__proto__": {\n      "value": "x"');
    expect((await home.ok(['get', 'proto', '--masked', '--field', '__proto__'])).stdout).toBe('x\n');
    expect((await home.cli(['get', 'db', '--masked', '--field', 'toString'])).code).toBe(3);
  });
});

describe('generate, edition and score', () => {
  test('need no vault, except score', async () => {
    const nowhere = ['--vault-dir', 'nowhere'];
    expect((await home.ok([...nowhere, 'generate'])).stdout).toMatch(/^\S{24}\n$/);
    expect(await home.json([...nowhere, 'generate', '-l', '12', '--json'])).toEqual({
      password: expect.stringMatching(/^\S{12}$/),
    });
    expect((await home.ok([...nowhere, 'edition'])).stdout).toMatch(/^free: /);
    expect(await home.json([...nowhere, 'edition', '--json'])).toMatchObject({ edition: 'free' });
    expect((await home.cli([...nowhere, 'score'])).code).toBe(4);
  });

  test('score --json has the shape of security_score, and the view says the same', async () => {
    const score = await home.json(['score', '--json', '--include-keys']);
    expect(score).toMatchObject({ overall_score: expect.any(Number), limited: false });
    const { stdout } = await home.ok(['score']);
    expect(stdout).toMatch(`Security score: ${Reflect.get(Object(score), 'overall_score')} of 100\n`);
  });
});

describe('delete', () => {
  test('without a terminal needs --yes, and says so before the vault is opened', async () => {
    const { code, stderr } = await home.cli(['delete', 'single'], { env: { VAULT_PASSWORD: undefined } });
    expect(code).toBe(2);
    expect(stderr).toContain('--yes');
  });
});

describe('export', () => {
  test('refuses a file with content before anything is opened', async () => {
    await home.write('full.env', 'A=1');
    const { code, stderr } = await home.cli(['export', '--all', '-o', 'full.env'], {
      env: { VAULT_PASSWORD: undefined },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('--force');
  });

  test('-o - is standard output', async () => {
    expect((await home.ok(['export', '-k', 'single', '-o', '-'])).stdout).toBe("SINGLE='a long value'\n");
  });

  test('knows its formats', async () => {
    expect((await home.ok(['export', '-k', 'single', '--format=env'])).stdout).toBe(
      "SINGLE='a long value'\n",
    );
    expect((await home.ok(['export', '-k', 'single', '--format', 'sh'])).stdout).toBe(
      "export SINGLE='a long value'\n",
    );
    expect((await home.cli(['export', '-k', 'single', '--format', 'xml'])).code).toBe(2);
    expect((await home.cli(['export', '-k', 'single', '--all'])).code).toBe(2);
  });
});

/** How many records an export has. */
async function count(...options: string[]): Promise<number> {
  const records = await home.json(['audit', 'export', ...options]);
  return Array.isArray(records) ? records.length : -1;
}

describe('audit', () => {
  test('--since and --until take durations, dates and times', async () => {
    expect(await count('--since', '1h')).toBeGreaterThan(3);
    expect(await count('--until', '1h')).toBe(0);
    expect(await count('--since', '2020-01-01', '--until', '9999-12-31')).toBeGreaterThan(3);
    expect(await count('--until', '2020-01-01T00:00:00Z')).toBe(0);
    const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
    expect(await count('--until', today)).toBeGreaterThan(3);
    expect((await home.cli(['audit', 'export', '--since', 'yesterday'])).code).toBe(1);
  });

  test('--source keeps one source', async () => {
    expect(await count('--source', 'cli')).toBeGreaterThan(3);
    expect(await count('--source', 'mcp')).toBe(0);
    expect((await home.cli(['audit', 'export', '--source', 'mpc'])).code).toBe(2);
  });

  test('list shows the newest', async () => {
    await home.cli(['get', 'nope']);
    const last = await home.json(['audit', 'list', '--limit', '1', '--json']);
    expect(last).toMatchObject([{ action: 'get', outcome: 'error', key: 'nope' }]);
    const { stdout } = await home.ok(['audit', 'list', '--limit', '2']);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stdout).not.toContain('\u001b');
  });

  test('verify says what it checked', async () => {
    expect((await home.ok(['audit', 'verify'])).stdout).toMatch(/^no faults: 3 secrets and \d+ records/);
    expect(await home.json(['audit', 'verify', '--json'])).toMatchObject({ secrets: 3, faults: [] });
    expect((await home.ok(['audit', 'verify', '--accept'])).stderr).toContain('nothing to accept');
  });

  test('an export is 0600 and is not written over', async () => {
    await home.ok(['audit', 'export', '--format=csv', '-o', 'audit.csv']);
    expect(await mode(home.file('audit.csv'))).toBe('600');
    expect((await home.cli(['audit', 'export', '-o', 'audit.csv'])).code).toBe(1);
  });
});
