import { createHash } from 'node:crypto';
import { PASSWORD } from '../../spec/support/home.ts';
import type { Home } from '../../spec/support/home.ts';
import { ALLOW, type Target } from './target.ts';

/** Prints which variables there are; of those whose names follow, a digest of the value. */
const PROBE = `
const { createHash } = require('node:crypto');
const names = process.argv.slice(2);
const digest = (value) => createHash('sha256').update(value).digest('hex').slice(0, 8);
const env = Object.entries(process.env);
const needle = require('node:fs').readFileSync(__dirname + '/needle', 'utf8');
const seen = names.length > 0
  ? names.map((name) => Object.hasOwn(process.env, name) ? name + ' ' + digest(process.env[name]) : 'no ' + name)
  : env.map(([name]) => name).sort();
if (env.some(([, value]) => value.includes(needle))) seen.push('THE PASSWORD');
if ([...process.argv, ...process.execArgv, process.title].some((text) => text.includes(needle))) seen.push('IN AN ARGUMENT');
process.stdout.write(seen.join(', '));
`;

/** Puts the program that looks at variables into a home. */
export async function writeProbe(home: Home): Promise<void> {
  await home.write('probe.cjs', PROBE);
  await home.write('needle', PASSWORD);
}

/** What the program prints for a value. */
export const digest = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 8);

/** The call that looks at these variables, or at the names of all. */
export function probe({ home }: Target, ...names: string[]): { command: string; args: string[] } {
  return { command: process.execPath, args: [home.file('probe.cjs'), ...names] };
}

/** What came of a run: what the program saw, or why there was none. */
export async function seen(own: Target, args: Record<string, unknown>, ...names: string[]): Promise<string> {
  await own.home.policy(ALLOW);
  const { outcome, printed } = await own.ask({ ...args, ...probe(own, ...names) });
  return outcome === 'runs' ? printed : outcome;
}
