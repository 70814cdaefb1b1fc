/** The operating system's keychain, asked by a helper process: its library blocks, and a process can be ended. */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface KeychainRequest {
  readonly operation: 'get' | 'set' | 'delete';
  /** Which of this program's entries. */
  readonly account: string;
  /** For `set`. */
  readonly secret?: Buffer;
}

/** `secret` is what `get` found. What went wrong is said in words without a secret. */
export type KeychainAnswer =
  | { readonly kind: 'done'; readonly secret: Buffer }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed'; readonly reason: string };

/** How the helper ends. */
export const HELPER_EXIT = { done: 0, absent: 3, noLibrary: 4, failed: 5 } as const;

/** Asks once, for at most `patienceMs`. Never throws for what the keychain does. */
export function askKeychain(
  { operation, account, secret }: KeychainRequest,
  env: NodeJS.ProcessEnv,
  patienceMs: number,
): Promise<KeychainAnswer> {
  const helper = helperFile();
  if (helper === null) return Promise.resolve({ kind: 'failed', reason: NO_LIBRARY });
  const child = spawn(process.execPath, [helper, operation, account], {
    env: helperEnvironment(env),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return answerOf(child, secret ?? Buffer.alloc(0), patienceMs);
}

const NO_LIBRARY = 'the library that reaches it is not installed (the optional package @napi-rs/keyring)';

/** Beside the built program's parts, or beside this file where the sources run as they are. */
function helperFile(): string | null {
  const files = ['../keychain-helper.mjs', './keychain-helper.ts'].map((name) =>
    fileURLToPath(new URL(name, import.meta.url)),
  );
  return files.find((file) => existsSync(file)) ?? null;
}

function answerOf(
  child: ChildProcessByStdio<Writable, Readable, null>,
  secret: Buffer,
  patienceMs: number,
): Promise<KeychainAnswer> {
  const { promise, resolve } = Promise.withResolvers<KeychainAnswer>();
  const chunks: Buffer[] = [];
  const settle = (answer: KeychainAnswer): void => {
    clearTimeout(timer);
    resolve(answer);
  };
  const timer = setTimeout(() => {
    settle({ kind: 'failed', reason: `it did not answer in ${patienceMs / 1000} seconds` });
    child.kill('SIGKILL');
  }, patienceMs);
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // It may be gone before it has read.
  child.stdin.on('error', () => undefined);
  child.stdin.end(secret);
  child.on('error', () => settle({ kind: 'failed', reason: 'its helper process cannot be started' }));
  child.on('close', (code) => {
    settle(answerFrom(code, Buffer.concat(chunks)));
    for (const chunk of chunks) chunk.fill(0);
  });
  return promise;
}

function answerFrom(code: number | null, output: Buffer): KeychainAnswer {
  switch (code) {
    case HELPER_EXIT.done:
      return { kind: 'done', secret: output };
    case HELPER_EXIT.absent:
      return { kind: 'absent' };
    case HELPER_EXIT.noLibrary:
      return { kind: 'failed', reason: NO_LIBRARY };
    case HELPER_EXIT.failed:
      return { kind: 'failed', reason: reasonFor(output.toString('utf8')) };
    default:
      return { kind: 'failed', reason: 'its helper process ended without an answer' };
  }
}

/** What the library says, in words that say what is missing. */
function reasonFor(message: string): string {
  const [, reason] = known.find(([pattern]) => pattern.test(message)) ?? [];
  return reason ?? `it says: ${message.slice(0, 200)}`;
}

const known: readonly (readonly [RegExp, string])[] = [
  [
    /freedesktop\.secrets was not provided/,
    'no program offers the Secret Service on the session bus (gnome-keyring, KWallet and KeePassXC do)',
  ],
  [/autolaunch|Failed to connect to socket|Unable to autolaunch/i, 'there is no session bus (D-Bus) here'],
  [/no result found/, 'the Secret Service has no default keyring to keep anything in'],
  [/dismissed|is locked|unlock/i, 'it is locked, and nobody unlocked it'],
];

const PASSED_ON = [
  'HOME',
  'PATH',
  'USER',
  'LANG',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
  'DISPLAY',
  'WAYLAND_DISPLAY',
];

/** What leads to the session bus, and nothing else. Agent clients often hand on no more than PATH and HOME. */
export function helperEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const picked: NodeJS.ProcessEnv = {};
  for (const name of PASSED_ON) if (env[name] !== undefined) picked[name] = env[name];
  const runtime = env['XDG_RUNTIME_DIR'] || `/run/user/${process.getuid?.()}`;
  if (!picked['DBUS_SESSION_BUS_ADDRESS'] && existsSync(`${runtime}/bus`)) {
    picked['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${runtime}/bus`;
  }
  return picked;
}
