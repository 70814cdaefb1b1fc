import { expect, test } from 'vitest';
import { checkKind, fieldKinds, inferKind, passwordLikeKinds } from '../../src/domain/field-kind.ts';

test.each([
  ['password', 'password'],
  ['PASSWD', 'password'],
  ['pwd', 'password'],
  ['passphrase', 'passphrase'],
  ['pin', 'pin'],
  ['access-token', 'token'],
  ['api_key', 'api_key'],
  ['apiKey', 'api_key'],
  ['API-KEY', 'api_key'],
  ['username', 'username'],
  ['login', 'username'],
  ['email', 'email'],
  ['endpoint', 'url'],
  ['hostname', 'host'],
  ['port', 'port'],
  ['dbname', 'database'],
  ['private.key', 'private_key'],
  ['cert', 'certificate'],
  ['dsn', 'connection_string'],
  ['connection_string', 'connection_string'],
  ['otp', 'totp'],
])('the field name %s tells the kind %s', (name, kind) => {
  expect(inferKind(name)).toBe(kind);
});

test.each(['', 'region', 'my_password_hint', '__proto__', 'constructor', 'toString'])(
  'the field name %j tells no kind',
  (name) => {
    expect(inferKind(name)).toBeUndefined();
  },
);

test('the name of every kind tells that kind', () => {
  for (const kind of fieldKinds) expect(inferKind(kind)).toBe(kind);
});

test('free text as a kind is refused, naming the kinds but not the text', () => {
  expect(checkKind('totp')).toBe('totp');
  for (const text of ['', 'Password', 'hunter2', '__proto__']) {
    expect(() => checkKind(text)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        message: 'unknown kind of field',
        hint: expect.stringContaining('text password passphrase'),
      }),
    );
  }
});

test('what opens something is like a password; what is public or an address is not', () => {
  expect([...passwordLikeKinds].toSorted()).toEqual(
    [
      'api_key',
      'connection_string',
      'passphrase',
      'password',
      'pin',
      'private_key',
      'token',
      'totp',
    ].toSorted(),
  );
});
