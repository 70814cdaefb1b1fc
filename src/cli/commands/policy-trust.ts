import { findPlaces } from '../../app/places.ts';
import { loadPolicy } from '../../app/policy-file.ts';
import { VaultError } from '../../errors.ts';
import { sessionPlace } from '../../session/place.ts';
import { requestByPassword } from '../../session/proof.ts';
import { sessionStatus } from '../../session/request-answer.ts';
import type { Input } from '../definition.ts';
import type { Io } from '../io.ts';
import { askMasterPassword } from '../open-vault.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  const { state } = findPlaces(io.env, io.cwd, vaultDir);
  const place = sessionPlace(io.env, state);
  const status = await sessionStatus(place);
  if (status === null) throw noSession();
  // What would be refused is not asked a password for.
  await loadPolicy(findPlaces(io.env, io.cwd, status.vault).policyFile);
  const { password } = await askMasterPassword(io);
  try {
    const vault = { directory: status.vault, state };
    const sealed = await requestByPassword(place, { vault, password, clock: io.clock }, { type: 'trust' });
    if (sealed === null) throw noSession();
  } finally {
    password.fill(0);
  }
  io.say('the session obeys the policy as it is now');
  return 0;
}

function noSession(): VaultError {
  return new VaultError(
    'locked',
    'vault is locked: run vaultctl unlock',
    'a new session obeys the policy as it is when it is unlocked',
  );
}
