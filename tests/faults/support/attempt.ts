/** One opening of a vault whose files were altered: what came of it, and that nothing wrong was answered. */

import { expect } from 'vitest';
import { openVault } from '../../../src/vault/open-vault.ts';
import type { Place, Vault } from '../../../src/vault/vault.ts';
import { VaultError } from '../../../src/errors.ts';
import { clock, password } from '../../vault/support.ts';

export interface Expected {
  /** Key to field to value. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The same of states the vault had before; right answers where the vault says that it is older. */
  readonly earlier: readonly ReadonlyMap<string, ReadonlyMap<string, string>>[];
  readonly records: number;
}

/** `unharmed`: all is as it was; `found`: it opens and says what is wrong; otherwise the code it was refused with. */
export type Outcome = 'unharmed' | 'found' | 'damaged' | 'locked' | `failure: ${string}`;

const LONGEST_MS = 10_000;

/** Opens, checks and reads everything. Fails the test on a wrong value, a fault unnoticed, or another error. */
export async function attempt(place: Place, expected: Expected, what: string): Promise<Outcome> {
  const began = performance.now();
  try {
    const vault = await openVault(place, password(), clock);
    try {
      return readAll(vault, expected, what);
    } finally {
      vault.close();
    }
  } catch (error) {
    return refusal(error, what);
  } finally {
    if (performance.now() - began > LONGEST_MS) expect.fail(`${what}: took too long`);
  }
}

export function tally(outcomes: Map<Outcome, number>, outcome: Outcome): void {
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

export function told(outcomes: ReadonlyMap<Outcome, number>): string {
  return [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
}

function readAll(vault: Vault, { values, earlier, records }: Expected, what: string): Outcome {
  const right = vault.rolledBack === null ? [values] : [values, ...earlier];
  let lost = vault.warnings.length + (journalLength(vault) === records ? 0 : 1);
  for (const key of new Set([...values.keys(), ...listed(vault)])) {
    const got = valuesOf(vault, key);
    // A key that is not found under its own name is as lost as one that does not open.
    if (got === 'damaged' || (got === undefined && values.has(key))) lost += 1;
    else if (!right.some((state) => same(state.get(key), got)))
      expect.fail(`${what}: ${key} has a wrong value`);
  }
  const { faults } = vault.verify();
  // Whatever is lost is a fault that the full check names.
  if (lost > 0 && faults.length === 0) expect.fail(`${what}: something is lost, and no fault found`);
  return faults.length > 0 ? 'found' : 'unharmed';
}

function listed(vault: Vault): string[] {
  return orDamaged(() => vault.list().map(({ key }) => key)) ?? [];
}

function valuesOf(vault: Vault, key: string): ReadonlyMap<string, string> | undefined | 'damaged' {
  const found = orDamaged(() => {
    const secret = vault.find(key);
    return {
      values: secret && [...vault.open(secret)].map(([name, value]) => [name, value.toString()] as const),
    };
  });
  if (found === null) return 'damaged';
  return found.values === null ? undefined : new Map(found.values);
}

function journalLength(vault: Vault): number | null {
  return orDamaged(() => [...vault.journal()].length);
}

/** Null when it is damaged; any other failure is none of these. */
function orDamaged<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof VaultError && error.code === 'damaged') return null;
    throw error;
  }
}

function refusal(error: unknown, what: string): Outcome {
  if (!(error instanceof VaultError)) throw error;
  if (error.message.trim() === '') expect.fail(`${what}: refused without a word`);
  if (error.code === 'damaged' || error.code === 'locked') return error.code;
  expect(error.code, what).toBe('failure');
  return `failure: ${error.message.replace(/ format .*/, ' format N')}`;
}

function same(one: ReadonlyMap<string, string> | undefined, two: typeof one): boolean {
  if (one === undefined || two === undefined) return one === two;
  return one.size === two.size && [...one].every(([name, value]) => two.get(name) === value);
}
