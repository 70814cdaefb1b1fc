import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { CliResult } from '../spec/support/cli.ts';
import { Home, PASSWORD, useVault } from '../spec/support/home.ts';
import type { Place, Vault } from '../../src/vault/vault.ts';
import { event } from '../vault/support.ts';
import { tell } from './support/counts.ts';
import { compileShim, diskEnvironment, failedCalls, kinds, type DiskFault } from './support/disk.ts';
import { openByKey, vaultKeyOf } from './support/keys.ts';
import { useMemory } from './support/memory-disk.ts';

const OLD = 'the-old-value-8a1f';
const NEW = 'the-new-value-27cd';
const KEPT = 'the-kept-value-91be';
const RAN = 'the program ran';

const folder = fs.mkdtempSync(join(tmpdir(), 'vault-faults-'));
const compiled = compileShim(folder);
if ('why' in compiled) tell(`skipped, failing calls: ${compiled.why}`);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
// The shim stays where it is: what is in memory may be barred from running.
useMemory();

let key = '';
const original = useVault(async (home) => {
  await home.set('app', OLD);
  await home.set('kept', KEPT);
  key = await vaultKeyOf(placeOf(home), Buffer.from(PASSWORD));
});

interface Command {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** The value of `app` when the command has done its work. */
  readonly after: string | undefined;
  readonly code: number;
}

const commands = {
  set: { args: ['set', 'app'], stdin: NEW, after: NEW, code: 0 },
  delete: { args: ['delete', 'app', '--yes'], after: undefined, code: 0 },
  run: { args: ['run', '-k', 'app', '--', '/bin/sh', '-c', `printf '${RAN}'; exit 7`], after: OLD, code: 7 },
} satisfies Record<string, Command>;
// One round is a second or so, and there are dozens in each test.
vi.setConfig({ testTimeout: 300_000 });

/** What fails: every call of each kind, with either error. */
const faults = (['w', 's', 'n', 'c'] as const).flatMap((kind) =>
  (['EIO', 'ENOSPC'] as const).map((error) => ({ kind, error, calls: kinds[kind] })),
);

describe.skipIf('why' in compiled).each(Object.entries(commands))(
  '%s on a disk that fails',
  (name, command) => {
    test.each(faults)('at any $calls with $error leaves the old state or the new, and says so', (fault) =>
      failEach(name, command, fault),
    );
  },
);

// SQLite and Node both go on where a short write stopped; that they do on one command is enough.
test.skipIf('why' in compiled)('a disk that takes half of any one write of set harms nothing', () =>
  failEach('set', commands.set, { kind: 'w', error: 'short' }),
);

async function failEach(
  name: string,
  command: Command,
  { kind, error }: Pick<DiskFault, 'kind' | 'error'>,
): Promise<void> {
  const seen = { calls: 0, refused: 0 };
  for (let at = 1; ; at += 1) {
    const { result, failed } = await runOnce(command, { kind, at, error, times: 1 });
    if (failed === 0) break;
    seen.calls += 1;
    if (result.code !== command.code) seen.refused += 1;
  }
  tell(`${name}, ${kinds[kind]}, ${error}: ${seen.calls} calls failed one by one, ${seen.refused} refused`);
  // A loop that ends at once has not found the calls.
  expect(seen.calls).toBeGreaterThan(2);
}

async function runOnce(command: Command, fault: DiskFault): Promise<{ result: CliResult; failed: number }> {
  const home = new Home();
  await home.create();
  try {
    fs.cpSync(original.dir, home.dir, { recursive: true });
    const log = join(home.dir, 'failed');
    const shim = 'shim' in compiled ? compiled.shim : '';
    const env = diskEnvironment(shim, [home.vault, placeOf(home).state], fault, log);
    const result = await home.cli([...command.args], { env, ...(command.stdin && { stdin: command.stdin }) });
    const failed = failedCalls(log);
    const what = `${JSON.stringify(fault)}\n${JSON.stringify(result, ['code', 'stdout', 'stderr'])}`;
    if (result.code === command.code && anchor(home).equals(anchor(original))) {
      expect(result.stderr, what).toMatch(
        /^vaultctl: warning: .*: a restored older copy .* would go unnoticed$/m,
      );
    }
    expectOutcome(command, result, failed, what);
    await expectWhole(home, command, result, fault, what);
    return { result, failed };
  } finally {
    await home.remove();
  }
}

/** The exit code is the command's own, or 1 with one error; nothing printed holds a value. */
function expectOutcome(
  command: Command,
  { code, stdout, stderr }: CliResult,
  failed: number,
  what: string,
): void {
  for (const value of [OLD, NEW, KEPT, PASSWORD]) expect(stdout + stderr, what).not.toContain(value);
  const complaints = stderr.split('\n').filter((line) => line.startsWith('vaultctl: '));
  const [warnings, others] = [true, false].map((wanted) =>
    complaints.filter((line) => line.startsWith('vaultctl: warning: ') === wanted),
  );
  expect(warnings?.length, what).toBeLessThanOrEqual(failed);
  if (code === command.code) {
    expect(others, what).toEqual([]);
  } else {
    expect(code, what).toBe(1);
    expect(others, what).toEqual([
      expect.stringMatching(/^vaultctl: (the disk|vault\.db|reading or writing) /),
    ]);
    // A program that ran has its own exit code.
    expect(stdout, what).not.toContain(RAN);
  }
}

async function expectWhole(
  home: Home,
  command: Command,
  { code, stdout, stderr }: CliResult,
  { kind, at, error }: DiskFault,
  what: string,
): Promise<void> {
  const expected = code === command.code ? [command.after] : [OLD, command.after];
  if (stderr.includes('nothing was changed')) expected.splice(0, 2, OLD);
  // The next command: the program after each kind of call and every sixth write, this process after all.
  if (error === 'EIO' && (kind !== 'w' || at % 6 === 0)) {
    const next = await home.cli(['get', 'app', '--no-newline']);
    expect(next.stderr.replace(/^vaultctl: secret not found: app\n.*\n$/, ''), what).toBe('');
    expect(expected, what).toContain(next.code === 3 ? undefined : next.stdout);
  }
  const vault = openByKey(placeOf(home), key);
  try {
    expect({ rolledBack: vault.rolledBack, warnings: vault.warnings }, what).toEqual({
      rolledBack: null,
      warnings: [],
    });
    expect(vault.verify().faults, what).toEqual([]);
    expect(expected, what).toContain(valueOf(vault, 'app'));
    expect(valueOf(vault, 'kept'), what).toBe(KEPT);
    const starts = [...vault.journal()].filter(({ action, phase }) => action === 'run' && phase === 'start');
    if (stdout.includes(RAN)) expect(starts, what).toHaveLength(1);
    vault.record(event('list'), { durable: true });
    expect(vault.warnings, what).toEqual([]);
  } finally {
    vault.close();
  }
}

function placeOf(home: Home): Place {
  return { directory: home.vault, state: home.file('.local', 'state', 'vaultctl') };
}

function anchor(home: Home): Buffer {
  const { state } = placeOf(home);
  const name = fs.readdirSync(state).find((file) => file.endsWith('.anchor')) ?? '';
  return fs.readFileSync(join(state, name));
}

function valueOf(vault: Vault, name: string): string | undefined {
  const secret = vault.find(name);
  return secret === null ? undefined : vault.open(secret).get('value')?.toString();
}
