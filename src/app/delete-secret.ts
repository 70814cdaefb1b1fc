import { actorFields, type AppContext } from './context.ts';
import { secretNotFound } from './find-secret.ts';
import { recordingFailure } from './audited.ts';

/** Removes a secret with its values. Throws `not-found`. */
export function deleteSecret(context: AppContext, key: string): void {
  recordingFailure(context, { key }, () =>
    context.vault.change(
      (transaction) => {
        const secret = transaction.find(key);
        if (secret === null) throw secretNotFound(key);
        transaction.remove(secret);
      },
      () => ({ ...actorFields(context.actor), outcome: 'success', key }),
    ),
  );
}
