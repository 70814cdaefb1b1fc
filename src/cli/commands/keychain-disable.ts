import { disableKeychain } from '../../app/keychain.ts';
import { findPlaces } from '../../app/places.ts';
import type { Input } from '../definition.ts';
import type { Io } from '../io.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  const was = await disableKeychain(findPlaces(io.env, io.cwd, vaultDir), io.env);
  io.say(
    was
      ? 'the keychain no longer holds the master password'
      : 'the keychain did not hold the master password',
  );
  return 0;
}
