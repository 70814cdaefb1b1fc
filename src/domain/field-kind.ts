/** The kinds a field may have, which of them are like a password, and which one a field's name tells. */

import { VaultError } from '../errors.ts';

export const fieldKinds = [
  'text',
  'password',
  'passphrase',
  'pin',
  'token',
  'api_key',
  'username',
  'email',
  'url',
  'host',
  'port',
  'database',
  'private_key',
  'certificate',
  'connection_string',
  'totp',
] as const;

export type FieldKind = (typeof fieldKinds)[number];

/** Kinds whose value alone opens something. A certificate is public. */
export const passwordLikeKinds: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'password',
  'passphrase',
  'pin',
  'token',
  'api_key',
  'private_key',
  'connection_string',
  'totp',
]);

/** The kind a well-known field name tells (`pwd`, `API-Key`, `dbname`); undefined for any other name. */
export function inferKind(name: string): FieldKind | undefined {
  return kindByName.get(name.toLowerCase().replaceAll(/[-_.]/g, ''));
}

/** Gives the kind back, or throws `invalid` naming the kinds there are. */
export function checkKind(text: string): FieldKind {
  const kind = fieldKinds.find((known) => known === text);
  if (kind === undefined) {
    throw new VaultError('invalid', 'unknown kind of field', `the kinds are: ${fieldKinds.join(' ')}`);
  }
  return kind;
}

/** Names without `-`, `_` and `.`, in lower case. */
const wellKnownNames: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  password: 'password passwd passwort pwd pass userpassword dbpassword adminpassword rootpassword',
  passphrase: 'passphrase keypassphrase',
  pin: 'pin pincode',
  token:
    'token accesstoken refreshtoken authtoken bearertoken sessiontoken idtoken apitoken bottoken personalaccesstoken pat',
  api_key: 'apikey apisecret accesskey accesskeyid secretkey secretaccesskey clientsecret appsecret',
  username: 'username user login userid uname dbuser',
  email: 'email mail emailaddress',
  url: 'url uri endpoint baseurl apiurl website',
  host: 'host hostname server dbhost',
  port: 'port dbport',
  database: 'database db dbname databasename',
  private_key: 'privatekey sshkey sshprivatekey idrsa ided25519 signingkey',
  certificate: 'certificate cert crt clientcert tlscert cacert',
  connection_string: 'connectionstring connstr dsn databaseurl dburl connectionurl',
  totp: 'totp otp totpsecret otpsecret otpauth mfasecret',
};

const kindByName = new Map<string, FieldKind>(
  fieldKinds.flatMap((kind) => wellKnownNames[kind].split(' ').map((name) => [name, kind] as const)),
);
