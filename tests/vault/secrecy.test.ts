import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { event, newVault, put, remove } from './support.ts';

/** Text that cannot be there by chance. */
const marker = (): string => randomBytes(18).toString('base64url');

describe('nothing a user gives stands in the clear in any file', () => {
  test('values, names, notes, tags, arguments, in any usual spelling, before and after removal', async () => {
    const { place, vault } = await newVault();
    const markers = Array.from({ length: 14 }, marker);
    const [
      key = '',
      name = '',
      value = '',
      second = '',
      tag = '',
      notes = '',
      url = '',
      hint = '',
      alias = '',
      variable = '',
      ...texts
    ] = markers;
    const [action = '', command = '', argument = '', reason = ''] = texts;
    const secret = put(vault, {
      key,
      form: 'fields',
      fields: [{ name, sensitive: true, hint, aliases: [alias], value: Buffer.from(value) }],
      tags: [tag],
      notes,
      url,
      bindings: new Map([[variable, name]]),
    });
    put(vault, { ...secret, fields: [{ name, sensitive: true, aliases: [], value: Buffer.from(second) }] });
    vault.record({ ...event(action, key), command, args: [argument], reason });
    const look = (): void => {
      for (const [file, bytes] of contents([place.directory, place.state])) {
        for (const text of markers) {
          for (const spelling of spellings(text)) expect(bytes.includes(spelling), file).toBe(false);
        }
      }
    };
    look();
    remove(vault, secret);
    look();
    vault.close();
    look();
  });

  test('the search itself finds what is there', () => {
    const text = marker();
    const planted = ['utf8', 'utf16le', 'hex'] as const;
    for (const encoding of planted) {
      const bytes =
        encoding === 'hex' ? Buffer.from(Buffer.from(text).toString('hex')) : Buffer.from(text, encoding);
      expect(spellings(text).some((spelling) => bytes.includes(spelling))).toBe(true);
    }
    for (const before of ['', 'x', 'xy']) {
      const bytes = Buffer.from(Buffer.from(`${before}${text}z`).toString('base64'));
      expect(spellings(text).some((spelling) => bytes.includes(spelling))).toBe(true);
    }
  });
});

test('secrets of one size look alike, whatever they hold and whenever they were made', async () => {
  const { place, vault } = await newVault();
  for (const [key, value] of [
    ['a', ''],
    ['b'.repeat(40), 'x'.repeat(200)],
    ['c', 'y'],
  ] as const) {
    put(vault, {
      key,
      form: 'single',
      fields: [{ name: 'value', sensitive: true, aliases: [], value: Buffer.from(value) }],
      tags: [],
      bindings: new Map(),
    });
  }
  vault.close();
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(join(place.directory, 'vault.db'), { readOnly: true });
  const sizes = (sql: string): unknown[] =>
    database
      .prepare(sql)
      .all()
      .map((row) => row['size']);
  expect(sizes('SELECT length(meta) AS size FROM secret')).toEqual([540, 540, 540]);
  expect(sizes('SELECT length(sealed) AS size FROM value')).toEqual([540, 540, 540]);
  database.close();
});

function contents(directories: readonly string[]): [string, Buffer][] {
  return directories.flatMap((directory) =>
    fs.readdirSync(directory).map((file): [string, Buffer] => [file, fs.readFileSync(join(directory, file))]),
  );
}

function spellings(text: string): Buffer[] {
  const utf8 = Buffer.from(text);
  const utf16 = Buffer.from(text, 'utf16le');
  const hex = utf8.toString('hex');
  const base64 = [0, 1, 2].flatMap((offset) => {
    const shifted = Buffer.concat([Buffer.alloc(offset), utf8]).toString('base64');
    // Only what does not depend on the bytes around it.
    const inner = shifted.slice(Math.ceil((offset * 4) / 3), -4);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  return [
    utf8,
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    ...base64.map((one) => Buffer.from(one)),
  ];
}
