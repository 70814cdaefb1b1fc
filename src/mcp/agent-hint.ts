import { SecretNotFoundError } from '../app/find-secret.ts';
import { VaultError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';

const SHOWN_KEYS = 5;

/** What a failure is about and what the agent could do about it; none when there is nothing to say. */
export function agentHint(error: unknown, vault: Vault | undefined): string | undefined {
  const explanation = error instanceof VaultError ? error.explanation : undefined;
  const parts = [explanation, advice(error, vault)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n');
}

/** For a key that is not there, the keys most like it. */
function advice(error: unknown, vault: Vault | undefined): string | undefined {
  if (error instanceof SecretNotFoundError && vault !== undefined) return hintForKey(error.key, vault);
  return error instanceof VaultError ? error.hint : undefined;
}

function hintForKey(asked: string, vault: Vault): string {
  const keys = nearestKeys(
    asked,
    vault.list().map((secret) => secret.key),
  );
  const nearest = keys.length === 0 ? '' : `Nearest keys: ${keys.join(', ')}. `;
  return `${nearest}secret_list shows the keys there are; * in a pattern matches within one segment.`;
}

/** The keys that share most of their letter pairs with the one asked for, best first. */
export function nearestKeys(asked: string, keys: readonly string[]): string[] {
  const wanted = pairsOf(asked);
  return keys
    .map((key) => ({ key, likeness: likeness(wanted, pairsOf(key)) }))
    .filter((candidate) => candidate.likeness > 0.3)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, SHOWN_KEYS)
    .map((candidate) => candidate.key);
}

/** Sørensen–Dice coefficient of two sets, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return (2 * common) / (a.size + b.size);
}

function pairsOf(text: string): ReadonlySet<string> {
  const letters = ` ${text.toLowerCase().slice(0, 256)} `;
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
}
