/**
 * A process of its own that asks the keychain once: OPERATION ACCOUNT. `set` takes the secret from standard input, `get`
 * gives it on standard output; otherwise that has what the library says of a failure. How it ends says how it went.
 */

import { readFileSync, writeSync } from 'node:fs';
import type * as Keyring from '@napi-rs/keyring';
import { HELPER_EXIT } from './keychain.ts';

const SERVICE = 'vaultctl';
// Without it the library falls back to the kernel's key ring, which forgets everything at logout, and says nothing.
const OPTIONS = { linux: { store: 'secret-service' } } as const;

const [operation = '', account = ''] = process.argv.slice(2);
process.exitCode = await work();

async function work(): Promise<number> {
  const library = await load();
  if (library === null) return HELPER_EXIT.noLibrary;
  try {
    return ask(new library.Entry(SERVICE, account, OPTIONS));
  } catch (error) {
    writeSync(1, error instanceof Error ? error.message : 'no reason');
    return HELPER_EXIT.failed;
  }
}

async function load(): Promise<typeof Keyring | null> {
  try {
    return await import('@napi-rs/keyring');
  } catch {
    return null;
  }
}

function ask(entry: Keyring.Entry): number {
  if (operation === 'set') {
    entry.setSecret(readFileSync(0));
    return HELPER_EXIT.done;
  }
  if (operation === 'delete') return entry.deleteCredential() ? HELPER_EXIT.done : HELPER_EXIT.absent;
  const secret = entry.getSecret();
  if (secret === null) return HELPER_EXIT.absent;
  writeSync(1, Buffer.from(secret));
  return HELPER_EXIT.done;
}
