import { resolve } from 'node:path';
import type { Io } from './io.ts';
import { checkWritable, writePrivateFile } from './write-private-file.ts';

/** Indented, with a newline. */
export async function printJson(io: Io, answer: unknown): Promise<void> {
  await io.print(`${JSON.stringify(answer, null, 2)}\n`);
}

/** Where `-o` wants an answer: a file checked now and written later, or standard output (also for `-`). */
export function outputTo(io: Io, file: string | undefined, force: boolean): (text: string) => Promise<void> {
  if (file === undefined || file === '-') return (text) => io.print(text);
  const path = resolve(io.cwd, file);
  checkWritable(path, { force });
  return async (text) => writePrivateFile(path, text, { force });
}
