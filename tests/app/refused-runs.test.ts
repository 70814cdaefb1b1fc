import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { runForAgent } from '../../src/app/run-for-agent.ts';
import { runForOwner } from '../../src/app/run-for-owner.ts';
import { createRunMemory } from '../../src/app/run-memory.ts';
import type { SecretChoice } from '../../src/app/run-request.ts';
import type { AuditEvent } from '../../src/domain/audit-record.ts';
import { VaultError } from '../../src/errors.ts';
import { runContext } from './support.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';
const OTHER = 'w7Yp4Jm9Gc2Vs6Qa8XeUt';
const REDACTED = '[REDACTED:db/password]';
const POLICY = {
  default_action: 'deny',
  sandbox: 'off',
  env_aliases: { prod: [{ pattern: 'app/*', target: 'db/*' }] },
};

const field = { id: '1'.repeat(32), name: 'value', sensitive: true, aliases: [] };
const damaged = { ...field, id: '2'.repeat(32), name: 'damaged' };
const bindings = new Map([['DB', 'value']]);
const secrets = [
  { key: 'db/password', form: 'fields', fields: [damaged, field], tags: [], bindings },
  { key: 'mail', form: 'single', fields: [field], tags: [], bindings: new Map() },
];

let policy: object;
let journal: AuditEvent[];
let opened: Buffer[];
/** What the first record, that of the start, fails with, and what opening the damaged field does. */
let failing: { record?: Error; open: Error };
beforeEach(() => {
  [policy, journal, opened] = [POLICY, [], []];
  failing = { open: new VaultError('damaged', 'the value of damaged does not open') };
});

const vault = {
  find: (key: string) => secrets.find((secret) => secret.key === key) ?? null,
  list: () => secrets,
  openField({ key }: { key: string }, { name }: { name: string }) {
    if (name === damaged.name) throw failing.open;
    const value = Buffer.from(key === 'mail' ? OTHER : VALUE);
    opened.push(value);
    return value;
  },
  record(event: AuditEvent) {
    const { record } = failing;
    delete failing.record;
    if (record) throw record;
    journal.push(event);
  },
};

const keys = (...chosen: string[]): SecretChoice => ({ by: 'keys', keys: chosen });
const through = (alias: string, key: string): SecretChoice => ({ by: 'keys', keys: [key], alias });
const memory = createRunMemory(Buffer.from('master word'));

/** Runs a program with the values as arguments, for both. */
const runs = {
  agent: (choice: SecretChoice, command: string) =>
    runForAgent(context(), { secrets: choice, command, args: [VALUE, OTHER], timeout: 1000 }),
  owner: (choice: SecretChoice, command: string) =>
    runForOwner(context(), { secrets: choice, command, args: [VALUE, OTHER] }),
};

function context() {
  const directory = mkdtempSync(join(tmpdir(), 'vaultctl-refused-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const policyFile = join(directory, 'policy');
  writeFileSync(policyFile, JSON.stringify(policy), { mode: 0o600 });
  return runContext(vault, { policyFile, memory });
}

describe.each([
  ['an agent', runs.agent, 'denied'],
  ['the owner', runs.owner, 'command-not-found'],
] as const)('a refused run of %s leaves a record without the values it would have had', (_, run, code) => {
  test.each<[string, SecretChoice]>([
    ['chosen by key, though one of them is damaged', keys('db/password')],
    ['chosen by a pattern', keys('db/*')],
    ['chosen beside a key there is not', keys('db/none', 'db/password')],
    ['chosen through an alias', through('prod', 'app/password')],
    ['chosen through an alias there is not', through('none', 'db/password')],
    ['chosen by bindings', { by: 'bindings', key: 'db/password' }],
  ])('%s', async (_name, choice) => {
    await expect(run(choice, 'no-such-program')).rejects.toMatchObject({ code });
    expect(journal).toMatchObject([{ args: [REDACTED, OTHER] }]);
    // They were opened for that alone.
    expect(opened).toEqual([Buffer.alloc(VALUE.length)]);
    expect(memory.redactor([], 'full').redactText(VALUE)).toBe(VALUE);
  });

  test('and a key chosen by bindings is no pattern', async () => {
    await expect(run({ by: 'bindings', key: 'db/*' }, 'no-such-program')).rejects.toMatchObject({ code });
    expect(opened).toEqual([]);
  });

  test('and what goes wrong in opening them does not hide why', async () => {
    failing.open = new TypeError('not foreseen');
    await expect(run(keys('db/password'), 'no-such-program')).rejects.toMatchObject({ code });
    expect(journal).toMatchObject([{ args: [REDACTED, OTHER] }]);
  });
});

test.each([
  ['an agent', runs.agent],
  ['the owner', runs.owner],
])(
  'a run of %s that fails after its values were opened leaves a record without them, and opens none again',
  async (_, run) => {
    policy = { ...POLICY, default_action: 'allow' };
    failing.record = new VaultError('failure', 'the disk is full');
    await expect(run(keys('mail'), 'true')).rejects.toThrow('the disk is full');
    expect(journal).toMatchObject([{ outcome: 'error', args: [VALUE, '[REDACTED:mail]'] }]);
    expect(opened).toEqual([Buffer.from(OTHER)]);
  },
);
