import {
  type Document,
  type Node,
  LineCounter,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseAllDocuments,
} from 'yaml';
import { VaultError } from '../../errors.ts';

/** A value of the file and the line it stands on. */
export interface YamlValue {
  readonly line: number;
  readonly value: string | number | boolean | null | readonly YamlValue[] | ReadonlyMap<string, YamlValue>;
  /** A scalar as written, without quotes: `1.0` and `1` are one number but not one text. */
  readonly source: string;
}

const MAX_BYTES = 64 * 1024;
const MAX_DEPTH = 8;

/**
 * Reads a file as one YAML 1.2 document of the core schema with nothing in it that a reader could misjudge: no
 * anchors, aliases, tags, merge keys, directives, duplicate keys, or characters that hide. Throws `denied`.
 */
export function readStrictYaml(bytes: Buffer): YamlValue {
  if (bytes.length > MAX_BYTES) throw policyRefused('the file is larger than 64 KiB');
  const text = decode(bytes);
  const hidden = hiddenCharacter.exec(text);
  if (hidden)
    throw policyRefused('the file holds a control character', text.slice(0, hidden.index).split('\n').length);
  const lines = new LineCounter();
  const document = onlyDocument(text, lines);
  const lineOf = (position: number | undefined) => lines.linePos(position ?? 0).line;
  const [error] = [...document.errors, ...document.warnings];
  // The library's own words can quote the file at length, so only its code is told.
  if (error)
    throw policyRefused(
      `not valid YAML: ${error.code.toLowerCase().replaceAll('_', ' ')}`,
      lineOf(error.pos[0]),
    );
  const { yaml, tags } = document.directives;
  if (yaml.explicit || Object.keys(tags).length > 1) throw policyRefused('directives (%) are not taken', 1);
  return convert(document.contents, lineOf, 1, 0);
}

/** The failure of a policy that cannot be used. `what` says what is wrong with which key. */
export function policyRefused(what: string, line?: number): VaultError {
  const place = line === undefined ? '' : ` (line ${line})`;
  return new VaultError(
    'denied',
    `policy refused: ${what}${place}`,
    'the owner of the vault can mend mcp-policy.yaml',
  );
}

/** A short piece of the file, quoted, for a message. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text, 40));
}

/** Text that may quote the file, cut to what a message can carry. */
export function shortened(text: string, length = 160): string {
  return text.length > length ? `${text.slice(0, length)}...` : text;
}

/** Control characters but tab and line ends, and those that change the direction of what is shown. */
const hiddenCharacter = /(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2028\u2029\u2066-\u2069]/u;

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw policyRefused('the file is not UTF-8 text');
  }
}

function onlyDocument(text: string, lineCounter: LineCounter): Document.Parsed {
  const documents = parsed(text, lineCounter);
  const [document] = documents;
  if (document === undefined) throw policyRefused('the file is empty; it needs at least "version: 1"');
  if (documents.length > 1) throw policyRefused('the file holds more than one document');
  return document;
}

function parsed(text: string, lineCounter: LineCounter): Document.Parsed[] {
  try {
    return parseAllDocuments(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      resolveKnownTags: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter,
    });
  } catch {
    // Only nesting that exhausts the stack gets here.
    throw policyRefused('the file is nested too deeply');
  }
}

function convert(
  node: Node | null,
  lineOf: (position: number | undefined) => number,
  lineBefore: number,
  depth: number,
): YamlValue {
  if (node === null) return { line: lineBefore, value: null, source: '' };
  const line = lineOf(node.range?.[0]);
  if (depth > MAX_DEPTH) throw policyRefused('the file is nested too deeply', line);
  if (isAlias(node)) throw policyRefused('aliases (*) are not taken', line);
  if ('anchor' in node && node.anchor !== undefined) throw policyRefused('anchors (&) are not taken', line);
  if ('tag' in node && node.tag !== undefined) throw policyRefused('tags (!) are not taken', line);
  if (isSeq(node)) {
    const items = node.items.map((item) => convert(isNode(item) ? item : null, lineOf, line, depth + 1));
    return { line, value: items, source: '' };
  }
  if (isMap(node)) {
    const entries = new Map<string, YamlValue>();
    for (const pair of node.items) {
      const key = convert(isNode(pair.key) ? pair.key : null, lineOf, line, depth + 1);
      if (typeof key.value !== 'string') throw policyRefused('a key that is not text', key.line);
      if (key.value === '<<') throw policyRefused('merge keys (<<) are not taken', key.line);
      entries.set(key.value, convert(isNode(pair.value) ? pair.value : null, lineOf, key.line, depth + 1));
    }
    return { line, value: entries, source: '' };
  }
  if (!isScalar(node)) throw policyRefused('a value of an unknown kind', line);
  const { value, source } = node;
  const known =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null;
  if (!known) throw policyRefused('a value of an unknown kind', line);
  return { line, value, source: source ?? '' };
}
