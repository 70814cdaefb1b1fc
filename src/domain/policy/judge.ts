import { alwaysDenied, alwaysDeniedWords } from './always-denied.ts';
import { allows, denies } from './entry.ts';
import { canNameProcess } from './environment-path.ts';
import type { Policy, Verdict, World } from './policy.ts';
import { type Reach, reach } from './reach.ts';
import type { CommandLine } from './step.ts';

/**
 * Decides whether a command may run, in the order of service.md 5.2: what is always denied, `denied_commands`,
 * `allowed_commands`, `default_action`. Deny rules also see what launchers and shell texts would run; allow rules
 * see the command alone.
 */
export async function judge(
  policy: Policy,
  command: string,
  args: readonly string[],
  world: World,
): Promise<Verdict> {
  const line: CommandLine = [command, ...args];
  if (line.some((word) => word.includes('\0'))) return { ok: false, rule: 'always denied: a NUL byte' };
  const reached = await reach(line, world);

  const always = whyAlwaysDenied(line, reached, world);
  if (always !== null) return { ok: false, rule: `always denied: ${always}` };

  const denied = policy.deniedCommands.find((entry) =>
    reached.calls.some((call) => denies(entry, call.line, call.identity, world)),
  );
  if (denied !== undefined) return { ok: false, rule: `denied_commands: ${denied}` };

  const allowed = policy.allowedCommands.find((entry) => allows(entry, line, world));
  if (allowed !== undefined) return { ok: true, rule: `allowed_commands: ${allowed}` };
  return { ok: policy.defaultAction === 'allow', rule: `default_action: ${policy.defaultAction}` };
}

function whyAlwaysDenied(line: CommandLine, reached: Reach, world: World): string | null {
  if (canNameProcess(world.realpath('.'))) return 'a working directory inside /proc';
  for (const call of reached.calls) {
    const why = alwaysDenied(call, world);
    if (why !== null) return why;
  }
  const seen = [{ words: line, directories: [world.cwd] }, ...reached.readings];
  for (const { words, directories } of seen) {
    const why = alwaysDeniedWords(words, world, directories);
    if (why !== null) return why;
  }
  return reached.refusal ?? null;
}
