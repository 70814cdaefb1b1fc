import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import type { MasterPassword } from '../app/master-password.ts';
import { VaultError } from '../errors.ts';
import type { SessionStatus, SessionTerms } from './messages.ts';
import { parseStarted } from './replies.ts';

/** Where the session's process is told what it begins with, and says that it has begun. */
export const START_DESCRIPTOR = 3;

/**
 * Starts the session's process, which is beside the file that was started, and outlives this one and its terminal. Resolves when clients can connect. Throws what
 * it failed with: `locked` on a wrong password.
 */
export async function startSession(
  [runtime, file]: readonly [runtime: string, file: string],
  folder: string,
  { password, unlock, terms }: MasterPassword & { readonly terms: SessionTerms },
): Promise<SessionStatus> {
  const child = spawn(runtime, ['--disable-sigusr1', join(dirname(file), 'session.mjs'), folder], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
    cwd: '/',
    // Of the environment only what finds the home directory; what programs get goes over the pipe.
    env: { HOME: terms.env['HOME'] ?? '/' },
  });
  const pipe = child.stdio[START_DESCRIPTOR];
  if (!(pipe instanceof Socket)) throw new TypeError('the session has no pipe');
  child.on('error', () => pipe.destroy());
  pipe.on('error', () => undefined);
  pipe.write(`${JSON.stringify({ password: password.toString('base64'), unlock, terms })}\n`);
  let answer = '';
  pipe.setEncoding('utf8').on('data', (text: string) => (answer += text));
  await new Promise<void>((resolve) => pipe.once('close', () => resolve()));
  child.unref();
  if (answer === '') throw new VaultError('failure', 'the session could not be started');
  const started = parseStarted(answer);
  if ('status' in started) return started.status;
  throw new VaultError(started.failed.code, started.failed.message, started.failed.hint);
}
