import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ClientId } from '../domain/clients/client.ts';
import { clients } from '../domain/clients/clients.ts';
import { VaultError } from '../errors.ts';
import { type Connection, placeOf, planConnection, planDisconnection, type Scope } from './connect-client.ts';

/**
 * `connected`: with the entry that would be written; `differs`: with another one; `not connected`: the client is here,
 * without an entry; `absent`: so is the client; `unreadable`: its file is not whole.
 */
export type ClientState = 'connected' | 'differs' | 'not connected' | 'absent' | 'unreadable';

export interface SurveyedClient {
  readonly client: ClientId;
  readonly scope: Scope;
  readonly state: ClientState;
  /** Where the entry is or would be. */
  readonly file: string;
  /** What is wrong with the file. */
  readonly reason?: string;
}

/** Every client for the user, and those with a file in the project. Changes nothing. */
export function surveyClients(place: Omit<Connection, 'client' | 'scope'>): SurveyedClient[] {
  return clients.flatMap((client) => {
    const user = survey({ ...place, client, scope: 'user' });
    if (client.projectFiles === null) return [user];
    const project = survey({ ...place, client, scope: 'project' });
    // In the home directory they are the same file.
    const isOwn =
      project.state !== 'absent' && project.state !== 'not connected' && project.file !== user.file;
    return isOwn ? [user, project] : [user];
  });
}

function survey(connection: Connection): SurveyedClient {
  const { client, scope } = connection;
  let file = '';
  try {
    file = placeOf(connection);
    return { client: client.id, scope, state: stateOf(connection, file), file };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { client: client.id, scope, state: 'unreadable', file, reason: error.message };
  }
}

function stateOf(connection: Connection, file: string): ClientState {
  if (planDisconnection(connection) !== null) {
    return planConnection(connection) === null ? 'connected' : 'differs';
  }
  // Claude Code has its file in the home directory, which says nothing.
  const { home } = connection.system;
  const isHere = existsSync(file) || (dirname(file) !== home && existsSync(dirname(file)));
  return isHere ? 'not connected' : 'absent';
}
