import { isFreeWord } from '../../app/authority.ts';
import { findPlaces } from '../../app/places.ts';
import { VaultError } from '../../errors.ts';
import { mayBeUnlocked } from '../../session/connect.ts';
import type { LocalReason } from '../../session/messages.ts';
import { sessionPlace } from '../../session/place.ts';
import type { Io } from '../io.ts';
import { askSession } from './ask.ts';

/**
 * Has a command run by the session of this user, where there is one and no password that outranks it. Resolves to the
 * exit code; null when the command is this process's own to run. Throws `locked` where it needs a password that nobody
 * is there to give.
 */
export async function throughSession(argv: readonly string[], io: Io): Promise<number | null> {
  const [word = '--help'] = argv;
  if (isFreeWord(word) || word === 'help' || word === '--version') return null;
  const { VAULT_PASSWORD, VAULT_PASSWORD_FILE } = io.env;
  if (VAULT_PASSWORD !== undefined || VAULT_PASSWORD_FILE) return null;
  const place = sessionPlace(io.env, findPlaces(io.env, io.cwd).state);
  if (!mayBeUnlocked(place)) return null;
  const answer = await askSession(place, argv, io);
  if (answer === null || typeof answer === 'number') return answer;
  if (io.terminal() === null) refuse(answer.local);
  return null;
}

function refuse(reason: LocalReason): void {
  if (reason !== 'reveal' && reason !== 'write') return;
  throw new VaultError(
    'locked',
    reason === 'reveal'
      ? 'this session uses secrets and does not reveal them'
      : 'this session uses secrets and does not change them',
    'type the command in a terminal, where it asks for the master password, or unlock with --reveal 5m first',
  );
}
