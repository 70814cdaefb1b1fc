import { existsSync } from 'node:fs';
import { judge } from '../domain/policy/judge.ts';
import type { Policy, World } from '../domain/policy/policy.ts';
import { reach } from '../domain/policy/reach.ts';
import { type SteerableProgram, steerableProgram } from '../domain/policy/steerable-programs.ts';
import type { CommandLine } from '../domain/policy/step.ts';
import { createWorld, resolveProgram } from '../process/resolve.ts';
import type { Finding } from './finding.ts';
import { whoElseWrites } from './who-else-writes.ts';

/** Where a policy is checked from: programs are looked up as a tool server started here would. */
export interface PolicyPlace {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

/** What there is to say against one entry of `allowed_commands`, as this system reads it. */
export async function allowedEntryWarnings(
  entry: string,
  policy: Policy,
  { cwd, env }: PolicyPlace,
): Promise<Finding[]> {
  const at = { cwd, path: env['PATH'] ?? '' };
  const world = createWorld(at);
  const [command = '', ...args] = entry.trim().split(/\s+/);
  const line: CommandLine = [command, ...args];
  const warn = ([detail, advice]: Warning): Finding => ({
    check: entry,
    status: 'warning',
    detail,
    ...(advice !== undefined && { advice }),
  });
  const overruled = await overruling(line, policy, world);
  if (overruled !== null) return [warn(overruled)];
  const resolved = resolveProgram(command, at);
  const relative = command.includes('/') && !command.startsWith('/') ? [fromDirectory(command)] : [];
  const found = resolved.ok
    ? writable([resolved.program.found, resolved.program.file])
    : [unresolved(command, resolved.reason)];
  return [...relative, ...found, ...literally(args), ...(await steered(line, world))].map(warn);
}

type Warning = readonly [detail: string, advice?: string];

/** A deny rule that holds whatever follows the words of the entry. */
async function overruling(line: CommandLine, policy: Policy, world: World): Promise<Warning | null> {
  const { ok, rule } = await judge(policy, line[0], line.slice(1), world);
  // Of a shell it is the words that follow which decide.
  if (ok || rule.startsWith('default_action') || rule.startsWith('always denied: a shell ')) return null;
  const always = rule.startsWith('always denied');
  return [`never runs: ${rule}`, always ? 'take the entry out' : 'take one of the two out'];
}

function unresolved(command: string, reason: 'not-found' | 'not-executable'): Warning {
  if (/[*?]/.test(command)) return ['matches nothing: wildcards are not supported', 'write the command name'];
  if (command.startsWith('~')) return ['matches nothing: ~ is not expanded', 'write the whole path'];
  if (reason === 'not-executable') return ['is here, but cannot be executed', 'check its mode'];
  return command.includes('/')
    ? ['is not here', 'check the path']
    : [
        'is not on the PATH here',
        'the tool server may have another PATH; a whole path is the same everywhere',
      ];
}

function writable(paths: readonly string[]): Warning[] {
  const found = [...new Set(paths)].map(whoElseWrites).find((why) => why !== null);
  return found === undefined
    ? []
    : [[`${found}, and so choose what runs`, 'allow a program that only you or root can change']];
}

/** Entries are split at blanks, and each word stands for itself. */
function literally(args: readonly string[]): Warning[] {
  const found = args.find((arg) => /[*?'"]/.test(arg));
  if (found === undefined) return [];
  return [[`${found} stands for itself: there are no wildcards and no quotes`, 'end the entry before it']];
}

/** How agents steer the program, or those it is a launcher for. */
async function steered(line: CommandLine, world: World): Promise<Warning[]> {
  const { calls } = await reach(line, world);
  const [own, ...inside] = calls.map((call) => ({ call, known: steerableProgram(call.identity.names) }));
  // Where the entry names what a launcher runs, that is what counts.
  const named = own?.known?.runs === 'program' && inside.length > 0;
  const relevant = named || own === undefined ? inside : [own, ...inside];
  const warnings = relevant.flatMap(({ call, known }) =>
    known === null ? [] : steeredBy(known, call.line, world),
  );
  return warnings.filter((one, index) => warnings.findIndex((other) => other[0] === one[0]) === index);
}

function steeredBy(known: SteerableProgram, [command, ...args]: CommandLine, world: World): Warning[] {
  const [first] = args;
  if (first === undefined)
    return [[`agents can steer ${command}: ${known.how}`, `narrower: ${known.instead}`]];
  const how = known.fixed(args);
  if (how !== null) return [[`agents can steer ${command}: ${how}`]];
  return known.runs === 'script' ? scriptWarnings(first, world) : [];
}

function scriptWarnings(script: string, world: World): Warning[] {
  const path = world.realpath(script);
  const known = existsSync(path) ? writable([path]) : [notHere(script)];
  return script.startsWith('/') ? known : [fromDirectory(script), ...known];
}

function notHere(script: string): Warning {
  return [`runs ${script}, which is not here`, 'check the path'];
}

function fromDirectory(path: string): Warning {
  return [
    `${path} is looked up in the directory the tool server is started in, where agents often can write`,
    'write the whole path',
  ];
}
