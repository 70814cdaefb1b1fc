/** Argon2id (RFC 9106, version 0x13): the master password into 32 bytes. */

import * as nodeCrypto from 'node:crypto';
import { VaultError } from '../errors.ts';

export interface KdfParameters {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

/** RFC 9106's second recommended choice. */
export const defaultKdf: KdfParameters = { memory: 64 * 1024, passes: 3, lanes: 4 };

const floor: KdfParameters = { memory: 64 * 1024, passes: 3, lanes: 1 };
const ceiling: KdfParameters = { memory: 1024 * 1024, passes: 10, lanes: 16 };

const LENGTH = 32;
const ARGON2ID = 2;

/** Throws `damaged` outside the bounds: too little is a forged header, too much would exhaust the machine. */
export function checkKdf(parameters: KdfParameters): void {
  for (const name of ['memory', 'passes', 'lanes'] as const) {
    const value = parameters[name];
    if (value >= floor[name] && value <= ceiling[name]) continue;
    throw new VaultError(
      'damaged',
      `the password slot asks for Argon2id ${name} ${value}, outside ${floor[name]} to ${ceiling[name]}`,
      'the header was damaged or altered; restore the vault from a backup',
    );
  }
}

/** Derives 32 bytes; the parameters are checked before any memory is taken. */
export async function deriveFromPassword(
  password: Buffer,
  salt: Buffer,
  parameters: KdfParameters,
): Promise<Buffer> {
  checkKdf(parameters);
  const argon2 = await loadArgon2();
  return argon2(password, salt, parameters);
}

type Argon2 = (password: Buffer, salt: Buffer, parameters: KdfParameters) => Promise<Buffer>;

/** The native module takes half the time of Node's own Argon2, which is there where the module is not. */
async function loadArgon2(): Promise<Argon2> {
  try {
    const { hashRaw } = await import('@node-rs/argon2');
    return (password, salt, { memory, passes, lanes }) =>
      hashRaw(password, {
        algorithm: ARGON2ID,
        memoryCost: memory,
        timeCost: passes,
        parallelism: lanes,
        outputLen: LENGTH,
        salt,
      });
  } catch {
    return argon2OfNode;
  }
}

/** The same function from `node:crypto` (Node 24.7 and later). */
export const argon2OfNode: Argon2 = (password, salt, { memory, passes, lanes }) => {
  if (typeof nodeCrypto.argon2 !== 'function') {
    throw new VaultError('failure', 'no Argon2 implementation can be loaded', 'use Node 24.7 or later');
  }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parameters = {
    message: password,
    nonce: salt,
    memory,
    passes,
    parallelism: lanes,
    tagLength: LENGTH,
  };
  nodeCrypto.argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  return promise;
};
