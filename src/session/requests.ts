/** What clients send, checked before anything is done with it. Throws for what is not exactly of its shape. */

import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Size } from '../process/terminal/pseudo-terminal.ts';
import type { SessionRequest, SessionTerms } from './messages.ts';

const path = z
  .string()
  .max(4096)
  .refine((text) => isAbsolute(text) && !text.includes('\0'));
const version = z.string().max(64);
const cells = z.int().min(1).max(9999);
const size = z.strictObject({ columns: cells, rows: cells });
const milliseconds = z
  .int()
  .min(0)
  .max(1000 * 365 * 86_400_000);
const termName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9+._-]{0,63}$/);
const modes = z.string().regex(/^[A-Za-z0-9:;=,.-]{1,1024}$/);

const terms = z.strictObject({
  lifetime: milliseconds,
  idle: milliseconds,
  reveal: milliseconds,
  directory: path,
  state: path,
  env: z.record(z.string(), z.string()),
  cwd: path,
  umask: z.int().min(0).max(0o777),
});

const password = z.base64().max(8192);
const proof = z.base64().max(64);

const request = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('command'),
    version,
    argv: z.array(z.string()),
    cwd: path,
    vaultDir: path.optional(),
    terminal: z.strictObject({
      stdin: z.boolean(),
      stdout: z.boolean(),
      stderr: z.boolean(),
      color: z.boolean(),
      person: z.boolean(),
      columns: cells.optional(),
      term: termName.optional(),
    }),
  }),
  z.strictObject({
    type: z.literal('tool'),
    version,
    name: z.string(),
    args: z.record(z.string(), z.unknown()),
    cwd: path,
    vaultDir: path.optional(),
    client: z.string().max(256).optional(),
  }),
  z.strictObject({ type: z.literal('status') }),
  z.strictObject({ type: z.literal('lock') }),
  z.strictObject({ type: z.literal('challenge') }),
  z.strictObject({ type: z.literal('trust'), proof }),
  z.strictObject({ type: z.literal('renew'), proof, terms: z.string() }),
]);

const start = z.strictObject({
  password,
  unlock: z.enum(['environment', 'file', 'prompt', 'keychain']),
  terms,
});

export type SessionStart = z.output<typeof start>;

export function parseRequest(body: Buffer): SessionRequest {
  return request.parse(JSON.parse(body.toString('utf8')));
}

/** What `unlock` hands the session's process. */
export function parseStart(text: string): SessionStart {
  return start.parse(JSON.parse(text));
}

export function parseTerms(text: string): SessionTerms {
  return terms.parse(JSON.parse(text));
}

export function parseSize(body: Buffer): Size {
  return size.parse(JSON.parse(body.toString('utf8')));
}

const signal = z.enum(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2']);

export function parseSignal(body: Buffer): NodeJS.Signals {
  return signal.parse(JSON.parse(body.toString('utf8')));
}

const attached = z.union([z.null(), z.strictObject({ modes, size })]);

/** The client's terminal; null where it turned out to have none. */
export function parseAttached(body: Buffer): { readonly modes: string; readonly size: Size } | null {
  return attached.parse(JSON.parse(body.toString('utf8')));
}
