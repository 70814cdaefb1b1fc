import { homedir } from 'node:os';
import type { Connection } from '../app/connect-client.ts';
import { serverCommand } from '../app/server-command.ts';
import { clients } from '../domain/clients/clients.ts';
import { VaultError } from '../errors.ts';
import type { Io } from './io.ts';

/** The client a command names, and all that is to be known about where it is. Throws `failure` for an unknown one. */
export function connectionOf(
  io: Io,
  name: string,
  project: boolean,
  vaultDir: string | undefined,
): Connection {
  const client = clients.find(({ id }) => id === name);
  if (client === undefined) {
    throw new VaultError('usage', 'no such client', `known are: ${clients.map(({ id }) => id).join(', ')}`);
  }
  return { ...worldOf(io, vaultDir), client, scope: project ? 'project' : 'user' };
}

/** The user's system and what starts the tool server on it. */
export function worldOf(io: Io, vaultDir: string | undefined): Omit<Connection, 'client' | 'scope'> {
  const { env, cwd } = io;
  return {
    system: { platform: process.platform, home: env['HOME'] || homedir(), env },
    directory: cwd,
    commandLine: serverCommand(io, vaultDir),
  };
}
