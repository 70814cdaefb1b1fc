import { parseDuration } from '../domain/duration.ts';
import { VaultError } from '../errors.ts';

const LONGEST = 24 * 60 * 60 * 1000;

/** How long a run may take, in milliseconds: 1 ms to 24 h. Throws `invalid`. */
export function parseRunTimeout(text: string): number {
  const timeout = parseDuration(text);
  if (timeout >= 1 && timeout <= LONGEST) return timeout;
  throw new VaultError('invalid', 'invalid timeout: from 1ms to 24h', 'such as 30s or 5m');
}
