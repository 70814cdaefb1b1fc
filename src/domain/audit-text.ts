import { maskTokens } from './token-shapes.ts';

const MAX_BYTES = 4096;
const CUT = '…';

/**
 * A text as the journal may keep it: known token shapes masked, 4 KiB at most, cut between characters.
 * Values the caller knows must be redacted before.
 */
export function auditText(text: string): string {
  const masked = maskTokens(text);
  if (Buffer.byteLength(masked) <= MAX_BYTES) return masked;
  const bytes = Buffer.from(masked).subarray(0, MAX_BYTES - Buffer.byteLength(CUT));
  return new TextDecoder().decode(bytes, { stream: true }) + CUT;
}
