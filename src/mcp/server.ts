import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { messageOf } from '../app/audited.ts';
import type { Places } from '../app/places.ts';
import { createRunLimit } from '../app/run-limit.ts';
import { hiddenPlaces } from '../app/run-sandbox.ts';
import { VaultError } from '../errors.ts';
import { endAllGroups, killAllGroups } from '../process/process-group.ts';
import { claimOutput } from './claimed-output.ts';
import { createInFlight } from './in-flight.ts';
import { type ConnectionEnd, LineTransport } from './line-transport.ts';
import { watchProcess } from './process-end.ts';
import { createProtocolServer } from './protocol-server.ts';
import { createVaultProvider, openWithPassword, type VaultProvider } from './vault-provider.ts';

export interface ServeOptions {
  readonly places: Places;
  /** The process's own: the master password is taken out of it. */
  readonly env: NodeJS.ProcessEnv;
  /** Absolute; the working directory of every run. */
  readonly cwd: string;
  readonly clock: () => Date;
  readonly version: string;
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

const MAX_RUNNING = 8;
const MAX_WAITING = 64;
/** How long children have after TERM, and how long ending may take in all. */
const CHILD_GRACE_MS = 1000;
const END_WITHIN_MS = 1800;

const exitCodes: Readonly<Record<ConnectionEnd, number>> = {
  'input ended': 0,
  'output closed': 0,
  'line too long': 1,
};

/**
 * Serves the tools over standard input and output until the client has gone or a signal comes. Resolves
 * with the exit code, no child left and every record written. Without a vault or a password it starts too.
 */
export async function serve(options: ServeOptions): Promise<number> {
  const warn = (message: string): void => void options.stderr.write(`vaultctl: ${message}\n`);
  const processEnd = watchProcess(warn);
  const password = takePassword(options.env);
  const vault = createVaultProvider(() =>
    openWithPassword(options.places, password, options.env, options.clock),
  );
  const inFlight = createInFlight();
  const stop = new AbortController();
  const scope = {
    vault,
    warn,
    env: options.env,
    cwd: options.cwd,
    clock: options.clock,
    version: options.version,
    policyFile: options.places.policyFile,
    hidden: hiddenPlaces(options.places, options.env),
    limit: createRunLimit(MAX_RUNNING, MAX_WAITING),
    track: inFlight.track,
    stop: stop.signal,
  };
  const output = claimOutput(options.stdout, options.stderr);
  const transport = new LineTransport(options.stdin, output);
  const connection = serveStdio(() => createProtocolServer(scope), { transport });
  openAhead(vault, warn);

  const exitCode = await Promise.race([processEnd.asked, transport.ended.then((why) => exitCodes[why])]);
  stop.abort();
  await atMost(
    END_WITHIN_MS,
    Promise.all([endAllGroups(CHILD_GRACE_MS), inFlight.settled().then(() => output.written())]),
  );
  killAllGroups();
  await connection.close();
  vault.close();
  processEnd.release();
  // A client that reads no more would keep the process waiting for ever to write the rest.
  if (isUnwritten(options.stdout) || isUnwritten(options.stderr)) process.exit(exitCode);
  return exitCode;
}

function isUnwritten(stream: Writable): boolean {
  return !stream.destroyed && stream.writableLength > 0;
}

/** Takes the password out of the environment, where children and crash reports could find it. */
function takePassword(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { VAULT_PASSWORD, VAULT_PASSWORD_FILE } = env;
  delete env['VAULT_PASSWORD'];
  return { VAULT_PASSWORD, VAULT_PASSWORD_FILE };
}

/** Derives the key while the client shakes hands; calls say again what goes wrong. */
function openAhead(vault: VaultProvider, warn: (message: string) => void): void {
  vault.open().catch((error: unknown) => {
    const hint = error instanceof VaultError && error.hint !== undefined ? ` (${error.hint})` : '';
    warn(`the vault is not open: ${messageOf(error)}${hint}; every tool call fails until this is mended`);
  });
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, delay(ms, undefined, { signal: timer.signal })]);
  timer.abort();
}
