import { checkPolicy } from '../../app/check-policy.ts';
import { failed } from '../../app/finding.ts';
import { exitCodes } from '../../errors.ts';
import type { PolicyCheckInput } from '../definitions/policy-check.ts';
import type { Io } from '../io.ts';
import { policyReader } from '../policy-reader.ts';
import { printFindings } from '../print-findings.ts';

export async function run(io: Io, { args, options, vaultDir }: PolicyCheckInput): Promise<number> {
  const findings = await checkPolicy(io, policyReader(io, vaultDir, args.file));
  await printFindings(io, findings, options.json);
  return failed(findings).length === 0 ? 0 : exitCodes.failure;
}
