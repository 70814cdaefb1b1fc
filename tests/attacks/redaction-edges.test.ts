// Where output ends: the cap, the time-out, a cancelled call; and where a value goes besides a program's output: files,
// messages, answers of other tools.
import { beforeAll } from 'vitest';
import { MODERN, useServer, withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, PASSWORD, pause, useVault } from '../spec/support/home.ts';
import { partsLeft } from '../redaction/support/sections.ts';
import { base64, hex } from '../redaction/support/readers.ts';
import { learned, print, store, told } from './support/printing.ts';
import { type Attack, attacks } from './support/table.ts';

const TOKEN = 'q7Rk2vXz9LmT4wBn8JcH3pYd6GsF1eKuWa5Z';
const SHORT = 'zq7#x';
const HEAD = 16_384;

const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  await store(fresh, { token: TOKEN, short: SHORT });
});
const server = useServer(home, MODERN);

let timedOut: string;
beforeAll(async () => {
  await home.write('part.sh', 'printf %s "${TOKEN:0:20}"; printf %s "${TOKEN:0:20}" >&2; exec sleep 20\n');
  timedOut = await timesOut();
});

function prints(input: string, keys: string[], script: string, expected: string): Attack {
  return { input, expected, attempt: async () => told(await print(home, server, keys, script)) };
}

/** The value so far from the start that the end of what is kept falls `into` its letters. */
function capped(into: number, form: string, stream: 1 | 2): Attack {
  const kept = stream === 1 ? HEAD : HEAD / 2;
  const script = `form=$(printf %s "$TOKEN"${form})
    { head -c ${kept - into} /dev/zero | tr '\\0' .; printf %s "$form"; head -c 100000 /dev/zero | tr '\\0' .
    printf %s "$form"; head -c ${kept - into} /dev/zero | tr '\\0' .; } >&${stream}`;
  return {
    input: `the cap of stream ${stream} falls ${into} bytes into the value${form}`,
    expected: 'no part of it',
    attempt: async () => {
      const { stdout, stderr } = await print(home, server, ['token'], script);
      const text = stream === 1 ? stdout : stderr;
      if (!text.includes(' bytes left out]')) return 'nothing was cut';
      return partsLeft(text, TOKEN, [base64, hex]) ?? 'no part of it';
    },
  };
}

/** A value written by one call as a program writes it, and read by a later call that injects nothing. */
function carried(how: string, command: string): Attack {
  return {
    input: `written to a file ${how}, and read by a later call`,
    expected: 'hidden',
    attempt: async () => {
      await print(home, server, ['token'], `printf %s "$TOKEN" | ${command} > "$HOME/left"`);
      const run = await server.ok('secret_run', { keys: [], command: 'cat', args: [home.file('left')] });
      return learned(String(run['stdout']), TOKEN, [base64, hex]);
    },
  };
}

/** A call that fails: whether any of its texts holds the value. */
function refused(input: string, args: Record<string, unknown>, expected: string): Attack {
  return {
    input,
    expected,
    attempt: async () => {
      const answer = await server.call('secret_run', { keys: ['token'], ...args });
      return (answer.texts[0] ?? '').replace(/^.*"message":"(.*?)".*$/, '$1');
    },
  };
}

attacks('redaction', [
  ...[0, 1, 7, 18, 35].map((into) => capped(into, '', 1)),
  ...[1, 18].map((into) => capped(into, '', 2)),
  ...[1, 20, 40].map((into) => capped(into, ' | base64 -w 0', 1)),
  capped(30, ' | xxd -p -c 100', 1),
  carried('as it is', 'cat'),
  carried('in base64', 'base64 -w 20'),
  carried('in hexadecimal', 'xxd -p'),
  carried('in part', 'head -c 24'),
  carried('as JSON', 'jq -Rs "{token: .}"'),
  {
    input: 'a short value of an earlier call, which is not remembered, as SECURITY.md says',
    expected: '"zq7#x\\n", untouched',
    attempt: async () => {
      await print(home, server, ['short'], 'true');
      return told(await print(home, server, [], `echo '${SHORT}'`));
    },
  },
  prints('the same value in its own call', ['short'], 'echo "$SHORT"', '"[REDACTED:short]\\n"'),
  prints(
    'the master password, written by who knows it',
    [],
    `echo '${PASSWORD}'`,
    '"[REDACTED:master password]\\n"',
  ),
  {
    input: 'the master password in base64',
    expected: 'hidden',
    attempt: async () => {
      const { stdout } = await print(home, server, [], `printf %s '${PASSWORD}' | base64 -w 0`);
      return learned(stdout, PASSWORD, [base64]);
    },
  },
  refused(
    'a value as the name of a program, said back as it was given',
    { command: TOKEN },
    `command not found: ${TOKEN}`,
  ),
  refused(
    'a value in the arguments of a program that does not exist',
    { command: 'no-such-program', args: [TOKEN] },
    'command not found: no-such-program',
  ),
  refused(
    'a value in the arguments of a denied program',
    { command: 'printenv', args: [TOKEN] },
    'command not allowed',
  ),
  refused(
    'a value in a shell text that is denied',
    { command: 'sh', args: ['-c', `env; echo ${TOKEN}`] },
    'command not allowed',
  ),
  refused('a program that is a directory', { command: '/tmp' }, 'command not executable: /tmp'),
  {
    input: 'a denial, with its hints',
    expected: 'no part of it',
    attempt: async () => {
      const calls = [
        { command: 'env' },
        { command: 'sh', args: ['-c', 'echo $TOKEN; env'] },
        { command: 'nothing-there' },
      ];
      const answers = await Promise.all(
        calls.map((call) => server.call('secret_run', { keys: ['token'], ...call })),
      );
      return partsLeft(answers.flatMap(({ texts }) => texts).join('\n'), TOKEN, []) ?? 'no part of it';
    },
  },
  {
    input: 'a call that runs past its time with half a value printed',
    expected: 'timeout exceeded, and no part of it',
    attempt: async () => timedOut,
  },
  {
    input: 'a call cancelled with half a value printed',
    expected: 'no part of it',
    attempt: () =>
      withServer(home, async (own) => {
        const call = {
          name: 'secret_run',
          arguments: { keys: ['token'], command: 'bash', args: [home.file('part.sh')] },
        };
        const { id } = own.send('tools/call', call);
        await pause(600);
        own.notify('notifications/cancelled', { requestId: id });
        await own.ok('secret_exists', { key: 'token' });
        return partsLeft(own.transcript + own.stderr, TOKEN, []) ?? 'no part of it';
      }),
  },
  {
    input: 'half a value, and a process left behind that keeps the stream open',
    expected: '"", untouched',
    attempt: async () => told(await print(home, server, ['token'], 'sleep 30 &\nprintf %s "${TOKEN:0:30}"')),
  },
  {
    input: 'base64 of a value under `redaction: exact`, which says that it is let through',
    expected: `"${btoa(TOKEN)} [REDACTED:token]\\n"`,
    attempt: async () => {
      await home.policy({ ...ALLOW_ALL, redaction: 'exact' });
      const said = told(
        await print(home, server, ['token'], 'echo "$(printf %s "$TOKEN" | base64 -w 0) $TOKEN"'),
      );
      await home.policy(ALLOW_ALL);
      return said;
    },
  },
  {
    input: '`run --redact`: both streams and the exit code',
    expected: '7: <[REDACTED:token]> {[REDACTED:token]}',
    attempt: async () => {
      const script = 'printf "<%s>" "$TOKEN"; printf "{%s}" "$TOKEN" >&2; exit 7';
      const { code, stdout, stderr } = await home.cli([
        'run',
        '--redact',
        '-k',
        'token',
        '--',
        'sh',
        '-c',
        script,
      ]);
      return `${code}: ${stdout} ${stderr}`;
    },
  },
  {
    input: '`run --redact`: a beginning of a value, and the time is over',
    expected: '124: no part of it',
    attempt: async () => {
      const { code, stdout, stderr } = await home.cli([
        'run',
        '--redact',
        '--timeout',
        '1s',
        '-k',
        'token',
        '--',
        'bash',
        home.file('part.sh'),
      ]);
      return `${code}: ${partsLeft(stdout + stderr, TOKEN, []) ?? 'no part of it'}`;
    },
  },
  {
    input: '`run --redact`: bytes of every kind pass through',
    expected: 'as they were',
    attempt: async () => {
      const bytes = Buffer.from(Array.from({ length: 65_536 }, (_, n) => (n * 31 + (n >> 8)) & 255));
      const { bytes: out } = await home.cli(['run', '--redact', '-k', 'token', '--', 'cat'], {
        stdin: bytes,
      });
      return out.equals(bytes) ? 'as they were' : `${out.length} bytes`;
    },
  },
  {
    input: 'every tool that reads, asked for a secret',
    expected: 'no part of it but its masked end',
    attempt: async () => {
      const answers = await Promise.all([
        server.call('secret_list'),
        server.call('secret_exists', { key: 'token' }),
        server.call('secret_get_masked', { key: 'token' }),
        server.call('secret_list_fields', { key: 'token' }),
        server.call('secret_get_field', { key: 'token', field: 'value' }),
      ]);
      const text = JSON.stringify(answers);
      return partsLeft(text, TOKEN, [base64]) === TOKEN.slice(-4).toLowerCase()
        ? 'no part of it but its masked end'
        : text.slice(0, 500);
    },
  },
]);

function timesOut(): Promise<string> {
  return withServer(home, async (own) => {
    const call = { keys: ['token'], command: 'bash', args: [home.file('part.sh')], timeout: '700ms' };
    const message = await own.fails('secret_run', call);
    return `${message}, and ${partsLeft(own.transcript + own.stderr, TOKEN, []) ?? 'no part of it'}`;
  });
}
