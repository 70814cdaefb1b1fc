import { VaultError } from '../errors.ts';
import { visible } from './render/visible.ts';
import { standardError } from './standard-streams.ts';

/** One line on standard error, and one for a hint. */
export function sayError(error: unknown, say: (line: string) => void = sayOnStandardError): void {
  const lines = error instanceof VaultError ? describe(error) : describeInternal(error);
  for (const line of lines) say(line);
}

export function sayOnStandardError(line: string): void {
  standardError().write(`${visible(line)}\n`);
}

function describe(error: VaultError): string[] {
  const message = `vaultctl: ${error.message}`;
  return error.hint === undefined ? [message] : [message, `  ${error.hint}`];
}

/** The message and the stack of an unforeseen error could quote anything: only its class and code are shown. */
function describeInternal(error: unknown): string[] {
  const kind = error instanceof Error ? error.constructor.name : typeof error;
  const code = error instanceof Error && 'code' in error && /^[A-Z][A-Z0-9_]*$/.test(String(error.code));
  const what = code ? `${kind} ${String(error.code)}` : kind;
  return [
    `vaultctl: internal error (${what})`,
    '  please report this line and what you ran; it holds no secret',
  ];
}
