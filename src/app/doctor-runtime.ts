import { readFileSync } from 'node:fs';
import * as nodeCrypto from 'node:crypto';
import { url as inspectorAddress } from 'node:inspector';
import type { Finding } from './finding.ts';

/** Older versions were refused before this could run. */
export function nodeFinding(): Finding {
  return { check: 'node', status: 'ok', detail: `${process.versions.node} (24 or newer is needed)` };
}

/** Whether a crash may write what a program had in memory to a file. */
export function coreDumpFinding(): Finding {
  const check = 'core dumps';
  const limit = coreLimit();
  const pattern = corePattern();
  // A dump that goes to a program is not held back by the limit.
  if (limit === 0 && !pattern?.startsWith('|'))
    return { check, status: 'ok', detail: 'none are written (ulimit -c is 0)' };
  const where = pattern === null ? '' : `, core_pattern is ${pattern.trim()}`;
  return {
    check,
    status: 'note',
    detail:
      `a program that crashes may leave its memory in one: ulimit -c is ${limit}${where}. ` +
      'The tool server and what it runs leave theirs out; what vaultctl run starts does not',
    advice: 'ulimit -c 0 in the shell; for a core_pattern that names a program, its own settings',
  };
}

/** Options of `NODE_OPTIONS` and the command line that open this process to others or load code into it. */
export function debuggerFinding(env: NodeJS.ProcessEnv): Finding {
  const check = 'debugger';
  const words = [...(env['NODE_OPTIONS'] ?? '').split(/\s+/), ...process.execArgv];
  const options = words.flatMap((word) => risky.exec(word)?.[0] ?? []);
  const open = inspectorAddress() !== undefined && options.length === 0 ? ['an inspector that is open'] : [];
  const found = [...new Set([...options, ...open])];
  if (found.length === 0) return { check, status: 'ok', detail: 'no debugger and no preloaded code' };
  return {
    check,
    status: 'warning',
    detail: `Node.js was given ${found.join(', ')}: who connects, or wrote that code, can read the vault once it is open`,
    advice: 'unset NODE_OPTIONS where vaultctl is started',
  };
}

const risky = /^(--inspect(-\w+)*|--debug-port|--require|-r|--import|--(experimental-)?loader)(?==|$)/;

/** The native part of Argon2, which has a stand-in from Node 24.7 on. */
export async function argonFinding(): Promise<Finding> {
  const check = 'argon2';
  try {
    await import('@node-rs/argon2');
    return { check, status: 'ok', detail: 'the native part loads' };
  } catch {
    const advice = 'install vaultctl again on this system, with its optional dependencies';
    if (typeof nodeCrypto.argon2 === 'function') {
      const detail = 'the native part does not load; that of Node.js takes its place, at half the speed';
      return { check, status: 'warning', detail, advice };
    }
    return { check, status: 'missing', detail: 'nothing loads that could open a vault', advice };
  }
}

/** Pseudo-terminals, which `run --redact` gives to programs that want one. */
export async function terminalFinding(): Promise<Finding> {
  const check = 'pseudo-terminal';
  const { openPseudoTerminal } = await import('../process/terminal/pseudo-terminal.ts');
  const terminal = openPseudoTerminal({ columns: 80, rows: 24 });
  if (terminal !== null) {
    terminal.close();
    return { check, status: 'ok', detail: 'the native part loads' };
  }
  return {
    check,
    status: 'warning',
    detail: 'none can be opened: with run --redact programs see a pipe in the place of the terminal',
    advice: 'install vaultctl again on this system, with its optional dependencies',
  };
}

function coreLimit(): number | string {
  process.report.excludeEnv = true;
  const report: unknown = process.report.getReport();
  return softLimit(report) ?? 'not known';
}

/** The report has no type of its own. */
function softLimit(report: unknown): number | string | undefined {
  const limit = memberOf(memberOf(memberOf(report, 'userLimits'), 'core_file_size_blocks'), 'soft');
  return typeof limit === 'number' || typeof limit === 'string' ? limit : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
}

function corePattern(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/core_pattern', 'utf8');
  } catch {
    return null;
  }
}
