/** Passwords drawn at random. */

import { VaultError } from '../errors.ts';

export const DEFAULT_PASSWORD_LENGTH = 24;
const MIN_LENGTH = 4;
const MAX_LENGTH = 1024;

/** Four classes; the symbols mean nothing to shells, in URLs' paths, or in quotes. 70 characters, 6.1 bits each. */
const classes = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
  '-_.+:,@=',
] as const;
const alphabet = classes.join('');

/**
 * A password of 4 to 1,024 characters, drawn evenly among those that hold every class and start with a letter or
 * digit (so that none is taken for an option). `randomInt(max)` gives an unbiased whole number below `max`.
 */
export function generatePassword(length: number, randomInt: (max: number) => number): string {
  if (!Number.isInteger(length) || length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new VaultError('invalid', `the length of a password is ${MIN_LENGTH} to ${MAX_LENGTH}`);
  }
  // Whole passwords are thrown away, never single characters changed: that would favour some.
  for (let attempt = 0; attempt < 10_000; attempt += 1) {
    const password = draw(length, randomInt);
    if (isAcceptable(password)) return password;
  }
  throw new VaultError('failure', 'the random source gives no usable password');
}

function draw(length: number, randomInt: (max: number) => number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}

function isAcceptable(password: string): boolean {
  const holds = (members: string): boolean =>
    Array.from(password).some((character) => members.includes(character));
  return /^[A-Za-z0-9]/.test(password) && classes.every(holds);
}
