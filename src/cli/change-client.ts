import { carryOut, type ClientChange } from '../app/connect-client.ts';
import { VaultError } from '../errors.ts';
import { type Io, warn } from './io.ts';
import { renderClientChange } from './render/client-change.ts';
import type { Terminal } from './terminal.ts';

/** Who is asked before a change; null when nobody is to be. Throws `usage` where somebody is to be and nobody is there. */
export function terminalOf(io: Io, yes: boolean): Terminal | null {
  if (yes) return null;
  const terminal = io.terminal();
  if (terminal !== null) return terminal;
  throw new VaultError(
    'usage',
    "there is no terminal to ask whether to change the client's settings",
    'add --yes to change them without asking',
  );
}

/** Shows a change, asks, and makes it; false when the answer was no. Throws `failure`. */
export async function changeClient(
  io: Io,
  change: ClientChange,
  terminal: Terminal | null,
): Promise<boolean> {
  const { path } = change.file;
  io.say(`${path}${noteOn(change.file)}`);
  for (const line of renderClientChange(change)) io.say(`  ${line}`);
  if (terminal !== null && !(await terminal.confirm(`Change ${path}?`))) {
    io.say('nothing was changed');
    return false;
  }
  const backup = carryOut(change);
  if (backup === null) return true;
  io.say(`what was there is kept in ${backup}`);
  if (heldPassword(change.before)) {
    warn(io, `the master password was in that file, and still is in ${backup}: delete it when all works`);
  }
  return true;
}

/** A link may lead where nobody expects a change, in a project of somebody else's above all. */
function noteOn({ path, target, content }: ClientChange['file']): string {
  if (content === null) return ' (a new file)';
  return path === target ? '' : ` (a link to ${target})`;
}

function heldPassword(entry: unknown): boolean {
  return /"VAULT_PASSWORD":|VAULT_PASSWORD=/.test(JSON.stringify(entry ?? null));
}
