import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';
import { linesOf, readStdin } from './read-stdin.ts';

const MOST_BYTES = 8192;

/** Standard input as exactly one line for each name, in their order. Throws `invalid` for fewer or more. */
export async function readInputLines(io: Io, names: readonly string[]): Promise<Buffer[]> {
  const lines = linesOf(await readStdin(io, MOST_BYTES));
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
  return lines;
}
