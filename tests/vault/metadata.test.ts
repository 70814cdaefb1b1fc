import { describe, expect, test } from 'vitest';
import { decodeMetadata } from '../../src/vault/metadata.ts';
import { newVault, put, single } from './support.ts';

const id = '0'.repeat(32);
const time = '2026-11-21T03:30:00Z';
const field = { id: '1'.repeat(32), version: 1, name: 'host', sensitive: false, aliases: [] };
const other = { ...field, id: '2'.repeat(32), name: 'port' };
const whole = {
  key: 'db/main',
  form: 'fields',
  fields: [field, other],
  tags: ['prod'],
  createdAt: time,
  updatedAt: time,
  bindings: [['PGHOST', 'host']],
};

const decode = (json: unknown): unknown => decodeMetadata(Buffer.from(JSON.stringify(json)), id, 1);

describe('metadata', () => {
  test('is read when it is whole', () => {
    expect(decode(whole)).not.toBeNull();
    expect(
      decode({ ...whole, form: 'single', fields: [{ ...field, name: 'value' }], bindings: [] }),
    ).not.toBeNull();
  });

  test.each([
    ['that is no object', 'text'],
    ['with a member more', { ...whole, more: 1 }],
    ['with a member of another type', { ...whole, tags: 'prod' }],
    ['without a member', { ...whole, updatedAt: undefined }],
    ['with a time in another form', { ...whole, createdAt: '2026-11-21' }],
    ['with a field of a member more', { ...whole, fields: [{ ...field, more: 1 }, other] }],
    ['with a field of another id', { ...whole, fields: [{ ...field, id: 'x' }] }],
    ['with two fields of one name', { ...whole, fields: [field, { ...other, name: 'host' }] }],
    ['with two fields of one id', { ...whole, fields: [field, { ...other, id: field.id }] }],
    ['with two bindings of one name', { ...whole, bindings: [...whole.bindings, ['PGHOST', 'port']] }],
    [
      'of a single value with two fields',
      { ...whole, form: 'single', fields: [{ ...field, name: 'value' }, other] },
    ],
    ['of a single value with a name', { ...whole, form: 'single', fields: [field] }],
  ])('%s is refused', (_, json) => {
    expect(decode(json)).toBeNull();
  });

  test('that could not be read back is not written', async () => {
    const { vault } = await newVault();
    const draft = single('a', '1');
    expect(() => put(vault, { ...draft, fields: [...draft.fields, ...draft.fields] })).toThrow(
      'secret a cannot be stored: its metadata is malformed',
    );
    expect(vault.list()).toEqual([]);
  });
});
