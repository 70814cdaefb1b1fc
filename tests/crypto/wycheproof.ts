/** Wycheproof vectors, read from beside the project; they are not part of it. */

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

const directory = resolve(import.meta.dirname, '../../../shared/vectors/wycheproof');

/** The groups of a file; none, with a note, where the vectors are not there. */
export function wycheproof(name: string): readonly Group[] {
  const file = resolve(directory, name);
  if (!existsSync(file)) {
    process.stderr.write(`skipped: ${name} is not there\n`);
    return [];
  }
  return JSON.parse(readFileSync(file, 'utf8')).testGroups;
}

export function hex(vector: Vector, name: string): Buffer {
  return Buffer.from(String(vector[name]), 'hex');
}
