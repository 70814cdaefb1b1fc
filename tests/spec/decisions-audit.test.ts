import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { ALLOW_ALL, filesBelow, pause, useVault } from './support/home.ts';
import { node } from './support/probe.ts';
import { isoIn, random } from './support/text.ts';

interface AuditRecord {
  seq: number;
  timestamp: string;
  source: string;
  action: string;
  phase?: string;
  outcome: string;
  key?: string;
  keys?: string[];
  command?: string;
  args?: string[];
  exit_code?: number;
  duration_ms?: number;
  run_id?: string;
  prev_hash?: string;
  hash?: string;
}

const VALUE = random();
const ARGUMENT = random();
const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, denied_commands: ['echo'] });
  await fresh.set('app', VALUE);
  await fresh.ok(['set', 'db', '--field', 'user=alice', '--field', 'password', '--binding', 'DB_USER=user'], {
    stdin: VALUE,
  });
  await fresh.ok(['get', 'app']);
  await fresh.cli(['get', 'missing']);
  await fresh.cli(['run', '-k', 'app', '--', process.execPath, '-e', 'process.exitCode = 4']);
});
const server = useServer(home, MODERN);
const exported = async (...options: string[]): Promise<AuditRecord[]> =>
  (await home.json(['audit', 'export', ...options])) as AuditRecord[];
const of = async (action: string): Promise<AuditRecord[]> =>
  (await exported()).filter((record) => record.action === action);

describe('records', () => {
  test('[D Audit] every record has v, seq, timestamp, source, action, outcome, prev_hash and hash', async () => {
    await server.ok('secret_list');
    for (const record of await exported()) {
      expect(record).toMatchObject({
        v: expect.anything(),
        seq: expect.any(Number),
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        source: expect.stringMatching(/^(cli|mcp|dashboard|team)$/),
        action: expect.any(String),
        outcome: expect.stringMatching(/^(success|denied|error)$/),
        hash: expect.any(String),
      });
    }
  });

  test('[D Audit] a record has no fields but those listed, and what does not apply is left out', async () => {
    const known = new Set(
      (
        'v seq timestamp source action phase outcome key keys command args reason exit_code duration_ms client run_id ' +
        'policy_hash sandbox unlock prev_hash hash'
      ).split(' '),
    );
    for (const record of await exported()) {
      expect(Object.keys(record).filter((name) => !known.has(name))).toEqual([]);
      expect(Object.values(record)).not.toContain(null);
    }
  });

  test('[D Audit] seq counts up by one, and each record carries the hash of the one before', async () => {
    const records = await exported();
    for (const [index, record] of records.slice(1).entries()) {
      expect(record.seq).toBe((records[index]?.seq ?? 0) + 1);
      expect(record.prev_hash).toBe(records[index]?.hash);
    }
  });

  for (const [tool, args] of [
    ['secret_list', {}],
    ['secret_exists', { key: 'app' }],
    ['secret_get_masked', { key: 'app' }],
    ['secret_list_fields', { key: 'db' }],
    ['secret_get_field', { key: 'db', field: 'user' }],
    ['security_score', {}],
  ] as const) {
    test(`[D Audit] ${tool} leaves one record: source mcp, its own name as action`, async () => {
      const before = (await of(tool)).length;
      await server.ok(tool, args);
      const records = await of(tool);
      expect(records).toHaveLength(before + 1);
      expect(records.at(-1)).toMatchObject({ source: 'mcp', outcome: 'success' });
      if ('key' in args) expect(records.at(-1)).toMatchObject({ key: args.key });
    });
  }

  for (const [tool, args] of [
    ['secret_run', { keys: ['app'] }],
    ['secret_run_with_bindings', { key: 'db' }],
  ] as const) {
    test(`[D Audit] ${tool} leaves a start and an end, joined by run_id, the end with the exit code`, async () => {
      const before = (await of(tool)).length;
      await server.ok(tool, { ...args, ...node('process.exitCode = 5') });
      const [start, end, ...more] = (await of(tool)).slice(before);
      expect(more).toEqual([]);
      expect(start).toMatchObject({
        source: 'mcp',
        phase: 'start',
        command: expect.stringContaining('node'),
      });
      expect(end).toMatchObject({ source: 'mcp', phase: 'end', exit_code: 5 });
      expect(start?.run_id).toBeTypeOf('string');
      expect(end?.run_id).toBe(start?.run_id);
      expect(start).not.toHaveProperty('exit_code');
    });
  }

  test('[D Audit] a denied run leaves a record with the outcome denied', async () => {
    await server.fails('secret_run', { keys: ['app'], command: 'echo' });
    expect((await of('secret_run')).at(-1)).toMatchObject({ source: 'mcp', outcome: 'denied' });
  });

  test('[D Audit] a sensitive field that is asked for leaves a record with the outcome denied', async () => {
    await server.call('secret_get_field', { key: 'db', field: 'password' });
    expect((await of('secret_get_field')).at(-1)).toMatchObject({
      source: 'mcp',
      key: 'db',
      outcome: 'denied',
    });
  });

  test('[D Audit] a failed call leaves a record with the outcome error', async () => {
    await server.fails('secret_get_masked', { key: 'missing' });
    expect((await of('secret_get_masked')).at(-1)).toMatchObject({ source: 'mcp', outcome: 'error' });
  });

  test('[D Audit] commands of the CLI have the source cli and their own name as action', async () => {
    expect((await of('set')).at(-1)).toMatchObject({ source: 'cli', outcome: 'success', key: 'db' });
    expect((await of('get')).at(0)).toMatchObject({ source: 'cli', outcome: 'success', key: 'app' });
    await exported();
    expect((await of('audit export')).at(-1)).toMatchObject({ source: 'cli' });
  });

  test('[D Audit] vaultctl run leaves a start and an end as well', async () => {
    const [start, end] = await of('run');
    expect(start).toMatchObject({ source: 'cli', phase: 'start' });
    expect(end).toMatchObject({ source: 'cli', phase: 'end', exit_code: 4, run_id: start?.run_id });
  });

  test('[D Audit] a value in the arguments is redacted', async () => {
    const { command, args } = node('', VALUE, 'ghp_abcdefghijklmnopqrstuvwxyz0123456789');
    await server.ok('secret_run', { keys: ['app'], command, args });
    const text = JSON.stringify(await exported());
    expect(text).not.toContain(VALUE);
    expect(text).not.toContain('ghp_abcdefghijklmnopqrstuvwxyz0123456789');
  });

  test('[D Audit] the journal is sealed: no file shows what was run', async () => {
    const { command, args } = node('', ARGUMENT);
    await server.ok('secret_run', { keys: ['app'], command, args });
    for (const { path, bytes } of await filesBelow(home.dir))
      expect(bytes.includes(ARGUMENT), path).toBe(false);
  });
});

describe('the commands', () => {
  test('[D Audit] audit list prints the records', async () => {
    expect((await home.ok(['audit', 'list'])).stdout).toContain('secret_run');
  });

  test('[D Audit] audit verify succeeds on an untouched journal', async () => {
    await home.ok(['audit', 'verify']);
  });

  for (const source of ['cli', 'mcp'] as const) {
    test(`[D Audit] audit export --source ${source} keeps that source`, async () => {
      await server.ok('secret_list');
      const records = await exported('--source', source);
      expect(records.length).toBeGreaterThan(0);
      expect(new Set(records.map((record) => record.source))).toEqual(new Set([source]));
    });
  }

  test('[D Audit] audit export --since and --until keep the records between', async () => {
    await pause(1_100);
    const middle = isoIn(0);
    await pause(1_100);
    await server.ok('secret_exists', { key: 'app' });
    const since = await exported('--since', middle);
    const until = await exported('--until', middle);
    expect(since.some((record) => record.action === 'secret_exists')).toBe(true);
    expect(since.some((record) => record.action === 'init')).toBe(false);
    expect(until.every((record) => Date.parse(record.timestamp) <= Date.parse(middle))).toBe(true);
    expect(until.some((record) => record.action === 'set')).toBe(true);
    expect(await exported('--since', isoIn(3600))).toEqual([]);
  });
});
