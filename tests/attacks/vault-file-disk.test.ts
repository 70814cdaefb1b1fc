// A disk that is full or read-only, and a vault another process holds: nothing is half done, and the vault goes on.
import { beforeAll } from 'vitest';
import { DatabaseSync } from 'node:sqlite';
import { PROGRAM } from '../spec/support/cli.ts';
import { type Home, pause, useVault } from '../spec/support/home.ts';
import { answer, databaseOf, onCopy } from './support/copies.ts';
import { fullDisk, noMounts, readOnlyDisk } from './support/mounts.ts';
import { type Attack, attacks } from './support/table.ts';

const home = useVault(async (fresh) => fresh.set('a', 'value-of-a'));

/** A writer waits for 15 seconds: it does so while the other rows are tried. */
let held: Promise<string>;
beforeAll(() => {
  held = onCopy(home, (copy) => whileHeld(copy, 20_000, ['set', 'c']));
});

const FULL = '1: the disk is full; nothing was changed; then not there; no faults: 1 secrets';
// Not even the files beside it find room.
const NO_ROOM = '1: reading or writing vault.db failed; then not there; no faults: 1 secrets';

/** A change with so much of the disk free; then again with room, and a check of everything. */
function onFullDisk(freeKiB: number, expected: string): Attack {
  const attempt = (): Promise<string> =>
    onCopy(home, async (copy) => {
      const program = fullDisk(freeKiB);
      const script = `
        printf value-of-c | "$@" set c 2>said; echo "$?: $(sed -n 's/^vaultctl: //p' said | grep -v ^warning | head -n 1)"
        "$@" get c >said 2>&1 && echo "then there" || echo "then not there"
        rm "$VAULT_DIR/fill"
        "$@" audit verify | sed "s/ and .*//"`;
      const [file, ...before] = program;
      const shell = ['sh', '-c', script, 'sh', process.execPath, PROGRAM];
      const { stdout } = await copy.cli([], { program: [file, ...before.slice(0, -2), ...shell] });
      return stdout.trim().split('\n').join('; ');
    });
  return { input: `a change with ${freeKiB} KiB of the disk free`, expected, attempt, unable: noMounts };
}

function onReadOnlyDisk(input: string, args: string[], expected: string): Attack {
  const attempt = (): Promise<string> =>
    onCopy(home, (copy) => answer(copy, args, { program: readOnlyDisk, stdin: 'value-of-c' }));
  return { input: `on a read-only disk, ${input}`, expected, attempt, unable: noMounts };
}

attacks('vault file', [
  onFullDisk(0, NO_ROOM),
  onFullDisk(4, NO_ROOM),
  onFullDisk(36, FULL),
  onFullDisk(48, FULL),
  onFullDisk(200, '0: ; then there; no faults: 2 secrets'),
  onReadOnlyDisk('a value asked for', ['get', 'a'], '1: vault.db cannot be opened; unchanged'),
  onReadOnlyDisk('a change', ['set', 'c'], '1: vault.db cannot be opened; unchanged'),
  onReadOnlyDisk(
    'a program run',
    ['run', '-k', 'a', '--', 'echo', 'ran'],
    '1: vault.db cannot be opened; unchanged',
  ),
  {
    input: 'held by another process for a second: the change waits for its turn',
    expected: '0: stored c; changed',
    attempt: () => onCopy(home, (copy) => whileHeld(copy, 1000, ['set', 'c'])),
  },
  {
    input:
      'being written to by another process: a value can be read, and the answer says it could not be recorded',
    expected: '0: value-of-a; changed',
    attempt: () => onCopy(home, (copy) => whileHeld(copy, 1000, ['get', 'a'])),
  },
  {
    input: 'written to by eight processes at once',
    expected: '8 stored, no faults: 9 secrets and 10 records of the journal checked',
    attempt: () =>
      onCopy(home, async (copy) => {
        const keys = Array.from({ length: 8 }, (_, i) => `k${i}`);
        const codes = await Promise.all(keys.map((key) => copy.cli(['set', key], { stdin: 'value' })));
        const { stdout } = await copy.cli(['audit', 'verify']);
        return `${codes.filter(({ code }) => code === 0).length} stored, ${stdout.trim()}`;
      }),
  },
  {
    input: 'killed in the middle of a change, four times',
    expected: 'the old value or the new one, and no faults',
    attempt: () => onCopy(home, killedWhileWriting),
  },
  {
    // Once the other is done, the record of the failure is written.
    input: 'held by another process for longer than a change waits',
    expected: '1: the vault is busy: another process is writing to it; changed',
    attempt: () => held,
  },
]);

async function whileHeld(copy: Home, ms: number, args: string[]): Promise<string> {
  const other = new DatabaseSync(databaseOf(copy));
  other.exec('BEGIN IMMEDIATE');
  const said = answer(copy, args, { stdin: 'value-of-c' });
  await Promise.race([said, pause(ms)]);
  other.exec('ROLLBACK');
  other.close();
  return said;
}

async function killedWhileWriting(copy: Home): Promise<string> {
  for (let round = 0; round < 4; round++) {
    const before = (await copy.ok(['get', 'a', '-n'])).stdout;
    await copy.cli(['set', 'a'], { stdin: `value-${round}`, limit: 120 + 80 * round });
    const { code, stdout } = await copy.cli(['get', 'a', '-n']);
    if (code !== 0 || ![before, `value-${round}`].includes(stdout)) return `${code}: ${stdout}`;
  }
  const { code } = await copy.cli(['audit', 'verify']);
  return code === 0 ? 'the old value or the new one, and no faults' : `${code}`;
}
