/** Arguments and options that mean the same in several commands. */

export const keyArgument = { description: 'the secret, such as db/password' } as const;

export const jsonOption = { description: 'print JSON' } as const;

export const keysOption = {
  short: 'k',
  value: 'KEY',
  repeatable: true,
  description: 'a key, or a glob: * ? [...] match inside one segment',
} as const;
