import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** It has ended, and is listed only until its parent takes note. */
  readonly zombie: boolean;
}

/** All processes there are: from `/proc` on Linux, where `ps` may be missing, from `ps` elsewhere. */
export function processTable(platform: NodeJS.Platform = process.platform): ProcessEntry[] {
  return platform === 'linux' ? fromProc() : fromPs();
}

function fromProc(): ProcessEntry[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name stands in parentheses, and may hold any of them and spaces.
      const [, state = '', parent, group] = stat.slice(stat.lastIndexOf(')')).split(' ');
      return [entry(pid, parent, group, state)];
    } catch {
      return [];
    }
  });
}

function fromPs(): ProcessEntry[] {
  const table = execFileSync('/bin/ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' });
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [pid, parent, group, state = ''] = line.trim().split(/\s+/);
      return entry(pid, parent, group, state);
    });
}

type Cell = string | undefined;

function entry(pid: Cell, parent: Cell, group: Cell, state: string): ProcessEntry {
  return { pid: Number(pid), parent: Number(parent), group: Number(group), zombie: /^[ZX]/.test(state) };
}
