import { explainPolicy } from '../../app/explain-policy.ts';
import { exitCodes } from '../../errors.ts';
import type { PolicyExplainInput } from '../definitions/policy-explain.ts';
import type { Io } from '../io.ts';
import { policyReader } from '../policy-reader.ts';
import { printJson } from '../print-answer.ts';
import { visible } from '../render/visible.ts';

export async function run(io: Io, { args, options, vaultDir }: PolicyExplainInput): Promise<number> {
  const { policy } = await policyReader(io, vaultDir, options.file)();
  const answer = await explainPolicy(policy, [args.command, ...args.args], io);
  if (options.json) await printJson(io, answer);
  else await io.print(`${answer.allowed ? 'allowed' : 'denied'} by ${visible(answer.rule)}\n`);
  return answer.allowed ? 0 : exitCodes.denied;
}
