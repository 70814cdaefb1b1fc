import { enableKeychain } from '../../app/keychain.ts';
import type { Input } from '../definition.ts';
import { type Io, warn } from '../io.ts';
import { withWaysByPassword } from '../open-ways.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  return withWaysByPassword(io, vaultDir, async (context, { password }) => {
    await enableKeychain(context, password);
    io.say('the keychain holds the master password of this vault; the tool server takes it from there');
    warn(
      io,
      'any program of this user, an agent outside the sandbox too, can get the password from the unlocked keychain, ' +
        'and with it reveal every secret; vaultctl keychain disable takes it out',
    );
    return 0;
  });
}
