// What records hold and when they are written: no value in any of them, and none missing before a secret is released.
import { beforeAll } from 'vitest';
import { MODERN, ToolServer, withServer } from '../spec/support/client.ts';
import {
  ALLOW_ALL,
  exists,
  filesBelow,
  type Home,
  mode,
  PASSWORD,
  pause,
  useVault,
} from '../spec/support/home.ts';
import { partsLeft } from '../redaction/support/sections.ts';
import { base64, hex, reversed } from '../redaction/support/readers.ts';
import { onCopy } from './support/copies.ts';
import { fullDisk, noMounts, readOnlyDisk } from './support/mounts.ts';
import { type Attack, attacks } from './support/table.ts';

const VALUE = 'r9Xt4Wq7Lm2Kd8Vz5Hc3Nb6Yp1Js0Gf';
const TOKEN = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789';
const OTHER = 'k7Wm2Zx9Qv4Tn6Rb8Lc1Yd3Hf5Js0Pg';
const UNUSED = 'h3Vb9Qs5Wd8Kx2Mz6Tn4Rc7Lf1Yp0Jg';
const BASE64 = Buffer.from(VALUE).toString('base64');
const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, denied_commands: ['seq'] });
  await fresh.set('v', VALUE);
  await fresh.set('path', OTHER);
  await fresh.set('unused', UNUSED);
  await fresh.set('unbound', UNUSED);
  await fresh.ok(['set', 'bound', '--field', 'password', '--binding', 'BOUND=password'], { stdin: VALUE });
});

const inHex = (text: string): string => Buffer.from(text).toString('hex');

type Made = (server: ToolServer, word: string) => Promise<unknown>;
const run =
  (command: string, ...args: string[]): Made =>
  (server, word) =>
    server.call('secret_run', { keys: ['v'], command, args: [word, ...args] });

/** Calls and commands, each marked by a word of its own; all are made before the journal is exported once. */
const calls: [string, Made][] = [
  ['a value as an argument', run('echo', VALUE)],
  ['a value inside an argument', run('echo', `--header=Authorization: Bearer ${VALUE}!`)],
  ['a value in base64 as an argument', run('echo', BASE64)],
  ['a value in hex as an argument', run('echo', inHex(VALUE))],
  ['a value backwards as an argument', run('echo', Array.from(VALUE).toReversed().join(''))],
  ['half a value as an argument', run('echo', VALUE.slice(4, 22))],
  ['the master password as an argument', run('echo', PASSWORD)],
  ['a value in a command that does not exist', run(`no-such-${VALUE}`)],
  ['a value in the arguments of a denied command', run('seq', VALUE)],
  [
    'a value no run has injected, in the arguments of a denied command',
    (server, word) =>
      server.call('secret_run', { keys: ['unused'], command: 'seq', args: [word, UNUSED, inHex(UNUSED)] }),
  ],
  [
    'a value no run has injected, in the arguments of a denied command with bindings',
    (server, word) =>
      server.call('secret_run_with_bindings', { key: 'unbound', command: 'seq', args: [word, UNUSED] }),
  ],
  [
    'a value in the arguments of a command run past its time',
    (server, word) =>
      server.call('secret_run', { keys: ['v'], command: 'sleep', args: ['5', word, VALUE], timeout: '50ms' }),
  ],
  [
    'a value in a shell text',
    (server, word) =>
      server.call('secret_run', { keys: ['v'], command: 'sh', args: ['-c', `: ${word} ${VALUE}`] }),
  ],
  [
    'a value in the arguments of a call with no keys',
    (server, word) => server.call('secret_run', { keys: [], command: 'echo', args: [word, VALUE] }),
  ],
  [
    'a value in the arguments of a call for a key there is not',
    (server, word) => server.call('secret_run', { keys: ['none'], command: 'echo', args: [word, VALUE] }),
  ],
  [
    'a value behind a variable name',
    (server, word) =>
      server.call('secret_run', {
        keys: ['v'],
        command: 'echo',
        args: [word, `V=${VALUE}`],
        env_prefix: 'LD_',
      }),
  ],
  [
    'a value in the arguments of a run with bindings',
    (server, word) =>
      server.call('secret_run_with_bindings', { key: 'bound', command: 'echo', args: [word, VALUE] }),
  ],
  ['a token nobody stored, known by its shape', run('echo', TOKEN)],
  [
    'a value in the arguments of `vaultctl run`',
    (_, word) => home.cli(['run', '-k', 'v', '--', 'echo', word, VALUE]),
  ],
  [
    'a value in the arguments of `vaultctl run --redact`',
    (_, word) => home.cli(['run', '--redact', '-k', 'v', '--', 'echo', word, VALUE]),
  ],
  [
    'a value in the arguments of a run of its owner for a key too many',
    (_, word) => home.cli(['run', '-k', 'v', '-k', 'none', '--', 'echo', word, VALUE]),
  ],
  [
    'a value in the arguments of a run of its owner refused for its variable',
    (_, word) => home.cli(['run', '-k', 'path', '--', 'echo', word, OTHER]),
  ],
  [
    'a value in a command `vaultctl run` does not find',
    (_, word) => home.cli(['run', '-k', 'v', '--', `none-${VALUE}`, word]),
  ],
];

let records: Record<string, unknown>[];
let exported: string;
beforeAll(async () => {
  await withServer(home, async (server) => {
    // Some values are known to a server once it has injected them.
    await server.ok('secret_run', { keys: ['v'], command: 'true' });
    for (const [index, [, made]] of calls.entries()) await made(server, `word-${index}-`);
  });
  await home.ok(['audit', 'export', '-o', home.file('audit.json')]);
  exported = await mode(home.file('audit.json'));
  records = (await home.json(['audit', 'export'])) as Record<string, unknown>[];
});

const rows = calls.map(([input], index): Attack => ({
  input,
  expected: 'recorded, and nothing of it shown',
  attempt: async () => {
    const found = records.filter((record) => JSON.stringify(record).includes(`word-${index}-`));
    const text = JSON.stringify(found);
    const secrets = [VALUE, OTHER, UNUSED, PASSWORD, TOKEN.slice(4)];
    const left = secrets
      .map((secret) => partsLeft(text, secret, [base64, hex, reversed]) ?? '')
      // Shorter ones are words of the records.
      .find((part) => part.length >= 8);
    if (left !== undefined) return `shows ${left}`;
    return found.length > 0 ? 'recorded, and nothing of it shown' : 'not recorded';
  },
}));

attacks('journal', [
  ...rows,
  {
    input: 'its export, read by others',
    expected: 'mode 600',
    attempt: async () => `mode ${exported}`,
  },
  {
    input: 'its arguments, looked for in every file of the vault',
    expected: 'nowhere',
    attempt: async () => {
      const files = await filesBelow(home.vault);
      const found = files.filter(({ bytes }) => bytes.includes('word-0-') || bytes.includes('secret_run'));
      return found.length === 0 ? 'nowhere' : found.map(({ path }) => path).join();
    },
  },
  {
    input: 'the server killed in the middle of a run',
    expected: 'a start without an end, and no faults',
    attempt: () => onCopy(home, killed),
  },
  onDisk('full from the first, and a program run by its owner', fullDisk(0), byOwner, 'exit code 1, not run'),
  onDisk(
    'full but for its side files, and a program run by its owner',
    fullDisk(36),
    byOwner,
    'exit code 1, not run',
  ),
  onDisk('read-only, and a program run by its owner', readOnlyDisk, byOwner, 'exit code 1, not run'),
  onDisk('with room, and a program run by its owner', fullDisk(200), byOwner, 'exit code 0, run'),
  onDisk(
    'full from the first, and a program run by an agent',
    fullDisk(0),
    byAgent,
    'reading or writing vault.db failed, not run',
  ),
  onDisk(
    'read-only, and a program run by an agent',
    readOnlyDisk,
    byAgent,
    'vault.db cannot be opened, not run',
  ),
  onDisk(
    'full once a server runs, and a program run by an agent',
    fullDisk(200),
    fillingUp,
    'the disk is full; nothing was changed, not run; with room again, run',
  ),
]);

type Program = readonly [string, ...string[]];

function onDisk(
  what: string,
  program: Program,
  attempt: (copy: Home, program: Program) => Promise<string>,
  expected: string,
): Attack {
  return {
    input: `a disk that is ${what}`,
    expected,
    attempt: () => onCopy(home, (copy) => attempt(copy, program)),
    unable: noMounts,
  };
}

async function ranOrNot(copy: Home): Promise<string> {
  return (await exists(copy.file('ran'))) ? 'run' : 'not run';
}

async function byOwner(copy: Home, program: Program): Promise<string> {
  const { code } = await copy.cli(['run', '-k', 'v', '--', 'touch', copy.file('ran')], { program });
  return `exit code ${code}, ${await ranOrNot(copy)}`;
}

const touch = (copy: Home): Record<string, unknown> => ({
  keys: ['v'],
  command: 'touch',
  args: [copy.file('ran')],
});

function byAgent(copy: Home, program: Program): Promise<string> {
  const work = async (server: ToolServer): Promise<string> =>
    `${await server.fails('secret_run', touch(copy))}, ${await ranOrNot(copy)}`;
  return withServer(copy, work, { program });
}

const shell = (text: string): Record<string, unknown> => ({ keys: [], command: 'sh', args: ['-c', text] });

/** A program of the agent fills the disk the journal is on; the next one is refused until there is room. */
function fillingUp(copy: Home, program: Program): Promise<string> {
  const work = async (server: ToolServer): Promise<string> => {
    await server.call('secret_run', shell('cat /dev/zero > "$HOME/disk/more"; sleep 1'));
    const refused = `${await server.fails('secret_run', touch(copy))}, ${await ranOrNot(copy)}`;
    await copy.write('room', '');
    await pause(1500);
    await server.ok('secret_run', touch(copy));
    return `${refused}; with room again, ${await ranOrNot(copy)}`;
  };
  const [file, ...rest] = program;
  // Makes room when it is told to, from where the disk is seen.
  const [flags = '', sh = '', option = '', script = '', ...command] = rest;
  const watch =
    '(for i in $(seq 100); do [ -e "$HOME/room" ] && break; sleep 0.2; done; rm -f "$HOME/disk/more" "$HOME/disk/fill") > /dev/null 2>&1 &\n';
  const watching = script.replace(/\n(?=[^\n]*$)/, `\n${watch}`);
  return withServer(copy, work, { program: [file, flags, sh, option, watching, ...command] });
}

async function killed(copy: Home): Promise<string> {
  const server = await new ToolServer(MODERN).start(copy);
  const call = server.send('tools/call', {
    name: 'secret_run',
    arguments: { keys: ['v'], command: 'sleep', args: ['1.5'] },
  });
  await server.ok('secret_exists', { key: 'v' });
  await pause(500);
  server.process.kill('SIGKILL');
  await Promise.allSettled([call.answer]);
  await server.exited;
  const all = (await copy.json(['audit', 'export'])) as Record<string, unknown>[];
  const { code } = await copy.cli(['audit', 'verify']);
  const last = all.findLast((record) => record['action'] === 'secret_run');
  return `a ${String(last?.['phase'])} without an end, and ${code === 0 ? 'no' : 'some'} faults`;
}
