/** Changes to a JSON text that touch nothing but what they are about: comments, commas and layout stay as they are. */

import { createScanner, findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';

/** Sets what is at `path`, below an object that is there; objects on the way that are missing are made. */
export function setAt(text: string, path: readonly string[], value: unknown): string {
  const root = treeOf(text);
  const node = at(root, path);
  if (node !== undefined) {
    const oneLine = !sourceOf(text, node).includes('\n');
    return splice(text, node.offset, end(node), write(text, value, indentAt(text, node.offset), oneLine));
  }
  const name = path.at(-1) ?? '';
  const holder = at(root, path.slice(0, -1));
  if (holder === undefined) return setAt(text, path.slice(0, -1), { [name]: value });
  return insert(text, root, holder, name, value);
}

/** Takes a property away, with its lines where it has them for itself. */
export function removeAt(text: string, path: readonly string[]): string {
  const property = at(treeOf(text), path)?.parent;
  const holder = property?.parent;
  if (property === undefined || holder === undefined) return text;
  const without = removeProperty(text, holder, property);
  const left = at(treeOf(without), path.slice(0, -1));
  return left === undefined ? without : collapse(without, left);
}

/** Whether an object has neither properties nor comments. */
export function isBare(text: string, path: readonly string[]): boolean {
  const node = at(treeOf(text), path);
  return node !== undefined && node.children?.length === 0 && inner(text, node).trim() === '';
}

/** How many comments a text has. */
export function countComments(text: string): number {
  const scanner = createScanner(text, false);
  let count = 0;
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    if (scanner.getTokenLength() === 0) return count;
    if (text[start] === '/') count += 1;
  }
}

function at(root: Node, path: readonly string[]): Node | undefined {
  return findNodeAtLocation(root, [...path]);
}

function treeOf(text: string): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  if (root === undefined || errors.length > 0) throw new TypeError('an edit broke the text');
  return root;
}

function insert(text: string, root: Node, holder: Node, name: string, value: unknown): string {
  const last = holder.children?.at(-1);
  const oneLine = staysOneLine(text, root, holder);
  if (last === undefined) return insertFirst(text, holder, name, value, oneLine);
  const { comma, afterComments } = afterProperty(text, last);
  const indent = startsItsLine(text, last.offset)
    ? indentAt(text, last.offset)
    : indentAt(text, holder.offset) + unitOf(text);
  const property = writeProperty(text, name, value, indent, oneLine);
  const tail = comma === null ? '' : ',';
  if (oneLine) {
    const place = comma === null ? end(last) : comma + 1;
    const space = /[:,] /.test(sourceOf(text, holder)) ? ' ' : '';
    return splice(text, place, place, `${comma === null ? ',' : ''}${space}${property}${tail}`);
  }
  const place = afterComments + (/^[ \t]*(?=\r?\n)/.exec(text.slice(afterComments))?.[0].length ?? 0);
  const added = splice(text, place, place, `${eolOf(text)}${indent}${property}${tail}`);
  return comma === null ? splice(added, end(last), end(last), ',') : added;
}

function insertFirst(text: string, holder: Node, name: string, value: unknown, oneLine: boolean): string {
  const from = holder.offset + 1;
  if (oneLine) return splice(text, from, from, writeProperty(text, name, value, '', true));
  const outer = indentAt(text, holder.offset);
  const indent = outer + unitOf(text);
  const line = `${eolOf(text)}${indent}${writeProperty(text, name, value, indent, false)}`;
  const close = end(holder) - 1;
  const comments = inner(text, holder).trimEnd();
  const before = from + comments.length;
  const rest = comments === '' ? '' : text.slice(before, close);
  return splice(text, before, close, line + (rest.includes('\n') ? rest : eolOf(text) + outer));
}

function removeProperty(text: string, holder: Node, property: Node): string {
  const properties = holder.children ?? [];
  const index = properties.indexOf(property);
  const previous = properties[index - 1];
  const { comma, afterComments } = afterProperty(text, property);
  const commaBefore = previous === undefined ? null : afterProperty(text, previous).comma;
  // The last one without a comma leaves the comma before it with nothing to part.
  const loose = comma === null ? commaBefore : null;
  const rest = /^[ \t]*\r?\n/.exec(text.slice(afterComments));
  if (startsItsLine(text, property.offset) && rest !== null) {
    const start = lineStart(text, property.offset);
    return dropComma(splice(text, start, afterComments + rest[0].length, ''), loose);
  }
  const close = comma === null ? end(property) : comma + 1;
  if (index < properties.length - 1) {
    const space = /^[ \t]*/.exec(text.slice(close))?.[0].length ?? 0;
    return splice(text, property.offset, close + space, '');
  }
  const start = property.offset - spaceBefore(text, holder, property);
  return dropComma(splice(text, start, close, ''), loose);
}

/** The space before the last property that goes with it: its line break too, unless that ends a comment. */
function spaceBefore(text: string, holder: Node, property: Node): number {
  const previous = holder.children?.at(-2);
  if (previous === undefined) return 0;
  const between = text.slice(end(previous), property.offset);
  const endsComment = /\/\/[^\n]*\n[ \t]*$/.test(between.replaceAll(/\/\*[^]*?\*\//g, ''));
  return (endsComment ? /[ \t]*$/ : /(?:\r?\n)?[ \t]*$/).exec(between)?.[0].length ?? 0;
}

function dropComma(text: string, comma: number | null): string {
  return comma === null ? text : splice(text, comma, comma + 1, '');
}

/** `{` and `}` with only space between them are joined. */
function collapse(text: string, holder: Node): string {
  const isEmpty =
    holder.type === 'object' && holder.children?.length === 0 && inner(text, holder).trim() === '';
  return isEmpty ? splice(text, holder.offset, end(holder), '{}') : text;
}

/** The comma that ends a property, null when none does, and the end of the comments on the same line. */
function afterProperty(text: string, property: Node): { comma: number | null; afterComments: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(end(property));
  let comma: number | null = null;
  let afterComments = end(property);
  let sameLine = true;
  for (;;) {
    scanner.scan();
    const stop = scanner.getTokenOffset() + scanner.getTokenLength();
    const token = text.slice(scanner.getTokenOffset(), stop);
    if (token === ',' && comma === null) {
      comma = scanner.getTokenOffset();
      afterComments = stop;
      sameLine = true;
    } else if (token.startsWith('/')) {
      sameLine &&= !token.includes('\n');
      if (sameLine) afterComments = stop;
    } else if (token === '' || token.trim() !== '') {
      return { comma, afterComments };
    } else {
      sameLine &&= !token.includes('\n');
    }
  }
}

/** A file written on one line stays one. */
function staysOneLine(text: string, root: Node, holder: Node): boolean {
  const reference = holder.children?.length === 0 ? root : holder;
  return reference.children?.length !== 0 && !sourceOf(text, reference).includes('\n');
}

function writeProperty(text: string, name: string, value: unknown, indent: string, oneLine: boolean): string {
  const colon = oneLine && isDense(text) ? ':' : ': ';
  return `${JSON.stringify(name)}${colon}${write(text, value, indent, oneLine)}`;
}

function write(text: string, value: unknown, indent: string, oneLine: boolean): string {
  if (!oneLine) return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', eolOf(text) + indent);
  if (isDense(text)) return JSON.stringify(value);
  // No text of JSON has a line break in it: each is one of the layout's.
  return JSON.stringify(value, null, 1)
    .replaceAll(/(?<=\[)\n *|\n *(?=\])/g, '')
    .replaceAll(/\n */g, ' ');
}

function isDense(text: string): boolean {
  return !/": /.test(text) && !text.trim().includes('\n');
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** What one level is indented by: that of the first line that is. */
function unitOf(text: string): string {
  return /\n([ \t]+)["}/]/.exec(text)?.[1] ?? '  ';
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset)))?.[0] ?? '';
}

function startsItsLine(text: string, offset: number): boolean {
  return text.slice(lineStart(text, offset), offset).trim() === '';
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function inner(text: string, node: Node): string {
  return text.slice(node.offset + 1, end(node) - 1);
}

function sourceOf(text: string, node: Node): string {
  return text.slice(node.offset, end(node));
}

function end(node: Node): number {
  return node.offset + node.length;
}

function splice(text: string, from: number, to: number, put: string): string {
  return text.slice(0, from) + put + text.slice(to);
}
