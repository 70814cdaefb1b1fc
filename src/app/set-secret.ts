import { checkKey } from '../domain/key.ts';
import type { Secret } from '../domain/secret.ts';
import { recordingFailure } from './audited.ts';
import { actorFields, type AppContext } from './context.ts';
import { editSecret } from './edit-secret.ts';
import { setWarnings } from './set-warnings.ts';
import type { SetRequest } from './set-request.ts';

export interface SetOutcome {
  readonly secret: Secret;
  /** False when the key was there before. */
  readonly created: boolean;
  /** Names of the fields whose values agents may read. */
  readonly readable: readonly string[];
}

/**
 * Stores a secret, or changes what is given of a stored one, all in one transaction.
 * Throws `invalid` with the rule that was broken; then nothing has changed.
 */
export async function setSecret(context: AppContext, request: SetRequest): Promise<SetOutcome> {
  const outcome = recordingFailure(context, { key: request.key }, () => {
    const key = checkKey(request.key);
    return context.vault.change(
      (transaction) => {
        const before = transaction.find(key);
        const secret = transaction.put(editSecret(before, request, context.clock()));
        return { secret, created: before === null, readable: readableFields(secret) };
      },
      () => ({ ...actorFields(context.actor), outcome: 'success', key }),
    );
  });
  for (const warning of await setWarnings(request, outcome.secret)) context.warn(warning);
  return outcome;
}

function readableFields(secret: Secret): string[] {
  return secret.fields.filter((field) => !field.sensitive).map((field) => field.name);
}
