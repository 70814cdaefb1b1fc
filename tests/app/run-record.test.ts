import { describe, expect, test } from 'vitest';
import type { RunContext } from '../../src/app/run-context.ts';
import { recordRefusal, recordStart } from '../../src/app/run-record.ts';
import type { AuditEvent } from '../../src/domain/audit-record.ts';
import { VaultError } from '../../src/errors.ts';
import { runContext } from './support.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';
const opened = [{ key: 'db/password', value: Buffer.from(VALUE) }];
const request = {
  secrets: { by: 'keys', keys: ['db/password'] },
  command: 'echo',
  args: ['--token', VALUE, Buffer.from(VALUE).toString('hex')],
} as const;
const redacted = ['--token', '[REDACTED:db/password]', '[REDACTED:db/password]'];

interface Written {
  readonly event: AuditEvent;
  readonly durable: boolean;
}

/** A context whose journal is a list; `fails`: it cannot be written. */
function contextOf(journal: Written[], fails = false): RunContext {
  const vault = {
    rolledBack: fails ? 'the vault is older than when last used' : null,
    record(event: AuditEvent, { durable = false } = {}) {
      if (fails) throw new VaultError('damaged', 'the journal cannot be written');
      journal.push({ event, durable });
    },
  };
  return runContext(vault);
}

const detailsOf = (context: RunContext) => ({
  redactor: context.memory.redactor(opened, 'full'),
  expired: [],
  sandboxed: false,
});

describe('the record of a run', () => {
  test('is on the disk before the program starts, without a value', () => {
    const journal: Written[] = [];
    const context = contextOf(journal);
    recordStart(context, request, detailsOf(context));
    expect(journal).toMatchObject([{ durable: true, event: { phase: 'start', args: redacted } }]);
  });

  test('that cannot be written stops the run', () => {
    const context = contextOf([], true);
    expect(() => recordStart(context, request, detailsOf(context))).toThrow('the journal cannot be written');
  });

  test('holds 4 KiB of arguments in all', () => {
    const journal: Written[] = [];
    const context = contextOf(journal);
    const args = Array.from({ length: 100 }, () => 'x'.repeat(100));
    recordStart(context, { ...request, args }, detailsOf(context));
    expect(journal[0]?.event.args).toHaveLength(41);
    expect(journal[0]?.event.args?.at(-1)).toBe('… 60 more');
  });
});

describe('the record of a refused run', () => {
  test('holds no value it opened, in its arguments and in the reason', () => {
    const journal: Written[] = [];
    recordRefusal(contextOf(journal), request, new VaultError('failure', `no ${VALUE} here`), { opened });
    expect(journal).toMatchObject([
      { event: { outcome: 'error', args: redacted, reason: 'no [REDACTED:db/password] here' } },
    ]);
  });
});
