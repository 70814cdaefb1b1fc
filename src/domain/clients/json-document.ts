import { parse, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { VaultError } from '../../errors.ts';
import { isSame, isTable, type Table } from './entry.ts';
import { countComments, isBare, removeAt, setAt } from './json-edit.ts';

/** The whole text as values. `strict` refuses comments and trailing commas. Throws `failure`: `is not valid JSON ...`. */
export function readJson(text: string, { strict }: { readonly strict: boolean }): Table {
  if (isBlank(text, strict)) return {};
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: strict, allowTrailingComma: !strict });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    const what = printParseErrorCode(error.error) === 'InvalidCommentToken' ? ', which has no comments' : '';
    throw new VaultError('failure', `is not valid JSON${what} (line ${line})`);
  }
  if (!isTable(value)) throw new VaultError('failure', 'is JSON, but not an object');
  return value;
}

/** Refuses a text with a name twice in its object: readers disagree on which counts. Throws `failure`. */
export function refuseTwice(text: string, path: readonly string[]): void {
  let node = parseTree(text, [], { allowTrailingComma: true });
  for (const name of path) {
    const found = (node?.children ?? []).filter(({ children }) => children?.[0]?.value === name);
    if (found.length > 1) throw new VaultError('failure', `has "${name}" twice`);
    node = found[0]?.children?.[1];
  }
}

/** The text with `wanted` at `path`, changed only where it differs. */
export function putJson(text: string, path: readonly string[], found: unknown, wanted: unknown): string {
  if (isSame(found, wanted)) return text;
  if (!isTable(found) || !isTable(wanted)) return setAt(withRoot(text), path, wanted);
  let changed = text;
  for (const name of Object.keys(found)) {
    if (!Object.hasOwn(wanted, name)) changed = removeAt(changed, [...path, name]);
  }
  for (const [name, value] of Object.entries(wanted)) {
    changed = putJson(changed, [...path, name], found[name], value);
  }
  return changed;
}

/** The text without what is at `path`, nor the object that held it when nothing is left there or said about it. */
export function removeJson(text: string, path: readonly string[]): string {
  const without = removeAt(text, path);
  const holder = path.slice(0, -1);
  if (!isBare(without, holder)) return without;
  const bare = removeAt(without, holder);
  return countComments(bare) === countComments(without) ? bare : without;
}

/** Nothing but space, or comments where they may be. */
function isBlank(text: string, strict: boolean): boolean {
  return text.trim() === '' || (!strict && parseTree(text, []) === undefined && hasOnlyComments(text));
}

function hasOnlyComments(text: string): boolean {
  const errors: ParseError[] = [];
  parseTree(`${text}\n{}`, errors);
  return errors.length === 0;
}

function withRoot(text: string): string {
  if (!isBlank(text, false)) return text;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const comments = text.trim() === '' ? '' : text.replace(/\n?$/, '\n');
  return `${comments}{}${eol}`;
}
