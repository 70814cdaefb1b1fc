import { openVault } from '../../../src/vault/open-vault.ts';
import type { ToolServer } from '../../spec/support/client.ts';
import { type Home, PASSWORD } from '../../spec/support/home.ts';
import { stateOf } from './copies.ts';
import type { Reader } from '../../redaction/support/readers.ts';
import { partsLeft } from '../../redaction/support/sections.ts';

/** Stores single values by key, in one transaction: a command for each would take most of the time of a table. */
export async function store(home: Home, values: Readonly<Record<string, string>>): Promise<void> {
  const place = { directory: home.vault, state: stateOf(home) };
  const vault = await openVault(place, Buffer.from(PASSWORD), () => new Date());
  vault.change(
    (transaction) => {
      for (const [key, value] of Object.entries(values)) {
        const field = { name: 'value', sensitive: true, aliases: [], value: Buffer.from(value) };
        transaction.put({ key, form: 'single', fields: [field], tags: [], bindings: new Map() });
      }
    },
    () => ({ source: 'cli', action: 'set', outcome: 'success' }),
  );
  vault.close();
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly sanitized: boolean;
}

let scripts = 0;

/** Runs a script of bash through the tool server, from a file, so that no policy reads it. */
export async function print(
  home: Home,
  server: ToolServer,
  keys: readonly string[],
  script: string,
): Promise<Printed> {
  const path = await home.write(`script-${scripts++}.sh`, script);
  const run = await server.ok('secret_run', { keys, command: 'bash', args: [path] });
  return run as unknown as Printed;
}

/** What came out, as a row tells it: standard output, standard error where there is any, whether it is said to be changed. */
export function told({ stdout, stderr, sanitized }: Printed): string {
  const error = stderr === '' ? '' : ` and on standard error ${JSON.stringify(stderr)}`;
  return `${JSON.stringify(stdout)}${error}${sanitized ? '' : ', untouched'}`;
}

/** What someone who knows encodings learns of a value from a text. */
export function learned(text: string, value: string, readers: readonly Reader[] = []): string {
  const part = partsLeft(text, value, readers);
  if (part !== undefined) return `shows ${JSON.stringify(part)} in ${JSON.stringify(text.slice(0, 300))}`;
  return text.includes('[REDACTED:')
    ? 'hidden'
    : `nothing is said to be hidden in ${JSON.stringify(text.slice(0, 300))}`;
}
