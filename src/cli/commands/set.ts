import { type SetOutcome, setSecret } from '../../app/set-secret.ts';
import { checkKey } from '../../domain/key.ts';
import type { Secret } from '../../domain/secret.ts';
import type { SetInput } from '../definitions/set.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { parseFields, readValues } from '../set-values.ts';
import { type Changes, changesOf, hasChanges, onlyTakesAway } from '../set-changes.ts';

export async function run(io: Io, { args, options, vaultDir }: SetInput): Promise<number> {
  const key = checkKey(args.key);
  const fields = parseFields(options.field);
  const changes = changesOf(options);
  return withVault(io, vaultDir, 'set', async ({ context }) => {
    const before = context.vault.find(key);
    const values = await readValues(io, { key, fields, value: valueOf(before, changes) });
    report(io, await setSecret(context, { key, ...changes, ...values }));
    return 0;
  });
}

/** Whether the single value is to come from standard input. */
function valueOf(before: Secret | null, changes: Changes): 'needed' | 'offered' | 'unwanted' {
  if (before === null || changes.replace || !hasChanges(changes)) return 'needed';
  return before.form === 'single' && !onlyTakesAway(changes) ? 'offered' : 'unwanted';
}

function report(io: Io, { secret, created, readable }: SetOutcome): void {
  io.say(`${created ? 'stored' : 'updated'} ${secret.key}`);
  if (secret.form === 'single') return;
  io.say(
    readable.length === 0
      ? '  agents may read none of its fields'
      : `  agents may read: ${readable.join(', ')}`,
  );
}
