import { MAX_VALUE_BYTES } from '../domain/value.ts';
import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';
import { linesOf, readStdin } from './read-stdin.ts';

/** Standard input as exactly one line for each name, in their order. Throws `invalid` for fewer, more or empty ones. */
export async function readInputLines<const Names extends readonly string[]>(
  io: Io,
  names: Names,
): Promise<{ readonly [Index in keyof Names]: Buffer }> {
  const lines = linesOf(await readStdin(io, MAX_VALUE_BYTES));
  const missing = names[lines.length];
  const needed = names.map((name) => `one with ${name}`).join(', then ');
  if (missing !== undefined) {
    throw new VaultError('invalid', `standard input has no line with ${missing}`, `it needs ${needed}`);
  }
  if (lines.length > names.length) {
    throw new VaultError('invalid', 'standard input has too many lines', `it needs ${needed}`);
  }
  const empty = names[lines.findIndex((line) => line.length === 0)];
  if (empty !== undefined) throw new VaultError('invalid', `the line with ${empty} is empty`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as many as there are names
  return lines as { readonly [Index in keyof Names]: Buffer };
}
