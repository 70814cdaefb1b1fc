import { findPlaces } from '../../app/places.ts';
import { sessionPlace } from '../../session/place.ts';
import { requestAnswer } from '../../session/request-answer.ts';
import type { Input } from '../definition.ts';
import type { Io } from '../io.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  const place = sessionPlace(io.env, findPlaces(io.env, io.cwd, vaultDir).state);
  const ended = await requestAnswer(place, { type: 'lock' });
  io.say(ended === null ? 'the vault was locked already' : 'the vault is locked');
  return 0;
}
