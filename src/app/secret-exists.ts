import { audited } from './audited.ts';
import type { AppContext } from './context.ts';

/** Section 4.3: metadata of a key, or that there is no such secret, which is not an error. */
export interface Existence {
  readonly exists: boolean;
  readonly key: string;
  /** null when there are none. */
  readonly tags: readonly string[] | null;
  readonly expires_at?: string;
  readonly has_notes: boolean;
  readonly has_url: boolean;
  readonly created_at?: string;
  readonly updated_at?: string;
}

export function secretExists(context: AppContext, key: string): Existence {
  return audited(context, { key }, () => {
    const secret = context.vault.find(key);
    if (secret === null) return { exists: false, key, tags: null, has_notes: false, has_url: false };
    return {
      exists: true,
      key,
      tags: secret.tags.length === 0 ? null : secret.tags,
      ...(secret.expiresAt !== undefined && { expires_at: secret.expiresAt }),
      has_notes: secret.notes !== undefined,
      has_url: secret.url !== undefined,
      created_at: secret.createdAt,
      updated_at: secret.updatedAt,
    };
  });
}
