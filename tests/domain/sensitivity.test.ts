import { describe, expect, test } from 'vitest';
import type { FieldKind } from '../../src/domain/field-kind.ts';
import { isSensitive } from '../../src/domain/sensitivity.ts';

describe('a field is kept from agents', () => {
  test.each([
    'key',
    'Token',
    'SECRET',
    'bypass',
    'pwd',
    'author',
    'credit',
    'dsn',
    'webhook',
    'api_key',
    'my-Auth-header',
  ])('when its name is %s', (name) => {
    expect(isSensitive({ name, value: 'x' })).toBe(true);
  });

  test.each<FieldKind>([
    'password',
    'passphrase',
    'pin',
    'token',
    'api_key',
    'private_key',
    'connection_string',
    'totp',
  ])('when its kind is %s', (kind) => {
    expect(isSensitive({ name: 'x', kind, value: '' })).toBe(true);
  });

  test('when its well-known name tells such a kind', () => {
    expect(isSensitive({ name: 'pin', value: '1' })).toBe(true);
    expect(isSensitive({ name: 'otp', value: '1' })).toBe(true);
    expect(isSensitive({ name: 'connection_string', value: '' })).toBe(true);
  });

  test.each([
    ['URL userinfo', 'postgres://app:pw@db.example.com/app'],
    ['a token prefix', `ghp_${'x'.repeat(30)}`],
    ['PEM', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
    ['an assignment', 'Server=db;Password=x'],
    ['something random', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ])('when its value carries %s', (_, value) => {
    expect(isSensitive({ name: 'x', value })).toBe(true);
    expect(isSensitive({ name: 'x', kind: 'text', value })).toBe(true);
  });
});

test.each([
  ['host', 'db.example.com'],
  ['port', '5432'],
  ['region', 'eu-central-1'],
  ['environment', 'production'],
  ['url', 'https://example.com/path'],
  ['account', 'my-service-account@project.iam.gserviceaccount.com'],
  ['binary', '/usr/local/bin/thing'],
  ['username', 'alice'],
  ['empty', ''],
])('an agent may read the %s %j', (name, value) => {
  expect(isSensitive({ name, value })).toBe(false);
});
