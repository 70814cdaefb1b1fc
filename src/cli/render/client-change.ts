import type { ClientChange } from '../../app/connect-client.ts';
import { shownEntry } from '../../domain/clients/shown-entry.ts';
import { SERVER_NAME } from '../../domain/clients/client.ts';

/** The entry before and after, in lines that begin with `-`, `+` or a space. What may be a secret is hidden. */
export function renderClientChange({ before, after }: Pick<ClientChange, 'before' | 'after'>): string[] {
  const [old, next] = [linesOf(before), linesOf(after)];
  const kept = new Set(old.filter((line) => next.includes(line)));
  if (old.length === 0 || next.length === 0) {
    return [...old.map((line) => `- ${line}`), ...next.map((line) => `+ ${line}`)];
  }
  const gone = old.filter((line) => !kept.has(line)).map((line) => `- ${line}`);
  return [...gone, ...next.map((line) => `${kept.has(line) ? ' ' : '+'} ${line}`)];
}

/** `name: value` lines, a line for each argument. */
function linesOf(entry: unknown): string[] {
  if (entry === undefined) return [];
  return `${SERVER_NAME}: ${JSON.stringify(shownEntry(entry), null, 2)}`.split('\n');
}
