import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client, CommandLine, Fields, FilePlace, System } from '../domain/clients/client.ts';
import { projectPlaces } from '../domain/clients/clients.ts';
import { type Table, wantedEntry } from '../domain/clients/entry.ts';
import { entryIn, withEntry, withoutEntry } from '../domain/clients/settings-text.ts';
import { VaultError } from '../errors.ts';
import { keptCopies, readSettingsFile, replaceSettingsFile, type SettingsFile } from './settings-file.ts';

export type Scope = 'user' | 'project';

/** Whose client it is about, and where. */
export interface Connection {
  readonly client: Client;
  readonly scope: Scope;
  readonly system: System;
  /** Absolute: the project's directory. */
  readonly directory: string;
  /** What starts our server. */
  readonly commandLine: CommandLine;
}

/** A change that was worked out and not made yet. */
export interface ClientChange {
  readonly file: SettingsFile;
  /** Our entry before and after; undefined where there is none. */
  readonly before: unknown;
  readonly after: Table | undefined;
  /** What the file is to hold; null: nothing, and it goes. */
  readonly text: string | null;
  readonly newMode: number;
}

/** Works out how our entry gets into the client's file; null when it is there as it has to be. Throws `failure`. */
export function planConnection(connection: Connection): ClientChange | null {
  const { client } = connection;
  const fields = client.fields(connection.commandLine);
  const file = readSettingsFile(placeOf(connection));
  return about(file.path, () => {
    const old = file.content?.text ?? '';
    const before = entryIn(old, client);
    const after = wantedEntry(before, fields);
    const text = withEntry(old, client, fields);
    return text === old ? null : { file, before, after, text, newMode: modeOf(connection) };
  });
}

/** Works out how our entry gets out of the client's file; null when there is none. Throws `failure`. */
export function planDisconnection(connection: Connection): ClientChange | null {
  const { client } = connection;
  const file = readSettingsFile(placeOf(connection));
  return about(file.path, () => {
    const old = file.content?.text ?? '';
    const before = entryIn(old, client);
    if (before === undefined) return null;
    const text = textBefore(file, client, client.fields(connection.commandLine));
    return { file, before, after: undefined, text, newMode: modeOf(connection) };
  });
}

/** Makes a change. Answers the path of the copy of what was there, null when nothing was. Throws `failure`. */
export function carryOut({ file, text, newMode }: ClientChange): string | null {
  return replaceSettingsFile(file, text, newMode);
}

/** The file of the client that is in use. Throws `failure` for a scope the client has not. */
export function placeOf(connection: Connection): string {
  const { client, scope, system, directory } = connection;
  const places = scope === 'user' ? client.userFiles(system) : projectPlaces(client, directory);
  if (places === null) {
    throw new VaultError(
      'failure',
      `${client.title} has no settings for a single project`,
      'leave --project out to connect it for the user',
    );
  }
  // A variable of the client's may hold a relative path.
  return resolve(directory, fileInUse(places, client));
}

function fileInUse(places: readonly FilePlace[], client: Client): string {
  const [usual] = places.slice(-1);
  if (usual === undefined) throw new TypeError('a client without files');
  if (places.length === 1) return usual.file;
  const found = places.find(({ file }) => {
    const { content } = readSettingsFile(file);
    return content !== null && about(file, () => entryIn(content.text, client)) !== undefined;
  });
  const inUse = places.find(({ inUseWith }) => inUseWith === undefined || existsSync(inUseWith));
  return (found ?? inUse ?? usual).file;
}

/**
 * The text as it was before our entry came, to the byte where a copy shows it or there was no file; otherwise the text
 * of today without our entry. A copy counts when putting our entry into it gives today's text.
 */
function textBefore({ path, target, content }: SettingsFile, client: Client, fields: Fields): string | null {
  const old = content?.text ?? '';
  const isBefore = (text: string): boolean => {
    try {
      return entryIn(text, client) === undefined && withEntry(text, client, fields) === old;
    } catch (error) {
      if (error instanceof VaultError) return false;
      throw error;
    }
  };
  const copy = keptCopies(path).find(isBefore);
  if (copy !== undefined) return copy;
  return path === target && isBefore('') ? null : withoutEntry(old, client);
}

/** A file that other people of a project get may be read by them. */
function modeOf({ scope }: Connection): number {
  return scope === 'user' ? 0o600 : 0o644;
}

/** What is wrong with a text, as an error about its file. */
function about<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    throw new VaultError(
      'failure',
      `${path} ${error.message}`,
      'nothing was changed; mend the file, or move it away',
    );
  }
}
