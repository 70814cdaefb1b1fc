import { existsSync } from 'node:fs';

const DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin'];

/** Why a row that needs a program (or an absolute path) cannot be tried here; false when it can. */
export function missing(name: string): string | false {
  const places = name.startsWith('/') ? [name] : DIRECTORIES.map((directory) => `${directory}/${name}`);
  return places.some((path) => existsSync(path)) ? false : `there is no ${name} here`;
}

export const isRoot = process.getuid?.() === 0;
export const isLinux = process.platform === 'linux';
