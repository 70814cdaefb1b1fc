import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CliOptions } from '../../spec/support/cli.ts';
import { type Home, withHome } from '../../spec/support/home.ts';
import type { Attack } from './table.ts';

export const databaseOf = (home: Home): string => join(home.vault, 'vault.db');
export const stateOf = (home: Home): string => home.file('.local', 'state', 'vaultctl');

/** The one anchor in a home. */
export function anchorOf(home: Home): string {
  const [name, ...more] = fs.readdirSync(stateOf(home));
  if (name === undefined || more.length > 0) throw new Error('a home of one vault has one anchor');
  return join(stateOf(home), name);
}

/** Gives `body` a home with the same vault and the same state, to be spoilt. */
export function onCopy<T>(original: Home, body: (home: Home) => Promise<T>): Promise<T> {
  return withHome(async (home) => {
    for (const name of ['.vault', '.local'])
      fs.cpSync(original.file(name), home.file(name), { recursive: true });
    return body(home);
  });
}

/**
 * Edits `vault.db` behind the program's back. SQL has two functions more: `flip(bytes, at)`, the last bit of
 * one byte changed (from the end where `at` is negative), and `random(bytes)`, as many others.
 */
export function edit<T>(file: string, work: string | ((database: DatabaseSync) => T)): T | undefined {
  const options = { enableForeignKeyConstraints: false, defensive: false };
  const database = new DatabaseSync(file, options);
  try {
    database.function('flip', (bytes, at) => flipped(bytes as Uint8Array, Number(at)));
    database.function('random', (bytes) => randomBytes((bytes as Uint8Array).length));
    if (typeof work !== 'string') return work(database);
    database.exec(work);
    return undefined;
  } finally {
    database.close();
  }
}

export function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const index = at < 0 ? bytes.length + at : at;
  const copy = Uint8Array.from(bytes);
  copy[index] = (copy[index] ?? 0) ^ 1;
  return copy;
}

/**
 * What a command says of a spoilt vault: exit code, first line that is no warning (of standard error, else of
 * standard output), and whether `vault.db` is as it was. Ids and paths are shortened.
 */
export async function answer(home: Home, args: string[], options: CliOptions = {}): Promise<string> {
  const before = bytesOf(home);
  const { code, signal, stdout, stderr } = await home.cli(args, options);
  const line = `${stderr}${stdout}`.split('\n').find((one) => one !== '' && !isWarning(one));
  const said = (line ?? 'nothing')
    .replace(/^vaultctl: /, '')
    .replaceAll(home.dir, '~')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '<id>');
  return `${code ?? signal}: ${said}; ${bytesOf(home)?.equals(before ?? Buffer.alloc(0)) === false ? 'changed' : 'unchanged'}`;
}

function isWarning(line: string): boolean {
  return line.startsWith('vaultctl: warning: ');
}

export const VERIFY = ['audit', 'verify'];

/** Makes rows, each on a copy of the home that is spoilt first: what a command says of it, as `say` has it. */
export function spoiltCopies(home: Home, say: (copy: Home, args: string[]) => Promise<string> = answer) {
  return (input: string, spoil: (copy: Home) => unknown, expected: string, args = VERIFY): Attack => ({
    input,
    expected,
    attempt: () =>
      onCopy(home, async (copy) => {
        await spoil(copy);
        return say(copy, args);
      }),
  });
}

/** Nothing when it is no plain file: a FIFO would be waited for. */
function bytesOf(home: Home): Buffer | undefined {
  const file = databaseOf(home);
  const isFile = fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? fs.readFileSync(file) : undefined;
}

/** A hexadecimal literal of SQL for the id of the secret stored last. */
export function lastId(home: Home, before: readonly string[]): string {
  const rows = edit(databaseOf(home), (database) =>
    database.prepare('SELECT hex(id) AS id FROM secret').all(),
  );
  const found = rows?.map((row) => `x'${String(row['id'])}'`).find((id) => !before.includes(id));
  if (found === undefined) throw new Error('no secret was stored');
  return found;
}
