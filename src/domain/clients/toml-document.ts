import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser';
import { VaultError } from '../../errors.ts';
import { isSame, isTable, type Table } from './entry.ts';
import { tomlKey, tomlValue } from './toml-value.ts';

/** The whole text as values. Throws `failure`: `is not valid TOML (line 3)`. */
export function readToml(text: string): Table {
  const value: unknown = getStaticTOMLValue(treeOf(text));
  if (!isTable(value)) throw new TypeError('a TOML document is a table');
  return value;
}

/** Refuses a text whose servers stand in one inline table, to which nothing can be added by tables. Throws `failure`. */
export function refuseInline(text: string, container: string): void {
  const isInline = treeOf(text).body[0].body.some(
    (node) => node.type === 'TOMLKeyValue' && isSame(namesOf(node.key), [container]),
  );
  if (!isInline) return;
  throw new VaultError(
    'failure',
    `has ${container} in one line; tables such as [${container}.NAME] can be added to`,
  );
}

/** The text with `wanted` at `path`, changed only where it differs. */
export function putToml(text: string, path: readonly string[], found: unknown, wanted: Table): string {
  if (isSame(found, wanted)) return text;
  const parts = partsBelow(text, path);
  const own = parts.find(({ kind, below }) => kind === 'header' && below.length === 0);
  if (own === undefined || !isTable(found)) return append(removeToml(text, path), path, wanted);
  const edits = Object.keys(found)
    .filter((name) => !Object.hasOwn(wanted, name))
    .flatMap((name) => parts.filter(({ below }) => below[0] === name).map(drop));
  for (const [name, value] of Object.entries(wanted)) {
    if (!isSame(found[name], value)) edits.push(...editsOf(text, parts, own, name, value));
  }
  return apply(text, edits);
}

/** The text without what is at `path`: its tables with what is in them, and the empty line before each. */
export function removeToml(text: string, path: readonly string[]): string {
  const ranges = partsBelow(text, path).map((part) =>
    part.kind === 'header' ? withBlankLine(text, wholeLines(text, part.table.range)) : part.lines,
  );
  return apply(
    text,
    ranges
      .filter(([from], index) => !ranges.some(([a, b], other) => other !== index && a <= from && from < b))
      .map(([from, to]) => ({ from, to, put: '' })),
  );
}

/** A piece of the text that says something about the entry. */
type Part =
  | {
      readonly kind: 'header';
      readonly below: readonly string[];
      readonly lines: Range;
      readonly table: AST.TOMLTable;
    }
  | {
      readonly kind: 'value';
      readonly below: readonly string[];
      readonly lines: Range;
      readonly value: Range;
    };

type Range = readonly [from: number, to: number];

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

function partsBelow(text: string, path: readonly string[]): Part[] {
  const parts: Part[] = [];
  const addValue = (node: AST.TOMLKeyValue, names: readonly (string | number)[]): void => {
    const below = isBelow(names, path) ? names.slice(path.length).map(String) : null;
    if (below === null) return;
    parts.push({ kind: 'value', below, lines: wholeLines(text, node.range), value: node.value.range });
  };
  for (const node of treeOf(text).body[0].body) {
    if (node.type === 'TOMLKeyValue') {
      addValue(node, namesOf(node.key));
      continue;
    }
    if (isBelow(node.resolvedKey, path)) {
      const below = node.resolvedKey.slice(path.length).map(String);
      parts.push({ kind: 'header', below, lines: wholeLines(text, node.key.range), table: node });
    }
    for (const inner of node.body) addValue(inner, [...node.resolvedKey, ...namesOf(inner.key)]);
  }
  return parts;
}

function isBelow(names: readonly (string | number)[], path: readonly string[]): boolean {
  return path.every((name, index) => names[index] === name);
}

function namesOf({ keys }: AST.TOMLKey): string[] {
  return keys.map((key) => (key.type === 'TOMLBare' ? key.name : key.value));
}

function editsOf(text: string, parts: readonly Part[], own: Part, name: string, value: unknown): Edit[] {
  const about = parts.filter(({ below }) => below[0] === name);
  const [first] = about;
  if (about.length === 1 && first?.kind === 'value' && first.below.length === 1) {
    return [{ from: first.value[0], to: first.value[1], put: tomlValue(value) }];
  }
  if (about.length > 0 && isTable(value)) {
    // Of a table of variables only what no longer belongs there goes.
    return about
      .filter(({ below: [, inner] }) => inner !== undefined && !Object.hasOwn(value, inner))
      .map(drop);
  }
  const line = `${tomlKey(name)} = ${tomlValue(value)}`;
  const [, after] = own.lines;
  const put = text.slice(0, after).endsWith('\n') ? line + eolOf(text) : eolOf(text) + line;
  return [...about.map(drop), { from: after, to: after, put }];
}

function drop({ lines: [from, to] }: Part): Edit {
  return { from, to, put: '' };
}

/** From the last to the first, so that places stay true; of two at one place the later one comes first. */
function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, two) => one.from - two.from)
    .reduceRight((changed, { from, to, put }) => changed.slice(0, from) + put + changed.slice(to), text);
}

function append(text: string, path: readonly string[], wanted: Table): string {
  const eol = eolOf(text);
  const ended = text === '' || text.endsWith('\n') ? text : text + eol;
  const lines = Object.entries(wanted).map(([name, value]) => `${tomlKey(name)} = ${tomlValue(value)}`);
  const table = [`[${path.map(tomlKey).join('.')}]`, ...lines].map((line) => line + eol).join('');
  return `${ended}${text.trim() === '' ? '' : eol}${table}`;
}

/** The lines a range is on, with their end. */
function wholeLines(text: string, [from, to]: Range): Range {
  const next = text.indexOf('\n', to);
  return [text.lastIndexOf('\n', from - 1) + 1, next === -1 ? text.length : next + 1];
}

function withBlankLine(text: string, [from, to]: Range): Range {
  const blank = /(?<=^|\n)[ \t]*\r?\n$/.exec(text.slice(0, from));
  return [from - (blank?.[0].length ?? 0), to];
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function treeOf(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new VaultError('failure', `is not valid TOML (line ${error.lineNumber})`);
  }
}
