import type { EditionInput } from '../definitions/edition.ts';
import type { Io } from '../io.ts';
import { printJson } from '../print-answer.ts';

/** Teams are what makes the other edition, and this version has none. */
const ANSWER = { edition: 'free', reason: 'this vault has not joined a team' } as const;

export async function run(io: Io, { options }: EditionInput): Promise<number> {
  if (options.json) await printJson(io, ANSWER);
  else await io.print(`${ANSWER.edition}: ${ANSWER.reason}\n`);
  return 0;
}
