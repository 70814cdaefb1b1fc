/** The session's socket. */

import { chmodSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { VaultError } from '../errors.ts';
import { socketIn } from './place.ts';

export interface Listener {
  /** Whether clients still find it. */
  isReachable(): boolean;
  /** Takes no more clients, and the socket away. */
  close(): void;
}

/** Enough for every agent and terminal of a person. */
const MAX_CLIENTS = 256;

/**
 * Listens in the folder, in the place of a socket nobody answers at any more. Throws `failure`. The socket is made under
 * another name and moved, so that clients find one that answers, and only its owner can reach it, from the beginning.
 */
export async function listen(folder: string, onClient: (socket: Socket) => void): Promise<Listener> {
  const place = socketIn(folder);
  const draft = `${place}.${process.pid}`;
  const server = createServer(onClient);
  server.maxConnections = MAX_CLIENTS;
  rmSync(draft, { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', () => reject(new VaultError('failure', `no session can be opened at ${place}`)));
    server.listen(draft, resolve);
  });
  chmodSync(draft, 0o600);
  renameSync(draft, place);
  const own = inodeOf(place);
  server.on('error', () => undefined);
  const isReachable = (): boolean => own !== null && inodeOf(place) === own;
  return {
    isReachable,
    close() {
      server.close();
      if (isReachable()) rmSync(place, { force: true });
    },
  };
}

function inodeOf(path: string): number | null {
  return lstatSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
