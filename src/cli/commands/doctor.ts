import { examine } from '../../app/doctor.ts';
import { failed } from '../../app/finding.ts';
import { findPlaces } from '../../app/places.ts';
import { exitCodes } from '../../errors.ts';
import { sessionPlace } from '../../session/place.ts';
import { sessionStatus } from '../../session/request-answer.ts';
import type { DoctorInput } from '../definitions/doctor.ts';
import type { Io } from '../io.ts';
import { printFindings } from '../print-findings.ts';

export async function run(io: Io, { options, vaultDir }: DoctorInput): Promise<number> {
  const { env, cwd } = io;
  const places = findPlaces(env, cwd, vaultDir);
  const session = await sessionStatus(sessionPlace(env, places.state));
  const findings = await examine({ places, env, cwd, session });
  await printFindings(io, findings, options.json);
  const missing = failed(findings).map(({ check }) => check);
  if (missing.length === 0) return 0;
  io.say(`vaultctl: missing: ${missing.join(', ')}`);
  return exitCodes.failure;
}
