import { setImmediate } from 'node:timers/promises';
import type { Secret } from '../domain/secret.ts';
import { type ScoredSecret, type SecurityScore, scoreSecrets } from '../domain/score.ts';
import { audited, recordFailure } from './audited.ts';
import type { AppContext } from './context.ts';
import { textOf } from './opened-text.ts';

/** Section 4.9: rates every single value and sensitive field. No value is in the answer. */
export async function scoreVault(
  context: AppContext,
  request: { readonly includeKeys: boolean },
): Promise<SecurityScore> {
  try {
    const rated = context.vault.list().map((secret) => openRated(context, secret));
    const score = await scoreSecrets(rated, context.clock(), {
      includeKeys: request.includeKeys,
      limited: true,
      pause: () => setImmediate(),
    });
    return audited(context, {}, () => score);
  } catch (error) {
    recordFailure(context, {}, error);
    throw error;
  }
}

function openRated(context: AppContext, secret: Secret): ScoredSecret {
  const values = context.vault.open(secret);
  return {
    key: secret.key,
    ...(secret.expiresAt !== undefined && { expiresAt: secret.expiresAt }),
    values: secret.fields
      .filter((field) => field.sensitive)
      .map((field) => ({
        field: field.name,
        value: textOf(values, field.name),
        ...(field.kind !== undefined && { kind: field.kind }),
      })),
  };
}
