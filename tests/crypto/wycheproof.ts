/** Wycheproof vectors (C2SP/wycheproof, `testvectors_v1`): from beside the project, of which they are no part, or from `WYCHEPROOF`. */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Vector {
  readonly tcId: number;
  readonly comment: string;
  readonly result: 'valid' | 'invalid' | 'acceptable';
  /** Hexadecimal, but for `size`. */
  readonly [name: string]: string | number | readonly string[];
}

export interface Group {
  readonly keySize?: number;
  readonly ivSize?: number;
  readonly tagSize?: number;
  readonly tests: readonly Vector[];
}

const directory =
  process.env['WYCHEPROOF'] ?? resolve(import.meta.dirname, '../../../shared/vectors/wycheproof');

/** The groups of a file; none, with a note, where the vectors are not there. */
export function wycheproof(name: string): readonly Group[] {
  const file = resolve(directory, name);
  if (!existsSync(file)) {
    process.stderr.write(`skipped: ${name} is not there\n`);
    return [];
  }
  return JSON.parse(readFileSync(file, 'utf8')).testGroups;
}

/**
 * Runs every vector of `groups` and tells how many there were. `answers` says whether ours does what the vector's result
 * calls for; a mismatch fails with its number.
 */
export function runVectors<G extends Group>(
  name: string,
  groups: readonly G[],
  answers: (vector: Vector, group: G) => boolean,
): { readonly run: number; readonly mismatches: readonly string[] } {
  const all = groups.flatMap((group) => group.tests.map((vector) => ({ vector, group })));
  const mismatches = all
    .filter(({ vector, group }) => !answers(vector, group))
    .map(({ vector }) => `${vector.tcId} (${vector.comment}, ${vector.result})`);
  const valid = all.filter(({ vector }) => vector.result === 'valid').length;
  process.stdout.write(
    `wycheproof: ${name}: ${all.length} vectors, ${valid} of them valid, ${mismatches.length} mismatches\n`,
  );
  return { run: all.length, mismatches };
}

export function hex(vector: Vector, name: string): Buffer {
  return Buffer.from(String(vector[name]), 'hex');
}
