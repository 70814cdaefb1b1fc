import type { AppContext } from './context.ts';

/** An expired secret still runs; its owner should know. */
export function warnOfExpired(context: AppContext, keys: readonly string[]): void {
  for (const key of keys) context.warn(`secret has expired: ${key}`);
}
