import { describe, expect, test } from 'vitest';
import { editSecret } from '../../src/app/edit-secret.ts';
import type { SetRequest } from '../../src/app/set-request.ts';
import type { Secret } from '../../src/domain/secret.ts';
import { setRequest } from '../fixtures/set-request.ts';

const now = new Date('2026-11-21T10:00:00Z');

const request = (change: Partial<SetRequest>): SetRequest => setRequest('db/main', change);

const given = (name: string, value: string, bare = false) => ({ name, value: Buffer.from(value), bare });

const stored: Secret = {
  id: '0'.repeat(32),
  version: 3,
  key: 'db/main',
  form: 'fields',
  fields: [
    { id: '1'.repeat(32), name: 'host', sensitive: false, kind: 'host', aliases: ['server'] },
    { id: '2'.repeat(32), name: 'password', sensitive: true, kind: 'password', aliases: [] },
  ],
  tags: ['prod'],
  notes: 'a note',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  bindings: new Map([['PGHOST', 'host']]),
};

describe('what is not given', () => {
  test('stays: fields, their descriptions, tags, notes, bindings', () => {
    const draft = editSecret(stored, request({ fields: [given('password', 'new')] }), now);
    expect(draft.fields.map(({ name, aliases }) => [name, aliases])).toEqual([
      ['host', ['server']],
      ['password', []],
    ]);
    expect(draft).toMatchObject({ tags: ['prod'], notes: 'a note', bindings: new Map([['PGHOST', 'host']]) });
    expect(draft.fields[0]).not.toHaveProperty('value');
  });

  test('is taken away when that is asked', () => {
    const change = { notes: null, untag: ['prod'], unbind: ['PGHOST'], removeFields: ['host'] };
    const draft = editSecret(stored, request(change), now);
    expect(draft).not.toHaveProperty('notes');
    expect(draft).toMatchObject({ tags: [], bindings: new Map() });
    expect(draft.fields.map(({ name }) => name)).toEqual(['password']);
  });
});

describe('the form', () => {
  test('of a single value is kept from agents, whatever the value looks like', () => {
    const draft = editSecret(null, request({ value: Buffer.from('x') }), now);
    expect(draft.fields).toMatchObject([{ name: 'value', sensitive: true }]);
  });

  test('does not change without --replace', () => {
    const single = request({ value: Buffer.from('x') });
    expect(() => editSecret(stored, single, now)).toThrow('--replace');
    expect(editSecret(stored, { ...single, replace: true }, now)).toMatchObject({
      form: 'single',
      tags: ['prod'],
    });
  });

  test('of a new secret needs a value', () => {
    expect(() => editSecret(null, request({ tags: ['a'] }), now)).toThrow('needs a value');
  });
});

describe('sensitive', () => {
  test.each([
    ['a bare field', given('region', 'eu', true), true],
    ['a field of a password-like name', given('password', 'x'), true],
    ['any other field', given('region', 'eu'), false],
  ])('%s', (_, field, sensitive) => {
    expect(editSecret(null, request({ fields: [field] }), now).fields[0]).toMatchObject({ sensitive });
  });

  test('stays so when the value is set again with name=value', () => {
    const once = {
      ...stored,
      fields: [{ id: '3'.repeat(32), name: 'region', sensitive: true, aliases: [] }],
      bindings: new Map(),
    };
    expect(editSecret(once, request({ fields: [given('region', 'eu')] }), now).fields[0]).toMatchObject({
      sensitive: true,
    });
  });

  test('gives way to --plain, and plain to --sensitive', () => {
    const fields = [given('password', 'x'), given('host', 'h')];
    const draft = editSecret(null, request({ fields, plain: ['password'], sensitive: ['host'] }), now);
    expect(draft.fields.map(({ sensitive }) => sensitive)).toEqual([false, true]);
  });

  test('follows a password-like kind given later', () => {
    expect(editSecret(stored, request({ kinds: new Map([['host', 'token']]) }), now).fields[0]).toMatchObject(
      {
        kind: 'token',
        sensitive: true,
      },
    );
  });
});

describe('refused with nothing changed', () => {
  test.each([
    ['a binding to a missing field', request({ bindings: new Map([['X', 'nope']]) }), /binding X/],
    ['an option for a missing field', request({ sensitive: ['nope'] }), /no field 'nope'/],
    ['a field both sensitive and plain', request({ sensitive: ['host'], plain: ['host'] }), /both/],
    ['removing a field that a binding names', request({ removeFields: ['host'] }), /binding PGHOST/],
    [
      'removing the last field',
      request({ removeFields: ['host', 'password'], unbind: ['PGHOST'] }),
      /at least one field/,
    ],
    ['an unknown kind', request({ kinds: new Map([['host', 'thing']]) }), /kind/],
    [
      'a value and fields at once',
      request({ value: Buffer.from('x'), fields: [given('a', 'b')], replace: true }),
      /not both/,
    ],
  ])('%s', (_, asked, message) => {
    expect(() => editSecret(stored, asked, now)).toThrow(message);
  });
});

test('fields called __proto__ and constructor are only fields', () => {
  const draft = editSecret(
    null,
    request({ fields: [given('__proto__', 'a'), given('constructor', 'b')] }),
    now,
  );
  expect(draft.fields.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
});
