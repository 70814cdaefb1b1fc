import type { Secret } from '../domain/secret.ts';
import { SINGLE_FIELD } from '../domain/secret.ts';
import { isGuessable } from '../domain/strength.ts';
import type { SetRequest } from './set-request.ts';

const SHORTEST_HIDDEN_NAME = 4;

/** What redaction cannot protect in what was just set; says which, never what it is. */
export async function setWarnings(request: SetRequest, secret: Secret): Promise<string[]> {
  const sensitive = new Set(secret.fields.filter((field) => field.sensitive).map((field) => field.name));
  const given = [
    ...(request.value === undefined ? [] : [{ name: SINGLE_FIELD, what: request.key, value: request.value }]),
    ...request.fields.map(({ name, value }) => ({ name, what: `${request.key}, field ${name}`, value })),
  ];
  const warnings = given
    .filter(({ name, value }) => sensitive.has(name) && value.length > 0)
    .map(({ what, value }) => warningsOf(request.key, what, value.toString('utf8')));
  return (await Promise.all(warnings)).flat();
}

async function warningsOf(key: string, what: string, value: string): Promise<string[]> {
  const shown =
    value.length >= SHORTEST_HIDDEN_NAME && key.includes(value)
      ? [`the key contains the value of ${what}: listings and redaction markers show it`]
      : [];
  return [...shown, ...(await weakness(what, value))];
}

async function weakness(what: string, value: string): Promise<string[]> {
  if (value.trim() === '') {
    return [`the value of ${what} is only spaces: redaction takes such spaces out of every output`];
  }
  if (!(await isGuessable(value))) return [];
  return [
    `the value of ${what} can be guessed in under 2^30 tries: a program can print all guesses, and what redaction takes out tells which it is`,
  ];
}
