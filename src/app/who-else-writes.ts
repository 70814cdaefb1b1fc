import { statSync } from 'node:fs';
import { dirname } from 'node:path';

const STICKY = 0o1000;
const GROUP = 0o020;
const OTHERS = 0o002;

/**
 * Who besides root and the current user can put another file in the place of one, by writing to it or to a
 * directory above it: the start of a sentence, or null when nobody can. `path` is absolute.
 */
export function whoElseWrites(path: string): string | null {
  for (let at = path, first = true; ; at = dirname(at), first = false) {
    const stats = statSync(at, { throwIfNoEntry: false });
    const who = stats && writerOf(stats, first);
    if (who) return `${who} can write to ${at}`;
    if (dirname(at) === at) return null;
  }
}

function writerOf(stats: { readonly uid: number; readonly mode: number }, isFile: boolean): string | null {
  if (stats.uid !== 0 && stats.uid !== process.getuid?.()) return 'another user';
  // In a sticky directory nobody replaces what belongs to someone else.
  if (!isFile && stats.mode & STICKY) return null;
  if (stats.mode & OTHERS) return 'every user';
  return stats.mode & GROUP ? 'the group' : null;
}
