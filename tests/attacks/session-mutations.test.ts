/** 10,000 conversations that are not quite right, the same ones each time. */
import { SeededRandom } from '../fixtures/seeded-random.ts';
import { ALLOW_ALL } from '../spec/support/home.ts';
import { command, frame, KIND, NO_TERMINAL, RawClient, tool } from '../session/support/raw-client.ts';
import { type Attack, attacks } from './support/table.ts';
import { givesAway, SECRETS, useSessionTarget } from './support/session-target.ts';

const target = useSessionTarget(ALLOW_ALL);
const OF_A_KIND = 1000;
const AT_ONCE = 16;
/** How long a session may think about bytes that may never become a request. */
const SILENCE_MS = 300;

interface Conversation {
  readonly request: Record<string, unknown>;
  readonly more: readonly { readonly kind: number; readonly body: string }[];
}

const TERMINAL = { ...NO_TERMINAL, stdin: true, stdout: true, stderr: true, term: 'xterm', columns: 80 };
const asides = [
  { kind: KIND.signal, body: '"SIGINT"' },
  { kind: KIND.resize, body: '{"columns":80,"rows":24}' },
  { kind: KIND.inputEnd, body: '' },
];
const talk = (request: Record<string, unknown>, more: Conversation['more'] = []): Conversation => ({
  request,
  more,
});

/** Right ones; those that run a program are few, as each takes its time. */
const conversations: readonly Conversation[] = [
  talk(command(['get', 'app'])),
  talk(command(['get', 'app', '--masked'])),
  talk(command(['get', 'awkward', '--json', '-n'])),
  talk(command(['--vault-dir', '/tmp', 'get', 'app'])),
  talk(command(['export', '--all', '--format=json'])),
  talk(command(['list', '--json'])),
  talk(command(['audit', 'export'])),
  talk(command(['delete', 'app', '--yes']), [{ kind: KIND.answer, body: 'y' }]),
  talk(command(['set', 'app', '--notes=x']), asides),
  talk(command(['policy', 'trust'])),
  talk(command(['run', '--explain', '-k', '*', '--', 'printf', 'x'])),
  talk(command(['get', 'app'], { terminal: { ...TERMINAL, person: true } }), [
    { kind: KIND.answer, body: 'y' },
  ]),
  talk(tool('secret_get_masked', { key: 'app' })),
  talk(tool('secret_get_field', { key: 'app', field: 'value' })),
  talk(tool('secret_exists', { key: 'app' })),
  talk(tool('secret_list', {}, { client: 'raw 1' })),
  talk({ type: 'status' }),
  talk(command(['run', '-k', 'app', '--', 'sh', '-c', 'cat; printf "%s" "$APP"']), asides),
];

type Mutate = (chance: SeededRandom, conversation: Conversation) => Buffer[];

const framesOf = ({ request, more }: Conversation): Buffer[] => [
  frame(KIND.request, request),
  ...more.map(({ kind, body }) => frame(kind, body)),
];
const withRequest = (conversation: Conversation, request: unknown): Buffer[] =>
  framesOf({ ...conversation, request: request as Record<string, unknown> });

const STRANGE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '\0',
  '__proto__',
  '../..',
  '/',
  ['get', 'app'],
  {},
  [[]],
  'x'.repeat(70_000),
  'status',
  'command',
  'tool',
  'secret_run',
  '--masked=false',
  '\u001b[2J',
  '\ud800',
  { toString: 1 },
];
const OPTIONS = [
  '--masked',
  '--masked=false',
  '--no-redact',
  '--redact=off',
  '--json',
  '--',
  '--vault-dir=/tmp',
  '--yes',
  '-n',
  '--field=value',
  '--all',
  '-k',
  'app',
  '*',
  'get',
  'export',
  '\0',
  '--help',
];

/** Every place in a request, as a way down from its top. */
function placesIn(value: unknown, way: readonly string[] = []): string[][] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    ...(way.length > 0 ? [[...way]] : []),
    ...below.flatMap(([name, one]) => placesIn(one, [...way, name])),
  ];
}

function changedAt(
  request: unknown,
  [name = '', ...rest]: readonly string[],
  change: (at: Record<string, unknown>, name: string) => void,
): unknown {
  const copy = structuredClone(request) as Record<string, unknown>;
  if (rest.length > 0) copy[name] = changedAt(copy[name], rest, change);
  else change(copy, name);
  return copy;
}

const kinds: Readonly<Record<string, Mutate>> = {
  'a bit of a byte flipped': (chance, conversation) => {
    const bytes = Buffer.concat(framesOf(conversation));
    const at = chance.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
    return [bytes];
  },
  'bytes replaced by others': (chance, conversation) => {
    const bytes = Buffer.concat(framesOf(conversation));
    for (let left = 1 + chance.below(8); left > 0; left--)
      bytes[chance.below(bytes.length)] = chance.below(256);
    return [bytes];
  },
  'cut off anywhere': (chance, conversation) => {
    const bytes = Buffer.concat(framesOf(conversation));
    return [bytes.subarray(0, chance.below(bytes.length))];
  },
  'messages doubled': (chance, conversation) => {
    const frames = framesOf(conversation);
    const twice = chance.pick(frames);
    return frames.flatMap((one) => (one === twice ? [one, one] : [one]));
  },
  'messages in another order': (chance, conversation) => {
    const all = [...framesOf(conversation), frame(chance.pick(Object.values(KIND)), '"SIGINT"')];
    return all
      .map((one) => ({ one, at: chance.below(1000) }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  },
  'a length that is not the right one': (chance, conversation) => {
    const frames = framesOf(conversation).map((one) => Buffer.from(one));
    const one = chance.pick(frames);
    one.writeUInt32BE(
      chance.pick([
        0,
        1,
        one.length - 4,
        Math.max(0, one.length - 6),
        2 ** 18 + 1,
        2 ** 24,
        2 ** 31,
        2 ** 32 - 1,
      ]),
      0,
    );
    return frames;
  },
  'a field changed': (chance, conversation) => {
    const way = chance.pick(placesIn(conversation.request));
    return withRequest(
      conversation,
      changedAt(conversation.request, way, (at, name) => {
        at[name] = chance.pick(STRANGE);
      }),
    );
  },
  'a field added, or taken away': (chance, conversation) => {
    const way = chance.pick(placesIn(conversation.request));
    const isMore = chance.below(2) === 0;
    const request = changedAt(conversation.request, way, (at, name) => {
      if (isMore && !Array.isArray(at))
        at[chance.pick(['reveal', 'class', 'terms', 'password', 'argv', 'vaultDir', 'client'])] =
          chance.pick(STRANGE);
      else delete at[name];
    });
    return withRequest(conversation, request);
  },
  '__proto__ and doubled names': (chance, conversation) => {
    const extra = chance.pick([
      '"__proto__":{"type":"status","reveals":true}',
      '"constructor":{"prototype":{}}',
      '"argv":["get","app"]',
      '"type":"command"',
      '"terminal":{"__proto__":{"person":true}}',
    ]);
    const text = JSON.stringify(conversation.request);
    const body = chance.below(2) === 0 ? text.replace('{', `{${extra},`) : `${text.slice(0, -1)},${extra}}`;
    return [frame(KIND.request, body), ...framesOf(conversation).slice(1)];
  },
  'options and words put in': (chance, conversation) => {
    const argv = conversation.request['argv'];
    const words = Array.isArray(argv) ? [...(argv as unknown[])] : ['get', 'app'];
    for (let left = 1 + chance.below(3); left > 0; left--)
      words.splice(chance.below(words.length + 1), 0, chance.pick(OPTIONS));
    return withRequest(conversation, command(words));
  },
};

/** What was wrong with the answer to one conversation; undefined when nothing was. */
async function tried(bytes: readonly Buffer[]): Promise<string | undefined> {
  await using client = new RawClient(target.session.socket);
  for (const part of bytes) client.raw(part);
  await client.ended(SILENCE_MS);
  return givesAway(client.received)
    ? `a value is given away for ${Buffer.concat(bytes).toString('latin1').slice(0, 500)}`
    : undefined;
}

async function tryAll(seed: number, mutate: Mutate): Promise<string> {
  const chance = new SeededRandom(seed);
  const waiting = Array.from({ length: OF_A_KIND }, () => mutate(chance, chance.pick(conversations)));
  const faults: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const fault = await tried(next);
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return faults[0] ?? 'nothing is given away';
}

let pid: number | undefined;

/** How the conversations end as they are, and that a value in an answer would be noticed. */
async function control(): Promise<string> {
  const ends: string[] = [];
  for (const conversation of conversations) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    ends.push((await target.sayRaw(Buffer.concat(framesOf(conversation)))).replace(/: .*/s, ''));
  }
  const seen = Object.values(SECRETS).every((value) => givesAway(Buffer.from(`<${value}>`)));
  return `${ends.join(', ')}; ${seen ? 'a value is noticed' : 'a value is not noticed'}`;
}

attacks('session', [
  {
    input: 'the conversations as they are (must work)',
    expected:
      'local reveal, exit 0, local reveal, local elsewhere, local reveal, exit 0, local reveal, closed, local write, local write, exit 0, closed, exit 0, exit 0, exit 0, exit 0, exit 0, exit 0; a value is noticed',
    attempt: control,
  },
  ...Object.entries(kinds).map(([input, mutate], seed): Attack => ({
    input: `${OF_A_KIND} conversations with ${input}`,
    expected: 'nothing is given away, by the same session, in bounded memory',
    attempt: async () => {
      pid ??= target.session.pid;
      const outcome = await target.after(await tryAll(seed + 1, mutate));
      const same = target.session.pid === pid ? 'the same session' : 'another session';
      const memory = await target.memory();
      return `${outcome}, by ${same}, in ${memory < 700 ? 'bounded memory' : `${Math.round(memory)} MiB`}`;
    },
  })),
  {
    input: 'the journal after all of them',
    expected: 'whole',
    attempt: async () => {
      const { code, stdout, stderr } = await target.session.withPassword(['audit', 'verify']);
      return code === 0 ? 'whole' : `${stdout}${stderr}`;
    },
  },
]);
