import { isTable, type Table } from './entry.ts';

/** Stands for a value that may be somebody's secret. */
const HIDDEN = '[hidden]';

/** Fields whose values may be shown, as far as they look like paths, options or the words below. */
const SHOWN_FIELDS = new Set(['type', 'source', 'command', 'args', 'cwd', 'env_vars']);
const SHOWN_WORDS = /^(?:stdio|local|custom|vaultctl|mcp-server|node|npx|[A-Z][A-Z0-9_]*)$/;
const PATH = /^(?:~|\.{0,2})\/[^=]*$/;
const OPTION = /^(?:-[a-zA-Z]|--[a-z-]+)$/;

/** An entry to be shown to people: one that somebody wrote may have passwords and tokens in any of its texts. */
export function shownEntry(entry: unknown): unknown {
  return isTable(entry) ? shownTable(entry) : HIDDEN;
}

/** The same for an entry that is a table. */
export function shownTable(entry: Table): Table {
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, shown(value, SHOWN_FIELDS.has(name))]),
  );
}

function shown(value: unknown, mayBeShown: boolean): unknown {
  if (typeof value === 'string') return mayBeShown && looksHarmless(value) ? value : HIDDEN;
  if (Array.isArray(value)) return value.map((item) => shown(item, mayBeShown));
  if (!isTable(value)) return typeof value === 'boolean' ? value : HIDDEN;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shown(item, false)]));
}

function looksHarmless(text: string): boolean {
  return SHOWN_WORDS.test(text) || PATH.test(text) || OPTION.test(text);
}
