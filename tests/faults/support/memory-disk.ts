import { statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
const ENOUGH = 48 * 1024 * 1024;

/** Has this file's vaults made in memory where there is room: what is read back thousands of times need not reach a disk. */
export function useMemory(): void {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize >= ENOUGH) process.env['TMPDIR'] = MEMORY;
  } catch {
    // Not on this system: the usual directory does.
  }
}
