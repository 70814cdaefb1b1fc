import type { ClientChange } from '../../app/connect-client.ts';
import { SERVER_NAME } from '../../domain/clients/client.ts';
import { isSame, isTable, type Table } from '../../domain/clients/entry.ts';
import { shownEntry, shownTable } from '../../domain/clients/shown-entry.ts';

/** The entry before and after, a line a field, marked by `-`, `+` or a space. What may be a secret is hidden. */
export function renderClientChange({ before, after }: Pick<ClientChange, 'before' | 'after'>): string[] {
  if (!isTable(before) || after === undefined) {
    return [...wholeEntry('-', before), ...wholeEntry('+', after)];
  }
  const names = [...Object.keys(after), ...Object.keys(before).filter((name) => !Object.hasOwn(after, name))];
  const lines = names.flatMap((name) => {
    if (isSame(before[name], after[name])) return [fieldLine(' ', after, name)];
    return [...fieldLines('-', before, name), ...fieldLines('+', after, name)];
  });
  return [`  ${SERVER_NAME}`, ...lines];
}

function wholeEntry(mark: string, entry: unknown): string[] {
  if (entry === undefined) return [];
  if (!isTable(entry)) return [`${mark} ${SERVER_NAME}: ${JSON.stringify(shownEntry(entry))}`];
  return [`${mark} ${SERVER_NAME}`, ...Object.keys(entry).map((name) => fieldLine(mark, entry, name))];
}

function fieldLines(mark: string, entry: Table, name: string): string[] {
  return Object.hasOwn(entry, name) ? [fieldLine(mark, entry, name)] : [];
}

function fieldLine(mark: string, entry: Table, name: string): string {
  return `${mark}   ${name}: ${JSON.stringify(shownTable(entry)[name])}`;
}
