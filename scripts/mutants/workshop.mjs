/** Copies of the project in which guards are switched off; the project itself is never touched. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const NEEDED = [
  'src',
  'tests',
  'scripts',
  'docs',
  'bench',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
];

/** `count` copies, one for each run at the same time, and the directory they are all in. */
export function makeWorkshops(count) {
  const root = mkdtempSync(join(tmpdir(), 'vaultctl-mutants-'));
  return {
    root,
    workshops: Array.from({ length: count }, (_, index) => makeWorkshop(join(root, `${index}`))),
  };
}

function makeWorkshop(directory) {
  mkdirSync(directory);
  for (const name of NEEDED) cpSync(join(project, name), join(directory, name), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(directory, 'node_modules'));
  return { directory, report: `${directory}.json` };
}

/** Puts the mutation into its file; answers what takes it out again. */
export function mutate({ directory }, mutant) {
  const path = join(directory, mutant.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(path, mutated(source, mutant));
  return () => writeFileSync(path, source);
}

/** Throws unless the text is in the source exactly once. */
export function mutated(source, { guard, file, from, to }) {
  const parts = source.split(from);
  if (parts.length !== 2) {
    throw new Error(`${guard}: the text is ${parts.length - 1} times in ${file}, must be once: ${from}`);
  }
  return parts.join(to);
}

/** Builds `dist/` as it now is; answers whether that worked. */
export function build({ directory }) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: directory, stdio: 'ignore' });
  return status === 0;
}
