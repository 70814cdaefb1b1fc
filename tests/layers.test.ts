import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const source = resolve(import.meta.dirname, '../src');

/** What each layer may import besides itself. The order is the direction. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  crypto: ['errors'],
  process: ['errors'],
  domain: ['errors'],
  vault: ['errors', 'crypto', 'domain'],
  app: ['errors', 'crypto', 'domain', 'process', 'vault'],
  session: ['errors', 'domain', 'process', 'vault', 'app'],
  mcp: ['errors', 'domain', 'process', 'vault', 'app', 'session'],
  cli: ['errors', 'domain', 'process', 'vault', 'app', 'session'],
};

/** Where a face starts another: the command that is the tool server, and the session, which answers its calls. */
const doors = new Set(['cli/commands/mcp-server.ts -> mcp', 'cli/session/perform.ts -> mcp']);

/** What reaches outside, and so has no place in pure rules. */
const outside = /^node:(fs|child_process|net|os|sqlite|process|http|https|worker_threads)/;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

describe('the layers', () => {
  test('are all there, with files in them', () => {
    const found = new Set(files.map(layerOf));
    expect([...found].toSorted()).toEqual(Object.keys(mayImport).toSorted());
    expect(files.length).toBeGreaterThan(80);
  });

  test.each(files)('%s imports only from below', (file) => {
    const layer = layerOf(file);
    const allowed = new Set([layer, ...(mayImport[layer] ?? [])]);
    const wrong = importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => layerOf(relative(source, resolve(source, dirname(file), specifier))))
      .filter((target) => !allowed.has(target) && !doors.has(`${file} -> ${target}`));
    expect(wrong).toEqual([]);
  });

  test.each(files.filter((file) => layerOf(file) === 'domain'))(
    '%s touches nothing outside the process',
    (file) => {
      expect(importsOf(file).filter((specifier) => outside.test(specifier))).toEqual([]);
      expect(readFileSync(join(source, file), 'utf8')).not.toMatch(
        /process\.env|Date\.now\(|Math\.random\(|new Date\(\)/,
      );
    },
  );

  test('a file is no longer than 300 lines', () => {
    const long = files.filter((file) => readFileSync(join(source, file), 'utf8').split('\n').length > 301);
    expect(long).toEqual([]);
  });
});

function layerOf(path: string): string {
  return (path.split('/')[0] ?? '').replace(/\.ts$/, '');
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(source, file), 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}
