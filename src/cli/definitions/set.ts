import { defineCommand, type Input } from '../definition.ts';
import { keyArgument } from './shared.ts';

const args = { key: keyArgument } as const;

const options = {
  field: {
    value: 'NAME[=VALUE]',
    repeatable: true,
    description: 'a field; without =VALUE its value is read as the secret it is, not from the command line',
  },
  binding: {
    value: 'ENV=FIELD',
    repeatable: true,
    description: 'the variable a field goes by in runs with bindings',
  },
  notes: { value: 'TEXT', description: 'notes, for you alone' },
  url: { value: 'URL', description: 'where the secret is used' },
  expires: { value: 'WHEN', description: 'a duration such as 90d, a date, or an RFC 3339 time' },
  tag: { value: 'TAG', repeatable: true, description: 'add a tag' },
  tags: { value: 'A,B', repeatable: true, description: 'add several tags' },
  sensitive: { value: 'FIELD', repeatable: true, description: 'never let agents read this field' },
  plain: { value: 'FIELD', repeatable: true, description: 'let agents read this field' },
  kind: {
    value: 'FIELD=KIND',
    repeatable: true,
    description: 'what a field holds: password, token, url, ...',
  },
  alias: { value: 'FIELD=NAME', repeatable: true, description: 'another name for a field' },
  hint: { value: 'FIELD=TEXT', repeatable: true, description: 'what a field is for; agents see it' },
  untag: { value: 'TAG', repeatable: true, description: 'take a tag away' },
  unbind: { value: 'ENV', repeatable: true, description: 'take a binding away' },
  'remove-field': { value: 'FIELD', repeatable: true, description: 'take a field and its value away' },
  'no-notes': { description: 'take the notes away' },
  'no-url': { description: 'take the URL away' },
  'no-expires': { description: 'take the expiry away' },
  replace: {
    description: 'let fields replace a single value, or the other way round; the old values are lost',
  },
} as const;

export type SetInput = Input<typeof args, typeof options>;

export const set = defineCommand({
  name: 'set',
  summary: 'Store a secret, or change one',
  description:
    'Without --field, the value is read from standard input, or asked for on a terminal. One bare --field NAME ' +
    'takes all of standard input; several take one line each, in order. One newline at the end is dropped. ' +
    'On a secret that exists, whatever is not given stays as it is.',
  arguments: args,
  options,
  examples: [
    { line: 'vaultctl set api/token', does: 'asks for the value' },
    { line: 'vaultctl generate -l 32 | vaultctl set db/password', does: 'reads it from a pipe' },
    {
      line: 'vaultctl set db --field host=db.example.com --field password',
      does: 'asks for the password only',
    },
    { line: 'vaultctl set db --binding PGPASSWORD=password', does: 'adds a binding, keeps the rest' },
    { line: 'vaultctl set api/token --tag ci --expires 90d < token.txt', does: 'sets value, tag and expiry' },
  ],
  load: () => import('../commands/set.ts'),
});
