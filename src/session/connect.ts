import { connect as connectTo, type Socket } from 'node:net';
import { isOwnSocket, isPrivate } from '../vault/own-place.ts';
import { type SessionPlace, socketIn } from './place.ts';

/** Whether a session could be there. Costs a look at the file system. */
export function mayBeUnlocked({ folders }: SessionPlace): boolean {
  return folders.some((folder) => isPrivate(folder) && isOwnSocket(socketIn(folder)));
}

/** A connection to the session of this user; null when there is none. */
export async function connectToSession({ folders }: SessionPlace): Promise<Socket | null> {
  for (const folder of folders) {
    if (!isPrivate(folder) || !isOwnSocket(socketIn(folder))) continue;
    // oxlint-disable-next-line no-await-in-loop -- the first that answers
    const socket = await connected(socketIn(folder));
    if (socket !== null) return socket;
  }
  return null;
}

/** Null when nobody listens: the socket of a session that was killed stays behind. */
function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connectTo(path);
    socket.once('error', () => resolve(null));
    socket.once('connect', () => resolve(socket));
  });
}
