import { describe, expect, test } from 'vitest';
import { event, fields, newVault, put, remove, reopen, single, valueOf } from './support.ts';

describe('a secret', () => {
  test('comes back as it was put, by this process and the next', async () => {
    const { place, vault } = await newVault();
    const draft = {
      key: 'db/prod',
      form: 'fields' as const,
      fields: [
        {
          name: 'user',
          sensitive: false,
          kind: 'username' as const,
          hint: 'the owner',
          aliases: ['login'],
          value: Buffer.from('me'),
        },
        { name: '__proto__', sensitive: true, aliases: [], value: Buffer.from('pä\u0301ss\n') },
      ],
      tags: ['a', 'b'],
      notes: 'notes',
      url: 'https://example.com',
      expiresAt: '2027-01-01T00:00:00Z',
      bindings: new Map([
        ['constructor', 'user'],
        ['PW', '__proto__'],
      ]),
    };
    const stored = put(vault, draft);
    expect(stored).toMatchObject({ version: 1, createdAt: '2026-11-21T03:30:00Z', tags: ['a', 'b'] });
    vault.close();
    const again = await reopen(place);
    expect(again.find('db/prod')).toEqual(stored);
    expect(again.list()).toEqual([stored]);
    expect([...stored.bindings]).toEqual([...draft.bindings]);
    const values = again.open(stored);
    expect([...values].map(([name, value]) => [name, value.toString()])).toEqual([
      ['user', 'me'],
      ['__proto__', 'pä\u0301ss\n'],
    ]);
  });

  test.each([0, 1, 507, 508, 509, 10_000, 1024 * 1024])('may have a value of %i bytes', async (length) => {
    const { vault } = await newVault();
    put(vault, single('a', 'x'.repeat(length)));
    expect(valueOf(vault, 'a')).toBe('x'.repeat(length));
  });

  test('is found by its exact key only', async () => {
    const { vault } = await newVault();
    put(vault, single('aws/Prod', '1'));
    for (const key of [
      'aws/prod',
      'aws/Prod ',
      'aws',
      '',
      '../x',
      'a\ud800',
      '\0',
      'x'.repeat(10_000),
      '__proto__',
    ]) {
      expect(vault.find(key)).toBeNull();
    }
  });

  test('keeps its id, its time of making, and the values not given', async () => {
    const { vault } = await newVault();
    const first = put(vault, fields('a', { user: 'me', password: 'old' }));
    const second = put(vault, {
      ...fields('a', { password: 'new', user: undefined, extra: '' }),
      tags: ['t'],
    });
    expect(second).toMatchObject({ id: first.id, version: 2, createdAt: first.createdAt, tags: ['t'] });
    expect(second.fields.map(({ name }) => name)).toEqual(['password', 'user', 'extra']);
    expect(
      Object.fromEntries([...vault.open(second)].map(([name, value]) => [name, value.toString()])),
    ).toEqual({
      password: 'new',
      user: 'me',
      extra: '',
    });
    expect(vault.verify().faults).toEqual([]);
  });

  test('drops the values of fields it no longer has', async () => {
    const { vault } = await newVault();
    const before = put(vault, fields('a', { user: 'me', password: 'old' }));
    const after = put(vault, fields('a', { user: undefined }));
    expect([...vault.open(after).keys()]).toEqual(['user']);
    expect(() => vault.open(before)).toThrow('secret a was changed by another process');
    expect(vault.verify().faults).toEqual([]);
  });

  test('needs a value for every new field', async () => {
    const { vault } = await newVault();
    expect(() => put(vault, fields('a', { user: undefined }))).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    );
    expect(vault.list()).toEqual([]);
  });

  test.each([
    [
      'two fields of one name',
      { fields: [...fields('a', { x: '1' }).fields, ...fields('a', { x: '2' }).fields] },
    ],
    ['a malformed time', { expiresAt: 'tomorrow' }],
    ['a single value under another name', { form: 'single' as const }],
  ])('is not stored with %s', async (_, change) => {
    const { vault } = await newVault();
    expect(() => put(vault, { ...fields('a', { x: '1' }), ...change })).toThrow(
      expect.objectContaining({ code: 'invalid' }),
    );
    expect(vault.list()).toEqual([]);
    expect(vault.verify()).toEqual({ secrets: 0, records: 1, faults: [] });
  });

  test('is gone once removed, and made anew under its key', async () => {
    const { vault } = await newVault();
    const first = put(vault, single('a', '1'));
    remove(vault, first);
    expect(vault.find('a')).toBeNull();
    expect(() => vault.open(first)).toThrow('secret not found: a');
    expect(() => remove(vault, first)).toThrow('secret not found: a');
    const second = put(vault, single('a', '2'));
    expect(second).toMatchObject({ version: 1 });
    expect(second.id).not.toBe(first.id);
    expect(vault.verify()).toEqual({ secrets: 1, records: 4, faults: [] });
  });

  test('whose value was written since it was looked at is not opened', async () => {
    const { place, vault } = await newVault();
    const other = await reopen(place);
    const seen = put(vault, fields('a', { user: 'readable', host: 'h' }));
    put(other, { ...fields('a', { user: undefined, host: undefined }), tags: ['t'] });
    const [user, host] = seen.fields;
    if (user === undefined || host === undefined) throw new Error('two fields were put');
    expect(vault.openField(seen, user).toString()).toBe('readable');
    put(other, fields('a', { host: undefined, user: 'now a password' }));
    expect(() => vault.openField(seen, user)).toThrow('secret a was changed by another process');
    expect(vault.openField(seen, host).toString()).toBe('h');
  });
});

describe('the list', () => {
  test('is sorted by code point', async () => {
    const { vault } = await newVault();
    for (const key of ['b', 'a/b', 'B', 'a.b', 'a-b', '_', 'a_b', 'a', '1']) put(vault, single(key, key));
    expect(vault.list().map(({ key }) => key)).toEqual(['1', 'B', '_', 'a', 'a-b', 'a.b', 'a/b', 'a_b', 'b']);
  });

  test('is kept until someone writes', async () => {
    const { place, vault } = await newVault();
    const other = await reopen(place);
    put(vault, single('a', '1'));
    const first = vault.list();
    expect(vault.list()).toBe(first);
    vault.record(event('list'));
    expect(vault.list()).toBe(first);
    put(other, single('b', '2'));
    expect(vault.list().map(({ key }) => key)).toEqual(['a', 'b']);
    put(vault, single('c', '3'));
    expect(vault.list().map(({ key }) => key)).toEqual(['a', 'b', 'c']);
  });

  test('does not remember what a failed change listed', async () => {
    const { vault } = await newVault();
    const edit = (): void => {
      vault.change(
        (transaction) => {
          transaction.put(single('a', '1'));
          expect(vault.list()).toHaveLength(1);
          throw new Error('no');
        },
        () => event('set'),
      );
    };
    expect(edit).toThrow('no');
    expect(vault.list()).toEqual([]);
  });
});

describe('a change', () => {
  test('is kept with its record or not at all', async () => {
    const { vault } = await newVault();
    const spoilt = { ...event('set'), exit_code: -1 };
    expect(() =>
      vault.change(
        (transaction) => transaction.put(single('a', '1')),
        () => spoilt,
      ),
    ).toThrow(RangeError);
    expect(vault.find('a')).toBeNull();
    expect([...vault.journal()]).toHaveLength(1);
    put(vault, single('a', '2'));
    expect(valueOf(vault, 'a')).toBe('2');
  });

  test('answers what its callback answered, which the record is made of', async () => {
    const { vault } = await newVault();
    const result = vault.change(
      () => 42,
      (value) => ({ ...event('set'), reason: `made ${value}` }),
    );
    expect(result).toBe(42);
    expect([...vault.journal()].at(-1)).toMatchObject({ reason: 'made 42' });
  });

  test('sees its own steps, and counts as one version', async () => {
    const { vault } = await newVault();
    vault.change(
      (transaction) => {
        transaction.put(single('a', '1'));
        const again = transaction.put(single('a', '2'));
        expect(transaction.find('a')).toEqual(again);
        expect(transaction.open(again).get('value')?.toString()).toBe('2');
        transaction.remove(transaction.put(single('b', '3')));
      },
      () => event('import'),
    );
    expect(vault.list()).toMatchObject([{ key: 'a', version: 1 }]);
    expect(vault.verify()).toEqual({ secrets: 1, records: 2, faults: [] });
  });

  test('cannot be carried on after it ended', async () => {
    const { vault } = await newVault();
    const kept = vault.change(
      (transaction) => transaction,
      () => event('set'),
    );
    expect(() => kept.put(single('a', '1'))).toThrow('the transaction has ended');
    expect(vault.list()).toEqual([]);
  });
});
