import { describe, expect, test } from 'vitest';
import { audited, recordingFailure } from '../../src/app/audited.ts';
import type { AppContext } from '../../src/app/context.ts';
import type { AuditEvent, Source } from '../../src/domain/audit-record.ts';
import { VaultError } from '../../src/errors.ts';

const TOKEN = 'ghp_0123456789abcdefghij';

/** A context whose journal is a list; `full`: its disk is. */
function contextOf(source: Source, journal: AuditEvent[], full = false) {
  const warnings: string[] = [];
  const record = (event: AuditEvent): void => {
    if (full) throw new VaultError('failure', 'the disk is full');
    journal.push(event);
  };
  const context = {
    vault: { record },
    actor: { source, action: 'get', unlock: 'prompt' },
    clock: () => new Date(0),
    warn: (message: string) => void warnings.push(message),
  } as unknown as AppContext;
  return { context, warnings };
}

describe('an answer that cannot be recorded', () => {
  test('is kept from an agent', () => {
    const { context } = contextOf('mcp', [], true);
    expect(() => audited(context, { key: 'a' }, () => 'answer')).toThrow('the disk is full');
  });

  test('is given to the owner, with a warning', () => {
    const { context, warnings } = contextOf('cli', [], true);
    expect(audited(context, { key: 'a' }, () => 'answer')).toBe('answer');
    expect(warnings).toEqual(['this access could not be recorded: the disk is full']);
  });
});

/** What the journal holds after `error` was thrown. */
function failing(error: Error): AuditEvent[] {
  const journal: AuditEvent[] = [];
  const { context } = contextOf('mcp', journal);
  const work = (): never => {
    throw error;
  };
  expect(() => recordingFailure(context, { key: 'a' }, work)).toThrow(error);
  return journal;
}

describe('a failure', () => {
  test('is recorded with its reason', () => {
    expect(failing(new VaultError('not-found', 'secret not found: a'))).toMatchObject([
      { outcome: 'error', key: 'a', reason: 'secret not found: a' },
    ]);
  });

  test('to be allowed something is recorded as denied', () => {
    expect(failing(new VaultError('denied', 'command not allowed'))).toMatchObject([{ outcome: 'denied' }]);
  });

  test('nobody foresaw quotes nothing', () => {
    expect(failing(new TypeError('hunter2'))).toMatchObject([{ reason: 'internal error' }]);
  });
});

test('a token that was given for a key does not get into the journal', () => {
  const journal: AuditEvent[] = [];
  const { context } = contextOf('mcp', journal);
  audited(context, { key: TOKEN, keys: ['a', TOKEN] }, () => null);
  expect(journal).toMatchObject([{ key: 'ghp_[MASKED]', keys: ['a', 'ghp_[MASKED]'] }]);
});
