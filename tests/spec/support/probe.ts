import { createHash } from 'node:crypto';
import type { Home } from './home.ts';

/** A program for children: prints, per name, a digest of the variable, so that no redactor can hide it. */
const SOURCE = `
const { createHash } = require('node:crypto');
const seen = {};
for (const name of process.argv.slice(2)) {
  const value = process.env[name];
  seen[name] = value === undefined ? null : createHash('sha256').update(value).digest('hex').slice(0, 12);
}
process.stdout.write(JSON.stringify(seen));
`;

/** Writes the probe into a home: `[command, ...args]` that reports the named variables. */
export async function writeProbe(home: Home): Promise<void> {
  await home.write('probe.cjs', SOURCE);
}

export function probe(home: Home, ...names: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [home.file('probe.cjs'), ...names] };
}

/** What the probe prints for a variable with this value. */
export function seen(value: string | null): string | null {
  return value === null ? null : createHash('sha256').update(value).digest('hex').slice(0, 12);
}

/** `node -e` with a script: a child whose output and exit code the test chooses. */
export function node(script: string, ...args: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: ['-e', script, ...args] };
}
