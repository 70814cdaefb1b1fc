import { deleteSecret } from '../../app/delete-secret.ts';
import { VaultError } from '../../errors.ts';
import type { DeleteInput } from '../definitions/delete.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';

export async function run(io: Io, { args: { key }, options, vaultDir }: DeleteInput): Promise<number> {
  const terminal = io.terminal();
  if (!options.yes && terminal === null) {
    throw new VaultError(
      'usage',
      'there is no terminal to ask whether to delete',
      'add --yes to delete without asking',
    );
  }
  return withVault(io, vaultDir, 'delete', async ({ context }) => {
    const asks = !options.yes && context.vault.find(key) !== null;
    if (asks && !(await terminal?.confirm(`Delete ${key}?`))) {
      io.say('nothing was deleted');
      return 1;
    }
    deleteSecret(context, key);
    io.say(`deleted ${key}`);
    return 0;
  });
}
