import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../src/domain/audit-record.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { event, newVault, put, reopen, remove, single, tamper, template } from './support.ts';

const full: Required<AuditEvent> = {
  source: 'mcp',
  action: 'secret_run',
  phase: 'end',
  outcome: 'error',
  key: 'a/b',
  keys: ['a/b', '', 'ü'],
  command: 'npm',
  args: ['run', 'x'],
  reason: 'timeout exceeded',
  exit_code: 0,
  duration_ms: 12_345,
  client: 'a client 1.0',
  run_id: '0123',
  policy_hash: 'ab'.repeat(32),
  sandbox: 'off',
  unlock: 'environment',
};

describe('the journal', () => {
  test('gives every record back as it was answered, in order and chained', async () => {
    const { place, vault } = await newVault();
    const answered = [vault.record(full), vault.record(event('get', 'x'), { durable: true })];
    put(vault, single('a', '1'));
    vault.close();
    const records = [...(await reopen(place)).journal()];
    expect(records.slice(1, 3)).toEqual(answered);
    expect(records[1]).toEqual({
      ...full,
      v: 1,
      seq: 2,
      timestamp: '2026-11-21T03:30:00Z',
      prev_hash: records[0]?.hash,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(records.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    for (const [index, record] of records.entries()) {
      expect(record.prev_hash).toBe(records[index - 1]?.hash ?? '0'.repeat(64));
    }
  });

  test('leaves out what does not apply, an undefined member too', async () => {
    const { vault } = await newVault();
    const loose = { ...event('get'), reason: undefined } as unknown as AuditEvent;
    expect(Object.keys(vault.record(loose)).toSorted()).toEqual([
      'action',
      'hash',
      'outcome',
      'prev_hash',
      'seq',
      'source',
      'timestamp',
      'v',
    ]);
  });

  test('takes half a surrogate pair from a client, and keeps no member it does not know', async () => {
    const { vault } = await newVault();
    const odd = { ...event('get', 'a\ud800b'), args: ['\udc00'], secret: 'x' } as AuditEvent;
    const record = vault.record(odd);
    expect(record).toMatchObject({ key: 'a\ufffdb', args: ['\ufffd'] });
    expect(record).not.toHaveProperty('secret');
    expect(vault.verify().faults).toEqual([]);
  });

  test.each([{ source: 'nobody' }, { outcome: 'maybe' }, { exit_code: -1 }, { duration_ms: 1.5 }])(
    'writes nothing of a record with %o',
    async (change) => {
      const { vault } = await newVault();
      expect(() => vault.record({ ...event('get'), ...change } as AuditEvent)).toThrow(RangeError);
      expect(vault.verify()).toEqual({ secrets: 0, records: 1, faults: [] });
    },
  );

  test('is read as it was when reading began, while more is written', async () => {
    const { vault } = await newVault();
    for (let index = 0; index < 1100; index += 1) vault.record(event('get'));
    let count = 0;
    for (const record of vault.journal()) {
      count += 1;
      expect(record.seq).toBe(count);
      if (count % 100 === 0) vault.record(event('export'));
    }
    expect(count).toBe(1101);
    expect(vault.verify()).toEqual({ secrets: 0, records: 1112, faults: [] });
  });

  test('keeps one chain when several connections write', async () => {
    const { place, vault } = await newVault();
    const other = await reopen(place);
    for (let index = 0; index < 20; index += 1) (index % 3 === 0 ? vault : other).record(event('get'));
    expect([...vault.journal()]).toHaveLength(21);
    expect(other.verify().faults).toEqual([]);
  });
});

describe('a journal', () => {
  const copy = template((vault) => {
    put(vault, single('a', '1'));
    for (let index = 0; index < 5; index += 1) vault.record(event('get'));
    remove(vault, put(vault, single('b', '1')));
  });

  async function spoilt(edit: Parameters<typeof tamper>[1]): Promise<Vault> {
    const place = copy();
    tamper(place, edit);
    return reopen(place);
  }

  test.each([
    [
      'with a bit of a record flipped',
      'UPDATE journal SET sealed = flip(sealed) WHERE seq = 4',
      'record 4 does not open',
    ],
    ['with a record gone from the middle', 'DELETE FROM journal WHERE seq = 4', 'record 4 is missing'],
    ['with several records gone', 'DELETE FROM journal WHERE seq IN (4, 5)', 'records 4 to 5 are missing'],
    ['with its beginning gone', 'DELETE FROM journal WHERE seq < 3', 'records 1 to 2 are missing'],
    ['with its end cut off', 'DELETE FROM journal WHERE seq > 7', 'records 8 to 9 are missing'],
    ['emptied', 'DELETE FROM journal', 'records 1 to 9 are missing'],
    [
      'with two records exchanged',
      'UPDATE journal SET seq = seq + 100 WHERE seq IN (5, 7); UPDATE journal SET seq = 112 - seq WHERE seq > 100',
      'record 5 does not open',
    ],
    [
      'with a record moved into a gap',
      'DELETE FROM journal WHERE seq = 4; UPDATE journal SET seq = 4 WHERE seq = 5',
      'record 4 does not open',
    ],
    [
      'with a record after its end',
      'INSERT INTO journal SELECT 10, epoch, sealed FROM journal WHERE seq = 9',
      'after its head',
    ],
    [
      'with a record before its start',
      'INSERT INTO journal SELECT -1, epoch, sealed FROM journal WHERE seq = 9',
      'after its head',
    ],
    ['of another key epoch', 'UPDATE journal SET epoch = 2 WHERE seq = 3', 'record 3 does not open'],
    [
      'with its head altered',
      "UPDATE journal_state SET sealed = flip(sealed) WHERE part = 'head'",
      'its head does not open',
    ],
    ['with its head gone', "DELETE FROM journal_state WHERE part = 'head'", 'its head does not open'],
    [
      'with its key altered',
      "UPDATE journal_state SET sealed = flip(sealed) WHERE part = 'key'",
      'its key does not open',
    ],
    [
      'with head and key exchanged',
      'UPDATE journal_state SET sealed = (SELECT sealed FROM journal_state AS other WHERE other.part != journal_state.part)',
      'does not open',
    ],
  ])('%s is found', async (_, sql, fault) => {
    const vault = await spoilt((database) => {
      database.function('flip', (bytes) => flipped(bytes));
      database.exec(sql);
    });
    const { faults } = vault.verify();
    expect(faults.filter((line) => line.includes(fault))).not.toEqual([]);
    const afterEnd = fault === 'after its head';
    if (!afterEnd) expect(() => [...vault.journal()]).toThrow(expect.objectContaining({ code: 'damaged' }));
  });

  test('whose end is cut off takes no more records', async () => {
    const vault = await spoilt((database) => database.exec('DELETE FROM journal WHERE seq > 7'));
    expect(vault.rolledBack).toMatch(/older than when last used/);
    expect(() => vault.record(event('get'))).toThrow(expect.objectContaining({ code: 'damaged' }));
    expect(() => vault.acceptRollback(event('audit verify'))).toThrow('does not end where its head says');
  });

  test('with a record of another branch of the same vault is found', async () => {
    const [one, two] = [copy(), copy()];
    for (const [place, action] of [
      [one, 'here'],
      [two, 'there'],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one branch after the other
      const vault = await reopen(place);
      vault.record(event(action));
      vault.record(event(action));
      vault.close();
    }
    let foreign: Record<string, unknown> | undefined;
    tamper(one, (database) => {
      foreign = database.prepare('SELECT sealed FROM journal WHERE seq = 10').get();
    });
    tamper(two, (database) => {
      database.prepare('UPDATE journal SET sealed = ? WHERE seq = 10').run(foreign?.['sealed'] as Buffer);
    });
    const spliced = await reopen(two);
    expect(spliced.verify().faults).toEqual([
      'the journal is damaged: record 11 does not follow the one before it',
    ]);
    expect(() => [...spliced.journal()]).toThrow('record 11 does not follow');
  });

  test('cut off together with its head, by who had an older head, is found by the anchor', async () => {
    const { place, vault } = await newVault();
    vault.close();
    let old: Record<string, unknown> | undefined;
    tamper(place, (database) => {
      old = database.prepare("SELECT sealed FROM journal_state WHERE part = 'head'").get();
    });
    const again = await reopen(place);
    again.record(event('get'), { durable: true });
    again.close();
    tamper(place, (database) => {
      database.exec('DELETE FROM journal WHERE seq > 1');
      database
        .prepare("UPDATE journal_state SET sealed = ? WHERE part = 'head'")
        .run(old?.['sealed'] as Buffer);
    });
    const cut = await reopen(place);
    expect(cut.rolledBack).toBe(
      'the vault is older than when last used here: record 2 of its journal is missing or another',
    );
    expect(cut.verify().faults).toEqual([cut.rolledBack]);
  });
});

function flipped(bytes: unknown): Uint8Array {
  const copy = Uint8Array.from(bytes as Uint8Array);
  copy[20] = (copy[20] ?? 0) ^ 1;
  return copy;
}
