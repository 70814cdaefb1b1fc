import * as fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, test } from 'vitest';
import { clients } from '../../../src/domain/clients/clients.ts';
import { wantedEntry } from '../../../src/domain/clients/entry.ts';
import { entryIn, withEntry, withoutEntry } from '../../../src/domain/clients/settings-text.ts';
import { SeededRandom } from '../../fixtures/seeded-random.ts';

const fields = { command: '/n', args: ['/v', 'mcp-server'] };
const RUNS = 400;

/** A text with every layout people and programs give a file; `comments` are those it has, in order. */
class Writer {
  readonly comments: string[] = [];
  readonly #random: SeededRandom;
  readonly #eol: string;
  readonly #unit: string;
  readonly #layout: 'lines' | 'one line' | 'any';

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    this.#eol = this.#random.pick(['\n', '\r\n']);
    this.#unit = this.#random.pick(['  ', '    ', '\t', '']);
    this.#layout = this.#random.pick(['lines', 'lines', 'one line', 'any']);
  }

  json(): string {
    const text = this.#gap('') + this.#object(2, '') + this.#gap('');
    return this.#random.pick(['', '\uFEFF']) + text + this.#random.pick(['', this.#eol]);
  }

  toml(): string {
    const parts = Array.from({ length: this.#random.below(6) }, (_, index) => this.#table(index));
    return this.#pairs('k') + parts.join('') + this.#random.pick(['', '# end']);
  }

  #object(depth: number, indent: string, names = this.#names(depth)): string {
    const inner = indent + this.#unit;
    const properties = names.map(
      (name) => `"${name}"${this.#space()}:${this.#space()}${this.#value(name, depth - 1, inner)}`,
    );
    const body = properties.map((property, index) => {
      const last = index === properties.length - 1;
      const comma = last && this.#random.below(3) > 0 ? '' : ',';
      return `${this.#gap(inner)}${property}${this.#random.below(8) === 0 ? this.#gap(inner) : ''}${comma}${this.#tail()}`;
    });
    return `{${body.join('')}${this.#gap(indent)}}`;
  }

  #names(depth: number): string[] {
    const known = depth === 2 ? ['mcpServers'] : ['other', 'vault'];
    return [...known, 'a', 'b', 'c d', 'command', 'env'].filter(() => this.#random.below(2) === 0);
  }

  #value(name: string, depth: number, indent: string): string {
    if (name === 'mcpServers') return this.#object(1, indent);
    if (depth > 0 && this.#random.below(2) === 0) return this.#object(depth, indent);
    return this.#random.pick(['1', 'null', '"// no comment"', '[1, 2]', '{}', '"{"', '["a",\n"b"]']);
  }

  #space(): string {
    return this.#random.pick(['', ' ']);
  }

  /** What stands between two tokens. */
  #gap(indent: string): string {
    if (this.#layout === 'one line') return this.#random.pick(['', ' ', this.#block()]);
    const line = `${this.#eol}${indent}`;
    if (this.#layout === 'lines' && this.#random.below(4) > 0) return line;
    return this.#random.pick([
      line,
      ' ',
      `${line}${this.#line()}${line}`,
      `${line}${this.#block()}`,
      `${this.#eol}${line}`,
    ]);
  }

  #tail(): string {
    if (this.#layout === 'one line' || this.#random.below(4) > 0) return '';
    return this.#random.pick([` ${this.#block()}`, ` ${this.#line()}${this.#eol}`]);
  }

  #line(): string {
    return this.#comment((mark) => `// ${mark} , } "`);
  }

  #block(): string {
    return this.#comment((mark) => `/* ${mark} { */`);
  }

  #comment(write: (mark: string) => string): string {
    return write(`c${this.#random.below(1_000_000)}`);
  }

  #table(index: number): string {
    const kind = this.#random.pick([
      `[t${index}]`,
      `[mcp_servers.s${index}]`,
      `[mcp_servers.s${index}.env]`,
      `[[list${index}]]`,
    ]);
    return `${this.#random.pick(['', this.#eol, `# about ${index}${this.#eol}`])}${kind}${this.#random.pick(['', ' # of it'])}${this.#eol}${this.#pairs('p')}`;
  }

  #pairs(name: string): string {
    const values = [
      '1',
      '"# no comment"',
      "'x'",
      '[1,\n 2]',
      '{ a = 1 }',
      '1979-05-27',
      '"""\n[mcp_servers.vaultctl]\n"""',
    ];
    return Array.from(
      { length: this.#random.below(4) },
      (_, index) =>
        `${name}${index} = ${this.#random.pick(values)}${this.#random.pick(['', ' # why'])}${this.#eol}`,
    ).join('');
  }
}

/** Every mark of a comment, in order. */
const marksOf = (text: string): string[] => text.match(/\bc\d+(?= [,{])/g) ?? [];

/** Whether there is something for our entry to stand behind: an empty object may get a line more. */
function hasPlace(text: string): boolean {
  const root = parse(text.replace('\uFEFF', '')) as { readonly mcpServers?: object };
  return Object.keys(root.mcpServers ?? root).length > 0;
}

function clientOf(format: string): (typeof clients)[number] {
  const client = clients.find((one) => one.format === format && one.container !== 'mcp');
  if (client === undefined) throw new Error(`no client with ${format}`);
  return client;
}

describe('whatever the layout of a file', () => {
  const cursor = clientOf('jsonc');
  const codex = clientOf('toml');
  let commented = 0;

  test('JSON: our entry comes and goes, all else stays, comments too', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = new Writer(seed).json();
        const changed = withEntry(text, cursor, fields);
        expect(entryIn(changed, cursor)).toEqual(fields);
        expect(marksOf(changed)).toEqual(marksOf(text));
        expect(withEntry(changed, cursor, fields)).toBe(changed);
        const without = withoutEntry(changed, cursor);
        expect(entryIn(without, cursor)).toBeUndefined();
        expect(marksOf(without)).toEqual(marksOf(text));
        if (marksOf(text).length > 0) commented += 1;
      }),
      { numRuns: RUNS },
    );
    expect(commented).toBeGreaterThan(RUNS / 4);
  });

  test('JSON with other servers: going leaves the very bytes', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = new Writer(seed).json();
        if (!hasPlace(text)) return;
        expect(withoutEntry(withEntry(text, cursor, fields), cursor)).toBe(text);
        compared += 1;
      }),
      { numRuns: RUNS * 3 },
    );
    expect(compared).toBeGreaterThan(RUNS / 4);
  });

  test('JSON and TOML with another entry of ours: it becomes what it has to be, and goes', () => {
    let changes = 0;
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, isToml) => {
        const client = isToml ? codex : cursor;
        const writer = new Writer(seed);
        const text = isToml ? writer.toml() : writer.json();
        // A date cannot be written anew, where an entry has no table of its own.
        const ours = text
          .replaceAll('"vault"', '"vaultctl"')
          .replaceAll('mcp_servers.s1', 'mcp_servers.vaultctl')
          .replaceAll('1979-05-27', '7');
        const found = entryIn(ours, client);
        if (found === undefined) return;
        const changed = withEntry(ours, client, fields);
        expect(entryIn(changed, client)).toEqual(wantedEntry(found, fields));
        expect(withEntry(changed, client, fields)).toBe(changed);
        expect(entryIn(withoutEntry(changed, client), client)).toBeUndefined();
        expect(entryIn(withoutEntry(ours, client), client)).toBeUndefined();
        changes += 1;
      }),
      { numRuns: RUNS * 4 },
    );
    expect(changes).toBeGreaterThan(RUNS / 4);
  });

  test('TOML: our entry comes and goes, and leaves the very bytes but for an end of line', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const text = new Writer(seed).toml();
        const changed = withEntry(text, codex, fields);
        expect(entryIn(changed, codex)).toEqual(fields);
        expect(changed.startsWith(text)).toBe(true);
        expect(withEntry(changed, codex, fields)).toBe(changed);
        const without = withoutEntry(changed, codex);
        expect(without.replace(/\r?\n$/, '')).toBe(text.replace(/\r?\n$/, ''));
      }),
      { numRuns: RUNS },
    );
  });
});
