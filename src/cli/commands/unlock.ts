import { resolve } from 'node:path';
import { isKeychainEnabled, passwordFromKeychain } from '../../app/keychain.ts';
import type { MasterPassword } from '../../app/master-password.ts';
import { findPlaces, type Places } from '../../app/places.ts';
import { parseDuration } from '../../domain/duration.ts';
import { VaultError } from '../../errors.ts';
import { makeSessionFolder, sessionPlace } from '../../session/place.ts';
import { requestByPassword } from '../../session/proof.ts';
import { statusIn } from '../../session/replies.ts';
import { requestAnswer, sessionStatus } from '../../session/request-answer.ts';
import { startSession } from '../../session/start.ts';
import type { SessionStatus, SessionTerms } from '../../session/messages.ts';
import { checkFiles } from '../../vault/files.ts';
import type { UnlockInput } from '../definitions/unlock.ts';
import { type Io, warn } from '../io.ts';
import { askMasterPassword, takePassword } from '../open-vault.ts';
import { statusLines } from '../render/status.ts';

const DEFAULT_LIFETIME = '8h';
const DEFAULT_IDLE = '30m';
const LONGEST = 30 * 24 * 60 * 60 * 1000;
const SHORTEST = 1000;

export async function run(io: Io, { options, vaultDir }: UnlockInput): Promise<number> {
  const times = {
    lifetime: span('--for', options.for ?? DEFAULT_LIFETIME),
    idle: span('--idle', options.idle ?? DEFAULT_IDLE),
    reveal: options.reveal === undefined ? 0 : span('--reveal', options.reveal),
  };
  const places = findPlaces(io.env, io.cwd, vaultDir);
  checkFiles(places.directory);
  const place = sessionPlace(io.env, places.state);
  const { password, unlock } = await passwordFor(io, places, times.reveal > 0);
  try {
    const terms = { ...times, ...surroundings(io, places) };
    const current = (await sessionStatus(place))?.vault;
    if (current !== undefined && current !== places.directory) {
      await requestAnswer(place, { type: 'lock' });
      io.say(`the session for ${current} has ended`);
    }
    const renewal = { type: 'renew', terms: JSON.stringify(terms) } as const;
    const by = { vault: places, password, clock: io.clock };
    const renewed = current === places.directory ? await requestByPassword(place, by, renewal) : null;
    const status =
      renewed ?? (await startSession(io.program, makeSessionFolder(place), { password, unlock, terms }));
    say(io, statusIn(status), times.reveal > 0);
  } finally {
    password.fill(0);
  }
  return 0;
}

function surroundings(
  io: Io,
  { directory, state }: Places,
): Omit<SessionTerms, 'lifetime' | 'idle' | 'reveal'> {
  const env = Object.entries(io.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const umask = io.restoreUmask();
  const file = io.env['VAULT_PASSWORD_FILE'];
  // The session has another working directory, and hides the file from programs.
  const absolute = file ? { VAULT_PASSWORD_FILE: resolve(io.cwd, file) } : {};
  return { directory, state, env: { ...Object.fromEntries(env), ...absolute }, cwd: io.cwd, umask };
}

function say(io: Io, status: SessionStatus, reveals: boolean): void {
  for (const line of statusLines(status)) io.say(line);
  if (reveals) warn(io, 'until then every program of yours can read and change all secrets, agents included');
  if (status.policy === 'none')
    warn(io, 'there is no policy that can be obeyed: nothing can be run in this session');
}

/**
 * The environment's, the keychain's, or the person's. What lets every program reveal is not for the keychain to give,
 * which any program can ask.
 */
async function passwordFor(io: Io, places: Places, reveals: boolean): Promise<MasterPassword> {
  const given = takePassword(io.env);
  if (given !== null) return given;
  if (!reveals && isKeychainEnabled(places)) {
    try {
      const kept = await passwordFromKeychain(places, io.env);
      if (kept !== null) return kept;
    } catch (error) {
      if (!(error instanceof VaultError) || io.terminal() === null) throw error;
      warn(io, error.message);
    }
  }
  return askMasterPassword(io);
}

/** Milliseconds. Throws `invalid`. */
function span(option: string, text: string): number {
  const ms = parseDuration(text);
  if (ms >= SHORTEST && ms <= LONGEST) return ms;
  throw new VaultError('invalid', `${option} takes 1s to 30d`, 'such as 8h or 30m');
}
