// What a journal that was edited still allows: reading, with a warning; no change, and no program with a secret.
import { exists, type Home, useVault } from '../spec/support/home.ts';
import { withServer } from '../spec/support/client.ts';
import { answer, databaseOf, edit, onCopy, spoiltCopies, VERIFY } from './support/copies.ts';
import { type Attack, attacks } from './support/table.ts';

const home = useVault(async (fresh) => {
  await fresh.set('a', 'value-of-a');
  await fresh.set('b', 'value-of-b');
  for (let n = 0; n < 3; n++) await fresh.ok(['get', 'a']);
  await fresh.policy({ version: 1, default_action: 'allow', sandbox: 'off' });
});

const CUT = 'DELETE FROM journal WHERE seq > 4';
const GAP = 'DELETE FROM journal WHERE seq = 2';
const LAST_READ = `the vault is older than when last used here: record 3 of its journal is missing or another`;

// The failure is recorded: the journal's end is whole.
const AFTER_GAP = '6: the journal is damaged: record 2 is missing; changed';
const NOTHING_OLDER = '6: the vault is not older than when last used here: nothing to accept; unchanged';

const spoilt = spoiltCopies(home, (copy, args) => answer(copy, args, { stdin: 'value-of-c' }));
const edited = (input: string, sql: string, expected: string, args: string[]): Attack =>
  spoilt(input, (copy) => edit(databaseOf(copy), sql), expected, args);

attacks('journal', [
  edited('a gap, and all of it exported', GAP, AFTER_GAP, ['audit', 'export']),
  edited('a gap, and a list asked for', GAP, AFTER_GAP, ['audit', 'list']),
  edited('a gap, said to be accepted', GAP, NOTHING_OLDER, [...VERIFY, '--accept']),
  edited('cut off, said to be accepted', CUT, NOTHING_OLDER, [...VERIFY, '--accept']),
  edited('cut off, and a change', CUT, '6: the journal does not end where its head says; unchanged', [
    'set',
    'c',
  ]),
  edited('cut off, and a deletion', CUT, '6: the journal does not end where its head says; unchanged', [
    'delete',
    'a',
    '--yes',
  ]),
  edited('cut off, and a value asked for, which is warned of', CUT, '0: value-of-a; unchanged', ['get', 'a']),
  edited(
    'cut off before the last change',
    'DELETE FROM journal WHERE seq > 2',
    `6: ${LAST_READ}; unchanged`,
    ['set', 'c'],
  ),
  edited('emptied, and a change', 'DELETE FROM journal', `6: ${LAST_READ}; unchanged`, ['set', 'c']),
  {
    input: 'cut off, and a program run by its owner',
    expected: 'exit code 6, not run',
    attempt: () =>
      onCopy(home, async (copy) => {
        edit(databaseOf(copy), CUT);
        const { code } = await copy.cli(['run', '-k', 'a', '--', 'touch', copy.file('ran')]);
        return `exit code ${code}, ${await ranOrNot(copy)}`;
      }),
  },
  {
    input: 'cut off, and a program run by an agent',
    expected: 'the journal does not end where its head says, not run',
    attempt: () => onCopy(home, byAgent),
  },
  {
    input: 'cut off while a server runs',
    expected: 'the journal does not end where its head says, not run',
    attempt: () =>
      onCopy(home, (copy) =>
        withServer(copy, async (server) => {
          await server.ok('secret_run', { keys: ['a'], command: 'true' });
          edit(databaseOf(copy), 'DELETE FROM journal WHERE seq = 8');
          const args = { keys: ['a'], command: 'touch', args: [copy.file('ran')] };
          return `${await server.fails('secret_run', args)}, ${await ranOrNot(copy)}`;
        }),
      ),
  },
  {
    input: 'cut off, and an agent that lists secrets',
    expected: 'the journal does not end where its head says',
    attempt: () =>
      onCopy(home, async (copy) => {
        edit(databaseOf(copy), CUT);
        return withServer(copy, (server) => server.fails('secret_list'));
      }),
  },
  {
    input: 'a gap, and a report as JSON',
    expected: '{"secrets":2,"records":5,"faults":["the journal is damaged: record 2 is missing"]}',
    attempt: () =>
      onCopy(home, async (copy) => {
        edit(databaseOf(copy), GAP);
        return JSON.stringify(JSON.parse((await copy.cli([...VERIFY, '--json'])).stdout));
      }),
  },
]);

async function ranOrNot(copy: Home): Promise<string> {
  return (await exists(copy.file('ran'))) ? 'run' : 'not run';
}

async function byAgent(copy: Home): Promise<string> {
  edit(databaseOf(copy), CUT);
  return withServer(copy, async (server) => {
    const args = { keys: ['a'], command: 'touch', args: [copy.file('ran')] };
    return `${await server.fails('secret_run', args)}, ${await ranOrNot(copy)}`;
  });
}
