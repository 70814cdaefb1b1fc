// The file as bytes: cut, replaced, grown, flipped. The right value or exit code 6, and never a change for the worse.
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Home, useVault } from '../spec/support/home.ts';
import { answer, databaseOf, flipped, onCopy } from './support/copies.ts';
import { type Attack, attacks } from './support/table.ts';

const home = useVault(async (fresh) => fresh.set('a', 'value-of-a'));

/** A file spoilt as bytes: what a command says then. */
function spoilt(input: string, spoil: (file: string) => void, expected: string, args = ['get', 'a']): Attack {
  const attempt = (): Promise<string> =>
    onCopy(home, async (copy) => {
      spoil(databaseOf(copy));
      return answer(copy, args);
    });
  return { input, expected, attempt };
}

attacks('vault file', [
  spoilt('empty', (file) => truncateSync(file), '6: vault.db is not a vault; unchanged'),
  spoilt('one byte of it', (file) => truncateSync(file, 1), '6: vault.db is not a vault; unchanged'),
  spoilt(
    '99 bytes of it',
    (file) => truncateSync(file, 99),
    '6: vault.db is damaged: database disk image is malformed; unchanged',
  ),
  spoilt(
    '100 bytes of it',
    (file) => truncateSync(file, 100),
    '6: vault.db is damaged: database disk image is malformed; unchanged',
  ),
  spoilt(
    'its first page',
    (file) => truncateSync(file, 4096),
    '6: vault.db is damaged: database disk image is malformed; unchanged',
  ),
  spoilt(
    'half a page of it',
    (file) => truncateSync(file, 2048),
    '6: vault.db is damaged: database disk image is malformed; unchanged',
  ),
  spoilt(
    'all but its last byte',
    (file) => truncateSync(file, readFileSync(file).length - 1),
    '6: the journal is damaged: its key does not open; unchanged',
    ['audit', 'verify'],
  ),
  spoilt(
    'all but its last page',
    (file) => truncateSync(file, readFileSync(file).length - 4096),
    '6: vault.db is damaged: database disk image is malformed; unchanged',
  ),
  spoilt(
    'text instead of it',
    (file) => writeFileSync(file, 'key=value\n'.repeat(1000)),
    '6: vault.db is damaged: file is not a database; unchanged',
  ),
  spoilt(
    'zeros instead of it',
    (file) => writeFileSync(file, Buffer.alloc(8192)),
    '6: vault.db is damaged: file is not a database; unchanged',
  ),
  spoilt(
    'a database of another program instead of it',
    foreignDatabase,
    '6: vault.db is not a vault; unchanged',
  ),
  spoilt(
    'a page of zeros after its end, which SQLite does not look at',
    (file) => appendFileSync(file, Buffer.alloc(4096)),
    '0: value-of-a; changed',
  ),
  {
    input: 'the first byte of every second page flipped, one after the other',
    expected: 'every time the right value or exit code 6',
    attempt: () => onCopy(home, flipPages),
  },
]);

function foreignDatabase(file: string): void {
  truncateSync(file);
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE contacts (name, phone)');
  database.close();
}

async function flipPages(copy: Home): Promise<string> {
  const file = databaseOf(copy);
  const whole = readFileSync(file);
  const wrong: string[] = [];
  for (let at = 0; at < whole.length; at += 2 * 4096) {
    writeFileSync(file, flipped(whole, at));
    const { code, stdout } = await copy.cli(['get', 'a']);
    if (!(code === 0 && stdout === 'value-of-a\n') && !(code === 6 && stdout === ''))
      wrong.push(`${at}: ${code}`);
    writeFileSync(file, whole);
  }
  return wrong.length === 0 ? 'every time the right value or exit code 6' : wrong.join(', ');
}
