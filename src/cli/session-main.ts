/** The process of a session, which `vaultctl unlock` starts: an unlocked vault that does things for its clients. */

import { Socket } from 'node:net';
import { VaultError } from '../errors.ts';
import { closeInspection } from '../process/close-inspection.ts';
import { startGuard } from '../process/guard.ts';
import { guardGroups } from '../process/process-group.ts';
import { Broker } from '../session/broker.ts';
import { parseStart } from '../session/requests.ts';
import { Session } from '../session/session.ts';
import type { Started } from '../session/replies.ts';
import { START_DESCRIPTOR } from '../session/start.ts';
import { performWith } from './session/perform.ts';
import { version } from './version.ts';

process.umask(0o077);
process.title = 'vaultctl session';
closeInspection();
// A terminal that is closed is no reason to end; nor is anything nobody caught to be shown.
process.on('SIGHUP', () => undefined);
const unlocker = new Socket({ fd: START_DESCRIPTOR });
unlocker.on('error', () => undefined);
/** Whoever gives up while the vault is opened wants no session. */
let isGivenUp = false;
unlocker.once('close', () => (isGivenUp = true)).once('end', () => (isGivenUp = true));

let broker: Broker;
try {
  broker = await begin();
} catch (error) {
  const { code, message, hint } =
    error instanceof VaultError ? error : new VaultError('failure', 'the session could not be started');
  await answer({ failed: { code, message, ...(hint !== undefined && { hint }) } });
  process.exit(1);
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void broker.lock('ended'));
process.on('uncaughtException', () => void broker.lock('ended'));
process.on('unhandledRejection', () => void broker.lock('ended'));
if (isGivenUp) void broker.lock('ended');
else await answer({ status: await broker.session.status(0, version()) });
await broker.locked;
// What was answered last is on its way.
setTimeout(() => process.exit(0), 100);

async function begin(): Promise<Broker> {
  const folder = process.argv[2];
  if (folder === undefined) throw new VaultError('failure', 'vaultctl unlock starts a session');
  const { password, unlock, terms } = parseStart(await readLine());
  guardGroups(startGuard());
  const master = { password: Buffer.from(password, 'base64'), unlock };
  const session = await Session.open(master, terms, () => new Date());
  const opened = new Broker(session, performWith(version()));
  await opened.open(folder);
  return opened;
}

/** One line of the unlocker; it keeps its end open for the answer. */
async function readLine(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of unlocker.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    parts.push(chunk);
    if (chunk.at(-1) === 0x0a) break;
  }
  const line = Buffer.concat(parts);
  for (const part of parts) part.fill(0);
  const text = line.toString('utf8');
  line.fill(0);
  return text;
}

function answer(started: Started): Promise<void> {
  return new Promise((resolve) => unlocker.end(JSON.stringify(started), () => resolve()));
}
