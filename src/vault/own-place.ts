import { lstatSync, type Stats } from 'node:fs';

/** Whether it is a directory, no link, of this user, which nobody else can look into. */
export function isPrivate(path: string): boolean {
  const stat = statOf(path);
  return stat !== null && stat.isDirectory() && isMine(stat);
}

/** Whether it is a socket of this user that nobody else can connect to. */
export function isOwnSocket(path: string): boolean {
  const stat = statOf(path);
  return stat !== null && stat.isSocket() && isMine(stat);
}

function isMine({ uid, mode }: Stats): boolean {
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

function statOf(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
