import { mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { VaultError } from '../errors.ts';
import { isPrivate } from '../vault/own-place.ts';

/** Where sessions of this user are reached, best first; the session's process makes its socket in the first. */
export interface SessionPlace {
  /** Absolute. Each is the user's alone, or not used. */
  readonly folders: readonly string[];
}

/** What `sockaddr_un` holds on macOS, the shorter of the two. */
const LONGEST_PATH = 103;

/**
 * `$XDG_RUNTIME_DIR`, else what it usually is, for clients that were started without it; then a folder in the state
 * directory.
 */
export function sessionPlace(env: NodeJS.ProcessEnv, state: string): SessionPlace {
  const named = env['XDG_RUNTIME_DIR'];
  const user = process.getuid?.() ?? -1;
  const runtime = named !== undefined && isAbsolute(named) ? named : `/run/user/${user}`;
  return { folders: [...(isPrivate(runtime) ? [join(runtime, 'vaultctl')] : []), join(state, 'session')] };
}

/** The socket in a folder. */
export function socketIn(folder: string): string {
  return join(folder, 'session.sock');
}

/** Makes the folder the session's socket goes to. Throws `failure` where none can be trusted. */
export function makeSessionFolder({ folders }: SessionPlace): string {
  const [folder = ''] = folders;
  if (Buffer.byteLength(socketIn(folder)) > LONGEST_PATH) {
    throw new VaultError(
      'failure',
      `the path of the session's socket is too long: ${socketIn(folder)}`,
      'set XDG_RUNTIME_DIR to a directory with a short path that is yours alone (mode 0700)',
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isPrivate(folder)) return folder;
  throw new VaultError(
    'failure',
    `the folder of the session's socket is open to others: ${folder}`,
    'it must be a directory of yours with mode 0700, and no link',
  );
}
