import { resolve } from 'node:path';
import { readOwnPolicy, readPolicyFile, type ReadPolicy } from '../app/check-policy.ts';
import { findPlaces } from '../app/places.ts';
import type { Io } from './io.ts';

/** Reads the policy of the vault with every check, or the file that is given instead with the checks told. */
export function policyReader(
  io: Io,
  vaultDir: string | undefined,
  file: string | undefined,
): () => Promise<ReadPolicy> {
  const places = findPlaces(io.env, io.cwd, vaultDir);
  const given = file === undefined ? places.policyFile : resolve(io.cwd, file);
  return given === places.policyFile ? () => readOwnPolicy(places) : () => readPolicyFile(given);
}
