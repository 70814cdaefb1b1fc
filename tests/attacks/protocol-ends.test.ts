// What comes too early, too much at once or too late, and every way a server or a call can end in the middle of a run:
// no process of a run is left, and the journal says how it ended.
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll } from 'vitest';
import { probeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { RawServer } from '../mcp/support/raw-server.ts';
import { MODERN, withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, type Home, pause, useVault, which, withHome } from '../spec/support/home.ts';
import { type Attack, attacks } from './support/table.ts';
import { brief } from './support/wire.ts';

const probe = await probeSandbox();
const noSandbox = !probe.ok && 'no sandbox can be made here';

const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  await fresh.set('alpha', 'value-of-alpha');
});

let count = 0;

/** Starts runs that go on for a thousand seconds, as trees of processes that one number finds. */
async function startRuns(server: RawServer, text: string, runs = 2): Promise<string> {
  const mark = `1000.${String(process.pid)}${String(count++).padStart(3, '0')}`;
  const args = ['-c', text.replaceAll('SLEEP', `${which('sleep')} ${mark}`)];
  for (let id = 1; id <= runs; id++) server.call(id, 'secret_run', { keys: ['alpha'], command: 'sh', args });
  for (let waited = 0; waited < 15_000 && sleepers(mark) < 2 * runs; waited += 20) await pause(20);
  if (sleepers(mark) < 2 * runs) throw new Error(`the runs did not start: ${server.stderr}`);
  return mark;
}

/** How many processes there are that sleep for so long. */
function sleepers(mark: string): number {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `${which('sleep')}\0${mark}\0`;
    } catch {
      return false;
    }
  }).length;
}

async function left(mark: string): Promise<number> {
  for (let waited = 0; waited < 1000 && sleepers(mark) > 0; waited += 20) await pause(20);
  return sleepers(mark);
}

const TREE = 'SLEEP & SLEEP; wait';
/** Deaf to everything that can be ignored. */
const DEAF = 'trap "" TERM HUP INT; SLEEP & SLEEP; wait';
const DETACHED = 'setsid SLEEP > /dev/null 2>&1 & SLEEP; wait';

interface Ending {
  readonly text?: string;
  readonly sandbox?: boolean;
  readonly end: (server: RawServer) => unknown;
  readonly code: number | string;
}

function ending(input: string, { text = TREE, sandbox = false, end, code }: Ending): Attack {
  const attempt = (): Promise<string> =>
    withHome(async (own) => {
      await like(own, sandbox ? 'required' : 'off');
      await using server = new RawServer(own);
      server.initialize();
      const mark = await startRuns(server, text);
      const started = performance.now();
      end(server);
      const { code: exit, signal } = await server.exited;
      const seconds = (performance.now() - started) / 1000;
      return `${exit ?? signal}${seconds < 2.5 ? '' : ` after ${seconds} s`}, ${await left(mark)} processes left`;
    });
  return { input, expected: `${code}, 0 processes left`, attempt, unable: sandbox && noSandbox };
}

/** A home of its own with the same vault, so that endings do not share a journal. */
async function like(own: Home, sandbox: string): Promise<void> {
  for (const name of ['.vault', '.local']) cpSync(home.file(name), own.file(name), { recursive: true });
  await own.policy({ ...ALLOW_ALL, sandbox });
}

/** A call that is cancelled while it runs: what is left of it, whether the server goes on, what the journal says. */
function cancelled(input: string, text: string, sandbox: boolean): Attack {
  const attempt = (): Promise<string> =>
    withHome(async (own) => {
      await like(own, sandbox ? 'required' : 'off');
      await using server = new RawServer(own);
      server.initialize();
      const mark = await startRuns(server, text, 1);
      server.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
      for (let waited = 0; waited < 4000 && sleepers(mark) > 0; waited += 50) await pause(50);
      const after = sleepers(mark);
      server.call(9, 'secret_list');
      const next = brief(await server.answer(9));
      const records = (await own.json(['audit', 'export', '--source', 'mcp'])) as Record<string, unknown>[];
      const end = records.findLast((record) => record['phase'] === 'end');
      return `${after} processes left, ${String(end?.['reason'])}, ${next}`;
    });
  return { input, expected: '0 processes left, cancelled, ok for 9', attempt, unable: sandbox && noSandbox };
}

let early: string[];
let many: Record<string, number>;
beforeAll(async () => {
  early = await withoutHandshake();
  many = await manyAtOnce();
});

async function withoutHandshake(): Promise<string[]> {
  await using server = new RawServer(home);
  server.call(1, 'secret_exists', { key: 'alpha' });
  server.write({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
  server.call(3, 'secret_get', { key: 'alpha' });
  return [brief(await server.answer(1)), brief(await server.answer(2)), brief(await server.answer(3))];
}

/** Answers by what they say, of a thousand look-ups, then a thousand runs, then one more run. */
async function manyAtOnce(): Promise<Record<string, number>> {
  await using server = new RawServer(home);
  server.initialize();
  const seen: Record<string, number> = {};
  const tally = async (prefix: string, args: [string, Record<string, unknown>]): Promise<void> => {
    const ids = Array.from({ length: 1000 }, (_, index) => `${prefix}-${index}`);
    for (const id of ids) server.call(id, ...args);
    const answers = await Promise.all(ids.map((id) => server.answer(id)));
    for (const answer of answers) {
      const said = `${prefix} ${brief(answer).replace(/ for "[^"]*"$/, '')}`;
      seen[said] = (seen[said] ?? 0) + 1;
    }
  };
  await tally('look-up', ['secret_exists', { key: 'alpha' }]);
  await tally('run', ['secret_run', { keys: ['alpha'], command: 'true' }]);
  server.call('last', 'secret_run', { keys: ['alpha'], command: 'true' });
  seen[brief(await server.answer('last'))] = 1;
  return seen;
}

attacks('protocol', [
  { input: 'a call before the handshake', expected: 'ok for 1', attempt: async () => early[0] ?? '' },
  {
    input: 'a list of tools before the handshake',
    expected: 'ok for 2',
    attempt: async () => early[1] ?? '',
  },
  {
    input: 'secret_get before the handshake',
    expected: 'unknown tool: secret_get for 3',
    attempt: async () => early[2] ?? '',
  },
  {
    input: 'a thousand look-ups at once',
    expected: '1000 answered',
    attempt: async () => `${many['look-up ok']} answered`,
  },
  {
    input: 'a thousand runs at once',
    expected: 'at least 72 ran, the others were told why not',
    attempt: async () => {
      const [ran = 0, refused = 0] = [many['run ok'], many['run too many concurrent runs']];
      return ran >= 72 && ran + refused === 1000
        ? 'at least 72 ran, the others were told why not'
        : JSON.stringify(many);
    },
  },
  {
    input: 'one run after a thousand at once',
    expected: 'ok',
    attempt: async () => (many['ok for "last"'] === 1 ? 'ok' : JSON.stringify(many)),
  },
  {
    input: 'a line of 20 MB',
    expected: 'error -32600, exit code 1',
    attempt: async () => {
      await using server = new RawServer(home);
      server.initialize();
      await server.answer('init');
      server.write('x'.repeat(20_000_000));
      const { code } = await server.exited;
      return `${brief(server.received.at(-1) ?? {})}, exit code ${code}`;
    },
  },
  {
    input: '20 MB without a newline, piece by piece',
    expected: 'error -32600, exit code 1',
    attempt: async () => {
      await using server = new RawServer(home);
      server.initialize();
      await server.answer('init');
      for (let sent = 0; sent < 20; sent++) server.child.stdin.write('y'.repeat(1_000_000));
      const { code } = await server.exited;
      return `${brief(server.received.at(-1) ?? {})}, exit code ${code}`;
    },
  },
  {
    input: 'the end of input at once',
    expected: 'exit code 0, nothing said',
    attempt: async () => {
      await using server = new RawServer(home);
      server.child.stdin.end();
      const { code } = await server.exited;
      return `exit code ${code}, ${server.received.length === 0 ? 'nothing' : 'something'} said`;
    },
  },
  {
    input: 'the end of input right behind 50 calls',
    expected: 'exit code 0, 51 answered',
    attempt: async () => {
      await using server = new RawServer(home);
      server.initialize();
      for (let id = 0; id < 50; id++) server.call(id, 'secret_list');
      server.child.stdin.end();
      const { code } = await server.exited;
      return `exit code ${code}, ${server.received.length} answered`;
    },
  },
  {
    input: 'the end of input in the middle of a line',
    expected: 'exit code 0, error -32700',
    attempt: async () => {
      await using server = new RawServer(home);
      server.child.stdin.end('{"jsonrpc":"2.0","id":1,"meth');
      const { code } = await server.exited;
      return `exit code ${code}, ${server.received.map(brief).join()}`;
    },
  },
  {
    input: 'a request of the newest protocol that does not name it',
    expected: 'no value is said',
    attempt: () =>
      withServer(
        home,
        async (server) => {
          server.process.stdin.write(
            '{"jsonrpc":"2.0","id":"bare","method":"tools/call","params":{"name":"secret_list"}}\n',
          );
          await server.ok('secret_list');
          return server.transcript.includes('value-of-alpha') ? 'a value' : 'no value is said';
        },
        { version: MODERN },
      ),
  },
  ending('the end of input in the middle of runs', { end: (server) => server.child.stdin.end(), code: 0 }),
  ending('the end of input in the middle of runs that are deaf to signals', {
    text: DEAF,
    end: (server) => server.child.stdin.end(),
    code: 0,
  }),
  ending('a client that stops reading, in the middle of runs', {
    end: (server) => (server.child.stdout.destroy(), server.write({ jsonrpc: '2.0', id: 9, method: 'ping' })),
    code: 0,
  }),
  ending('SIGTERM in the middle of runs', { end: (server) => server.child.kill('SIGTERM'), code: 143 }),
  ending('SIGINT in the middle of runs', { end: (server) => server.child.kill('SIGINT'), code: 130 }),
  ending('SIGHUP in the middle of runs', { end: (server) => server.child.kill('SIGHUP'), code: 129 }),
  ending('a line of 11 MB in the middle of runs', {
    end: (server) => server.write('x'.repeat(11_000_000)),
    code: 1,
  }),
  ending('SIGKILL in the middle of runs in the sandbox', {
    sandbox: true,
    end: (server) => server.child.kill('SIGKILL'),
    code: 'SIGKILL',
  }),
  ending('the end of input, with processes that left their session, in the sandbox', {
    text: DETACHED,
    sandbox: true,
    end: (server) => server.child.stdin.end(),
    code: 0,
  }),
  cancelled('a call cancelled while it runs', TREE, false),
  cancelled('a call cancelled while it runs, deaf to signals', DEAF, false),
  cancelled('a call cancelled, with a process that left its session, in the sandbox', DETACHED, true),
]);
