import { initVault } from '../../app/init-vault.ts';
import { findPlaces, type Places } from '../../app/places.ts';
import { drawRecoveryCode } from '../../app/recovery.ts';
import { refuseExisting } from '../../vault/create-vault.ts';
import type { InitInput } from '../definitions/init.ts';
import type { Io } from '../io.ts';
import { newMasterPassword } from '../new-master-password.ts';
import { showRecoveryCode } from '../show-recovery-code.ts';
import { warnIfWeak } from '../warn-if-weak.ts';

export async function run(io: Io, { options, vaultDir }: InitInput): Promise<number> {
  const places = findPlaces(io.env, io.cwd, vaultDir);
  refuseExisting(places.directory);
  const master = await newMasterPassword(io);
  const code = options.recovery ? drawRecoveryCode() : undefined;
  try {
    await initVault(places, master, io.clock, code?.bytes);
    sayWhatNext(io, places);
    await warnIfWeak(io, master.password);
  } finally {
    master.password.fill(0);
    code?.bytes.fill(0);
  }
  if (code === undefined) io.say(NO_CODE);
  else await showRecoveryCode(io, code.text);
  return 0;
}

const NO_CODE =
  '  nothing can restore a forgotten master password, unless `vaultctl recovery new` makes a code for it';

function sayWhatNext(io: Io, { directory, policyFile }: Places): void {
  io.say(`created an empty vault in ${directory}`);
  io.say('  store a secret:  vaultctl set KEY');
  io.say(`  for AI agents:   say what they may run in ${policyFile} (mode 0600)`);
}
