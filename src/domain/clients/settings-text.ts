/**
 * Our entry in the text of a client's settings: text in, text out, and nothing else in it changes. Errors begin with a
 * verb, for the name of the file to stand before it.
 */

import { VaultError } from '../../errors.ts';
import { type Client, type Fields, SERVER_NAME } from './client.ts';
import { isSame, isTable, type Table, wantedEntry } from './entry.ts';
import { putJson, readJson, refuseTwice, removeJson } from './json-document.ts';
import { putToml, readToml, refuseInline, removeToml } from './toml-document.ts';

const BOM = '\uFEFF';

/** What the text has under our name; undefined when nothing. Throws `failure` for a text that is not whole. */
export function entryIn(text: string, client: Client): unknown {
  const servers = read(withoutMark(text), client)[client.container];
  return isTable(servers) && Object.hasOwn(servers, SERVER_NAME) ? servers[SERVER_NAME] : undefined;
}

/** The text with our entry as it has to be; the same text when it is so already. Throws `failure`. */
export function withEntry(text: string, client: Client, fields: Fields): string {
  return change(text, client, (body, found) => {
    const wanted = wantedEntry(found, fields);
    return { wanted, body: put(body, client, found, wanted) };
  });
}

/** The text without our entry. Throws `failure`. */
export function withoutEntry(text: string, client: Client): string {
  return change(text, client, (body, found) => {
    const path = [client.container, SERVER_NAME];
    if (found === undefined) return { wanted: undefined, body };
    return {
      wanted: undefined,
      body: client.format === 'toml' ? removeToml(body, path) : removeJson(body, path),
    };
  });
}

type Edit = (body: string, found: unknown) => { readonly wanted: Table | undefined; readonly body: string };

function change(text: string, client: Client, edit: Edit): string {
  const mark = text.startsWith(BOM) ? BOM : '';
  const before = withoutMark(text);
  refuseUnfit(before, client);
  const { wanted, body } = edit(before, entryIn(text, client));
  if (!isAsMeant(before, body, client, wanted)) {
    throw new VaultError('failure', 'is written in a way that cannot be changed safely');
  }
  return mark + body;
}

function put(body: string, client: Client, found: unknown, wanted: Table): string {
  const path = [client.container, SERVER_NAME];
  return client.format === 'toml' ? putToml(body, path, found, wanted) : putJson(body, path, found, wanted);
}

function refuseUnfit(body: string, client: Client): void {
  const { container } = client;
  const servers = read(body, client)[container];
  if (servers !== undefined && !isTable(servers)) {
    throw new VaultError('failure', `has a "${container}" that holds no servers`);
  }
  if (client.format === 'toml') refuseInline(body, container);
  else refuseTwice(body, [container, SERVER_NAME]);
}

/** The proof of an edit: read back, our entry is what was wanted, and everything else what it was. */
function isAsMeant(before: string, after: string, client: Client, wanted: Table | undefined): boolean {
  return isSame(entryIn(after, client), wanted) && isSame(foreign(before, client), foreign(after, client));
}

/** Everything but our entry, and but a container without anything else. */
function foreign(body: string, client: Client): Table {
  const { [client.container]: servers, ...rest } = read(body, client);
  const { [SERVER_NAME]: _, ...others } = isTable(servers) ? servers : {};
  return Object.keys(others).length === 0 ? rest : { ...rest, [client.container]: others };
}

function read(body: string, { format }: Client): Table {
  return format === 'toml' ? readToml(body) : readJson(body, { strict: format === 'json' });
}

function withoutMark(text: string): string {
  return text.startsWith(BOM) ? text.slice(1) : text;
}
