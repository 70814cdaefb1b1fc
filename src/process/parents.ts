import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Every process's parent: from `/proc` on Linux, where `ps` may be missing, from `ps` elsewhere. */
export function parentsByPid(platform: NodeJS.Platform = process.platform): Map<number, number> {
  return new Map(platform === 'linux' ? fromProc() : fromPs());
}

function fromProc(): [number, number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name): [number, number] => [Number(name), parentOf(name)]);
}

/** The second field after the name, which stands in parentheses and may hold any of them; NaN once it is gone. */
function parentOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
  } catch {
    return NaN;
  }
}

function fromPs(): [number, number][] {
  const lines = execFileSync('/bin/ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line): [number, number] => {
    const [pid = NaN, parent = NaN] = line.trim().split(/\s+/).map(Number);
    return [pid, parent];
  });
}
