import { expect, test } from 'vitest';
import type { RunContext } from '../../src/app/run-context.ts';
import { runForOwner } from '../../src/app/run-for-owner.ts';
import type { AuditEvent } from '../../src/domain/audit-record.ts';
import { VaultError } from '../../src/errors.ts';
import { runContext } from './support.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';
const field = { id: '1'.repeat(32), name: 'value', sensitive: true, aliases: [] };
const secret = { key: 'db/password', form: 'single', fields: [field], tags: [], bindings: new Map() };

/** A context with one secret. `full`: the first record, that of the start, cannot be written. */
function contextOf(journal: AuditEvent[], { full = false } = {}): RunContext {
  const vault = {
    find: (key: string) => (key === secret.key ? secret : null),
    list: () => [secret],
    openField: () => Buffer.from(VALUE),
    record(event: AuditEvent) {
      if (!full) return void journal.push(event);
      full = false;
      throw new VaultError('failure', 'the disk is full');
    },
  };
  return runContext(vault, { actor: { source: 'cli', action: 'run', unlock: 'prompt' } });
}

test('a run that fails after its values were opened leaves a record without them', async () => {
  const journal: AuditEvent[] = [];
  const secrets = { by: 'keys', keys: ['db/password'] } as const;
  const run = runForOwner(contextOf(journal, { full: true }), { secrets, command: 'true', args: [VALUE] });
  await expect(run).rejects.toThrow('the disk is full');
  expect(journal).toMatchObject([{ outcome: 'error', args: ['[REDACTED:db/password]'] }]);
});

test.each([
  ['for a program that is not there', ['db/password'], 'no-such-program', 'command-not-found'],
  ['for a secret that is not there', ['db/none', 'db/password'], 'true', 'not-found'],
])(
  'a run refused %s leaves a record without the values it would have had',
  async (_, keys, command, code) => {
    const journal: AuditEvent[] = [];
    const run = runForOwner(contextOf(journal), { secrets: { by: 'keys', keys }, command, args: [VALUE] });
    await expect(run).rejects.toMatchObject({ code });
    expect(journal).toMatchObject([{ args: ['[REDACTED:db/password]'] }]);
  },
);
