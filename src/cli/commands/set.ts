import { type SetOutcome, setSecret } from '../../app/set-secret.ts';
import { checkKey } from '../../domain/key.ts';
import type { SetInput } from '../definitions/set.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { parseFields, readValues } from '../set-values.ts';
import { changesOf, hasChanges } from '../set-changes.ts';

export async function run(io: Io, { args, options, vaultDir }: SetInput): Promise<number> {
  const key = checkKey(args.key);
  const fields = parseFields(options.field);
  const changes = changesOf(options);
  return withVault(io, vaultDir, 'set', async ({ context }) => {
    const before = context.vault.find(key);
    const needsValue = before === null || changes.replace || !hasChanges(changes);
    const values = await readValues(io, { key, fields, before, needsValue });
    report(io, setSecret(context, { key, ...changes, ...values }));
    return 0;
  });
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
