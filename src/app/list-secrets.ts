import type { Secret } from '../domain/secret.ts';
import { expiresWithin } from '../domain/time.ts';
import { audited } from './audited.ts';
import type { AppContext } from './context.ts';

export interface ListRequest {
  readonly tag?: string;
  /** Milliseconds. Neither what has expired nor what never does is within it. */
  readonly expiringWithin?: number;
}

/** One secret as listings show it (section 4.2 of the specification). */
export interface SecretSummary {
  readonly key: string;
  readonly field_count: number;
  readonly tags: readonly string[];
  readonly expires_at?: string;
  readonly has_notes: boolean;
  readonly has_url: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Keys and metadata, sorted by code point. Opens no value. */
export function listSecrets(context: AppContext, request: ListRequest): { secrets: SecretSummary[] } {
  return audited(context, {}, () => {
    const now = context.clock();
    const kept = context.vault.list().filter((secret) => isWanted(secret, request, now));
    return { secrets: kept.map(summarize) };
  });
}

function isWanted(secret: Secret, request: ListRequest, now: Date): boolean {
  if (request.tag !== undefined && !secret.tags.includes(request.tag)) return false;
  return request.expiringWithin === undefined || expiresWithin(secret.expiresAt, request.expiringWithin, now);
}

function summarize(secret: Secret): SecretSummary {
  return {
    key: secret.key,
    field_count: secret.fields.length,
    tags: secret.tags,
    ...(secret.expiresAt !== undefined && { expires_at: secret.expiresAt }),
    has_notes: secret.notes !== undefined,
    has_url: secret.url !== undefined,
    created_at: secret.createdAt,
    updated_at: secret.updatedAt,
  };
}
