/** A raw client on the socket of a session: every message, in orders nobody foresaw. */
import { ALLOW_ALL, pause, PASSWORD } from '../spec/support/home.ts';
import { command, frame, KIND, NO_TERMINAL, RawClient, tool } from '../session/support/raw-client.ts';
import { processesWith, untilProcesses } from '../session/support/unlocked.ts';
import { type Attack, attacks } from './support/table.ts';
import { useSessionTarget } from './support/session-target.ts';
import { escaped } from './support/target.ts';

const target = useSessionTarget(ALLOW_ALL);
const USES = 'the session goes on';
const goesOn = async (outcome: string): Promise<string> => target.after(`${outcome}, ${USES}`);
const shownLine = (argv: readonly string[]): string => {
  const text = argv.map((word) => (/^[\x21-\x7e]+$/.test(word) ? word : escaped(word))).join(' ');
  return text.length > 70 ? `${text.slice(0, 60)}... of ${argv.length} words` : text || 'nothing';
};

/** A command line, and how it must end. */
const line = (expected: string, ...argv: string[]): Attack => ({
  input: `the command line ${shownLine(argv)}`,
  expected,
  attempt: () => target.say(command(argv.map((word) => word.replaceAll('VAULT', target.home.vault)))),
});

/** A request that is none: it is not answered. */
const request = (
  input: string,
  body: () => Record<string, unknown> | string,
  expected = 'closed',
): Attack => ({
  input: `a request ${input}`,
  expected: `${expected}, ${USES}`,
  attempt: async () => goesOn(await target.say(body())),
});

/** The answer to a tool call with wrong arguments. */
function refusal(why: string, example: string): string {
  const error = { error: { code: -32000, message: `invalid arguments: ${why}` } };
  const texts = [JSON.stringify(error), `a right call has arguments like ${example}`];
  return JSON.stringify({ isError: true, content: texts.map((text) => ({ type: 'text', text })) });
}

/** A program that goes on until its client does something, and what comes of that. */
const during = (
  input: string,
  expected: string,
  act: (client: RawClient) => void | Promise<void>,
  terminal = {},
): Attack => ({
  input: `while a program runs: ${input}`,
  expected: `${expected}, ${USES}`,
  attempt: async () => {
    const marker = `64.${Math.floor(Math.random() * 1e9)}`;
    await using client = new RawClient(target.session.socket);
    client.request(
      command(['run', '-k', 'app', '--', 'sh', '-c', `cat >/dev/null & sleep ${marker}`], {
        terminal: { ...NO_TERMINAL, ...terminal },
      }),
    );
    if (!(await untilProcesses(`sleep\0${marker}`, (count) => count > 0))) return 'it never ran';
    await act(client);
    const end = await client.ended(1500);
    const goes = end === 'no answer' || (await untilProcesses(marker, (count) => count === 0));
    const state = end === 'no answer' ? 'it runs on' : end;
    client.socket.destroy();
    await untilProcesses(marker, (count) => count === 0);
    return await goesOn(goes ? state : `${state}, and ${processesWith(marker).length} programs are left`);
  },
});

attacks('session', [
  line('local reveal', 'get', 'app'),
  line('exit 2', 'get', '--masked=false', 'app'),
  line('exit 2', 'get', '--masked', '--no-masked', 'app'),
  line('exit 2', 'get', '--masked=', 'app'),
  line('local reveal', 'get', '--', 'app'),
  line('exit 2', 'get', 'app', '--', '--masked'),
  line('local elsewhere', '--vault-dir', '/nowhere', 'get', 'app'),
  line('local elsewhere', '--vault-dir', '/nowhere', 'list'),
  line('local reveal', '--vault-dir', 'VAULT', 'get', 'app'),
  line('local reveal', 'get', 'app', '--vault-dir', 'VAULT/../.vault/.'),
  line('local reveal', 'export', '--all', '-o', '/proc/self/fd/1'),
  line('local reveal', 'audit', 'export'),
  line('local write', 'audit', 'verify', '--accept'),
  line('local write', 'delete', 'app', '--yes'),
  line('local write', 'policy', 'trust'),
  line('local free', 'get', 'app', '--help'),
  line('local free', 'help', 'export'),
  line('local free'),
  line('exit 2', 'GET', 'app'),
  line('exit 2', '__proto__'),
  line('exit 2', 'constructor'),
  line('exit 2', 'audit'),
  line('local reveal', 'get', 'app\0'),
  line('exit 2', 'get\0', 'app'),
  line('exit 2', 'run', '--redact=off', '-k', 'app', '--', 'sh', '-c', 'printf %s "$APP"'),
  line('exit 0: [REDACTED:app]', 'run', '-k', 'app', '--', 'sh', '-c', 'printf %s "$APP"'),
  line('exit 5', 'run', '-k', 'app', '--', 'printenv'),
  line('exit 5', 'run', '-k', 'app', '--', 'sh', '-c', 'env'),
  line('exit 5', 'run', '-k', 'app', '--', 'cat', '/proc/self/environ'),
  line('exit 5', 'run', '-k', 'app', '--', 'true\0x'),
  line('exit 5', 'run', '-k', 'app', '--', 'echo', 'a\0b'),
  line('exit 1', 'run', '-k', 'app', '--', 'true', 'x'.repeat(4_000_000)),
  line('exit 2', 'list', ...Array.from({ length: 100_000 }, () => 'x')),
  line('exit 0', 'list', '--tag', '\u001b]0;owned\u0007'),
  line('exit 4', 'run', '-k', 'app', '--', 'node', '-e', 'process.exit(4)'),

  request('that is no JSON', () => '{"type":"status"'),
  request('that is empty', () => ''),
  request('with a field nobody knows', () => ({ ...command(['list']), reveal: true })),
  request('with its class', () => ({ ...command(['get', 'app']), class: 'use' })),
  request(
    'whose type is twice there',
    () => JSON.stringify(command(['get', 'app'])).replace('{', '{"type":"status",'),
    'local reveal',
  ),
  request('with __proto__', () => '{"type":"status","__proto__":{"type":"lock"}}'),
  request('whose arguments are no texts', () => command(['get', { toString: 'app' }])),
  request('of a relative directory', () => command(['list'], { cwd: '.' })),
  request(
    'of a directory that is not there',
    () => command(['list'], { cwd: '/nowhere' }),
    'failed failure: the working directory does not exist any more',
  ),
  request(
    'from a person who is none',
    () => command(['get', 'app'], { terminal: { ...NO_TERMINAL, person: true } }),
    'local reveal',
  ),
  request(
    'of another version',
    () => command(['get', 'app'], { version: '9.9.9' }),
    'failed locked: the session belongs to version 0.1.0 of vaultctl; this is 9.9.9',
  ),
  request('on a terminal of a hostile name', () =>
    command(['list'], { terminal: { ...NO_TERMINAL, term: '../../etc/passwd' } }),
  ),
  request('on a terminal of no width', () => command(['list'], { terminal: { ...NO_TERMINAL, columns: 0 } })),
  request(
    'to a tool that is called __proto__',
    () => tool('__proto__', {}),
    'exit 0: {"isError":true,"content":[{"type":"text","text":"{\\"error\\":{\\"code\\":-32000,\\"message\\":\\"unknown tool: __proto__\\"}}"},{"type":"text","text":"The tools are secret_list, secret_exists, secret_get_masked, secret_run, secret_list_fields, secret_get_field, secret_run_with_bindings, security_score."}]}',
  ),
  request(
    'with arguments a million levels deep',
    () => JSON.stringify(tool('secret_list', {})).replace('{}', `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`),
    `exit 0: ${refusal("unknown argument 'a' (known: tag, expiring_within)", '{"tag":"production","expiring_within":"30d"}')}`,
  ),
  request(
    'with a hundred thousand keys',
    () => tool('secret_run', { keys: Array.from({ length: 100_000 }, () => 'app'), command: 'true' }),
    `exit 0: ${refusal("'keys' has more than 10000 items", '{"keys":["aws/*"],"command":"aws","args":["s3","ls"],"timeout":"30s"}')}`,
  ),
  request('to renew without a proof', () => ({ type: 'renew', terms: '{"reveal":1}' })),
  request(
    'to trust the policy by an empty proof',
    () => ({ type: 'trust', proof: '' }),
    'failed locked: wrong master password',
  ),
  request('to trust the policy by the password itself', () => ({
    type: 'trust',
    password: Buffer.from(PASSWORD).toString('base64'),
  })),

  ...[0, 2, 3, 4, 5, 6, 7, 8, 9, 16, 18, 21, 22, 255].map((kind): Attack => ({
    input: `a message of kind ${kind} before any request`,
    expected: `closed, ${USES}`,
    attempt: async () => goesOn(await target.sayRaw(frame(kind, '{"type":"lock"}'))),
  })),
  {
    input: 'a request behind a request',
    expected: `closed, ${USES}`,
    attempt: async () => {
      await using client = new RawClient(target.session.socket);
      client.request(command(['run', '-k', 'app', '--', 'sleep', '3'])).request(command(['list']));
      return await goesOn(await target.told(client));
    },
  },
  during('an answer nobody asked for', 'closed', (client) => void client.send(KIND.answer, 'y')),
  during('a terminal nobody asked for', 'closed', (client) => void client.send(KIND.attached, 'null')),
  during('going on without having stopped', 'closed', (client) => void client.send(KIND.resume)),
  during('a message only the session sends', 'closed', (client) => void client.send(KIND.end, { exit: 0 })),
  during('more input than is wanted', 'closed', async (client) => {
    const wanted = Number((await client.next(KIND.want))?.toString());
    client.send(KIND.input, Buffer.alloc(wanted + 1));
  }),
  during(
    'a frame that is too long',
    'closed',
    (client) => void client.raw(Buffer.from([0xff, 0xff, 0xff, 0xff, 2])),
  ),
  during('SIGKILL as a signal', 'closed', (client) => void client.send(KIND.signal, '"SIGKILL"')),
  during('a signal that is a number', 'closed', (client) => void client.send(KIND.signal, '9')),
  during('a size of nothing', 'closed', (client) => void client.send(KIND.resize, { columns: 0, rows: 0 })),
  during(
    'a right size without a terminal',
    'it runs on',
    (client) => void client.send(KIND.resize, { columns: 10, rows: 10 }),
  ),
  during('SIGTERM', 'exit 143', (client) => void client.send(KIND.signal, '"SIGTERM"')),
  during('10,000 signals that end nothing', 'it runs on', (client) => {
    for (let sent = 0; sent < 10_000; sent++) client.send(KIND.resize, { columns: 1 + (sent % 9), rows: 1 });
  }),
  during('the client half closes', 'closed', (client) => void client.socket.end()),
  ...[
    ['modes that are a command', { modes: '$(id)', size: { columns: 80, rows: 24 } }],
    ['modes that name a device', { modes: '-F/dev/console', size: { columns: 80, rows: 24 } }],
    ['no modes', { size: { columns: 80, rows: 24 } }],
    ['a size of text', { modes: 'sane', size: '80x24' }],
    ['the size of a wall', { modes: 'sane', size: { columns: 100_000, rows: 1 } }],
  ].map(([what, attached]): Attack => ({
    input: `a terminal with ${what as string}`,
    expected: `exit 1, ${USES}`,
    attempt: async () => {
      await using client = new RawClient(target.session.socket);
      const terminal = { ...NO_TERMINAL, stdin: true, stdout: true, stderr: true, term: 'xterm' };
      client.request(command(['run', '-k', 'app', '--', 'true'], { terminal }));
      if ((await client.next(KIND.attach)) === null) return 'nobody asked';
      client.send(KIND.attached, attached);
      return await goesOn(await target.told(client));
    },
  })),
  {
    input: 'a terminal whose modes are unknown words, as large as can be',
    expected: `exit 0: 9999, ${USES}`,
    attempt: async () => {
      await using client = new RawClient(target.session.socket);
      const terminal = { ...NO_TERMINAL, stdin: true, stdout: true, stderr: true, term: 'xterm' };
      client.request(
        command(['run', '-k', 'app', '--', 'sh', '-c', 'stty size | cut -d" " -f2'], { terminal }),
      );
      await client.next(KIND.attach);
      client.send(KIND.attached, { modes: '--file=x', size: { columns: 9999, rows: 9999 } });
      return await goesOn((await target.told(client)).replaceAll('\r', ''));
    },
  },
  {
    input: 'a client that promises a terminal and then says nothing is gone when it goes',
    expected: `nothing runs, ${USES}`,
    attempt: async () => {
      const client = new RawClient(target.session.socket);
      const terminal = { ...NO_TERMINAL, stdin: true };
      client.request(command(['run', '-k', 'app', '--', 'sleep', '60'], { terminal }));
      await client.next(KIND.attach);
      client.socket.destroy();
      await pause(500);
      const { stdout } = await target.session.ok(['status', '--json']);
      const { running } = (JSON.parse(stdout) as { session: { running: number } }).session;
      return goesOn(running === 0 ? 'nothing runs' : `${running} run`);
    },
  },
  {
    input: 'a client that goes while its program is suspended',
    expected: `suspended, nothing is left, ${USES}`,
    attempt: async () => {
      const marker = `65.${Math.floor(Math.random() * 1e9)}`;
      const client = new RawClient(target.session.socket);
      const terminal = { ...NO_TERMINAL, stdin: true, stdout: true, stderr: true, term: 'xterm' };
      const script = `sleep ${marker} & kill -STOP $$; wait`;
      client.request(command(['run', '-k', 'app', '--', 'sh', '-c', script], { terminal }));
      await client.next(KIND.attach);
      client.send(KIND.attached, { modes: 'sane', size: { columns: 80, rows: 24 } });
      const suspended = (await client.next(KIND.suspend)) === null ? 'not suspended' : 'suspended';
      client.socket.destroy();
      const isGone = await untilProcesses(marker, (count) => count === 0);
      await pause(500);
      return goesOn(`${suspended}, ${isGone ? 'nothing is left' : 'a program is left'}`);
    },
  },
]);
