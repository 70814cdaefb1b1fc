import { denialHint } from '../domain/policy/hint.ts';
import { judge } from '../domain/policy/judge.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { VaultError } from '../errors.ts';
import { createWorld } from '../process/resolve.ts';
import type { RunContext } from './run-context.ts';
import { findProgram, type FoundProgram } from './find-program.ts';
import type { RunRequest } from './run-request.ts';

/**
 * The program a policy approves, as the very file that will run. Throws `denied` (`command not allowed`),
 * or that there is no such program.
 */
export async function approveCommand(
  context: RunContext,
  policy: Policy,
  request: RunRequest,
): Promise<FoundProgram> {
  const at = { cwd: context.cwd, path: context.env['PATH'] ?? '' };
  const world = createWorld(at);
  const verdict = await judge(policy, request.command, request.args, world);
  if (!verdict.ok) throw new VaultError('denied', 'command not allowed', denialHint(policy));
  // The very look-up that was judged; a second one could find another file.
  return world.resolve(request.command) ?? findProgram(request.command, at);
}
