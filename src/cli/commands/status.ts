import { authorityInForce } from '../../app/authority-in-force.ts';
import { findPlaces } from '../../app/places.ts';
import type { SessionStatus } from '../../session/messages.ts';
import { sessionPlace } from '../../session/place.ts';
import { sessionStatus } from '../../session/request-answer.ts';
import type { StatusInput } from '../definitions/status.ts';
import type { Io } from '../io.ts';
import { printJson } from '../print-answer.ts';
import { statusLines } from '../render/status.ts';

export async function run(io: Io, { options, vaultDir }: StatusInput): Promise<number> {
  const { state } = findPlaces(io.env, io.cwd, vaultDir);
  const session = await sessionStatus(sessionPlace(io.env, state));
  const authority = authorityInForce(io.env, session !== null);
  if (options.json)
    await printJson(io, { unlocked: session !== null, authority, ...(session && { session }) });
  else
    await io.print(
      linesOf(authority, session)
        .map((line) => `${line}\n`)
        .join(''),
    );
  return 0;
}

function linesOf(authority: ReturnType<typeof authorityInForce>, session: SessionStatus | null): string[] {
  const words = {
    environment: 'the master password of VAULT_PASSWORD is in force, and outranks a session',
    file: 'the master password in the file of VAULT_PASSWORD_FILE is in force, and outranks a session',
    session: 'the session is in force',
    none: 'the master password is asked for',
  };
  return [
    ...(session === null ? ['locked: there is no session'] : statusLines(session)),
    `authority: ${words[authority]}`,
  ];
}
