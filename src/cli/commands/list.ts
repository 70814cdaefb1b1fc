import { listSecrets, type SecretSummary } from '../../app/list-secrets.ts';
import { parseDuration } from '../../domain/duration.ts';
import { isExpired } from '../../domain/time.ts';
import type { ListInput } from '../definitions/list.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { printJson } from '../print-answer.ts';
import { renderTable } from '../render/table.ts';

export async function run(io: Io, { options, vaultDir }: ListInput): Promise<number> {
  const { tag } = options;
  const within = options['expiring-within'];
  const filter = {
    ...(tag !== undefined && { tag }),
    ...(within !== undefined && { expiringWithin: parseDuration(within) }),
  };
  // Shown before the vault is closed: of a damaged one, what can be read.
  await withVault(io, vaultDir, 'list', ({ context }) =>
    show(io, options.json, listSecrets(context, filter)),
  );
  return 0;
}

async function show(io: Io, json: boolean, answer: { secrets: readonly SecretSummary[] }): Promise<void> {
  if (json) return printJson(io, answer);
  if (io.stdout.isTerminal) return showTable(io, answer.secrets);
  return io.print(answer.secrets.map(({ key }) => `${key}\n`).join(''));
}

async function showTable(io: Io, secrets: readonly SecretSummary[]): Promise<void> {
  if (secrets.length === 0) return io.say('no secrets');
  const now = io.clock();
  const rows = secrets.map((secret) => [
    secret.key,
    String(secret.field_count),
    dayOf(secret.updated_at),
    secret.expires_at === undefined ? '-' : expiryOf(secret.expires_at, now),
    secret.tags.join(', '),
  ]);
  await io.print(renderTable(['KEY', 'FIELDS', 'UPDATED', 'EXPIRES', 'TAGS'], rows, io.stdout));
}

function expiryOf(time: string, now: Date): string {
  return isExpired(time, now) ? `${dayOf(time)} (expired)` : dayOf(time);
}

function dayOf(time: string): string {
  return time.slice(0, 'YYYY-MM-DD'.length);
}
