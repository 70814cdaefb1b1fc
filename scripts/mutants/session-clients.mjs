/** What clients of a session may send, and where they find it. */

const unit = (name) => ({ tests: [`tests/session/${name}.test.ts`] });

const attack = (name, title) => ({ tests: [`tests/attacks/session-${name}.test.ts`], name: title });

const broker = { file: 'src/session/broker.ts' };
const conversation = { file: 'src/session/conversation.ts', ...unit('conversation') };
const requests = { file: 'src/session/requests.ts', ...unit('requests') };
const own = { file: 'src/vault/own-place.ts', ...unit('place') };
const listener = { file: 'src/session/listener.ts', ...unit('listener') };
const frames = { file: 'src/session/frames.ts', ...unit('frames') };

export const mutants = [
  {
    ...broker,
    guard: 'a client says soon what it wants',
    from: 'setTimeout(() => link.destroy(), FIRST_FRAME_MS)',
    to: 'setTimeout(() => undefined, FIRST_FRAME_MS)',
    ...attack('pressure', 'a request that comes a byte at a time'),
  },
  {
    ...broker,
    guard: 'a request comes first',
    from: "  if (kind !== frameKinds.request) throw new RangeError('a request comes first');\n",
    to: '  if (kind < 0) throw new RangeError();\n',
    ...attack('messages', 'a message of kind 2 before any request'),
  },
  {
    guard: 'the socket is not where others could put theirs',
    file: 'src/session/place.ts',
    from: '...(isPrivate(runtime) ? [',
    to: '...(runtime !== null ? [',
    ...unit('place'),
  },
  {
    guard: 'the folder of the socket is not open to others',
    file: 'src/session/place.ts',
    from: 'if (isPrivate(folder)) return folder;',
    to: 'if (isPrivate(folder) || folder !== null) return folder;',
    ...unit('place'),
  },
  {
    guard: 'the path of the socket is not cut off by the system',
    file: 'src/session/place.ts',
    from: 'Buffer.byteLength(socketIn(folder))',
    to: 'socketIn(folder).length',
    ...unit('place'),
  },
  { ...own, guard: 'what others may look into is not trusted', from: '(mode & 0o077) === 0', to: 'mode > 0' },
  {
    ...own,
    guard: 'what another user owns is not trusted',
    from: 'uid === process.getuid?.() && ',
  },
  {
    ...own,
    guard: 'a link to a directory or a socket is not trusted',
    from: "import { lstatSync, type Stats } from 'node:fs';",
    to: "import { statSync as lstatSync, type Stats } from 'node:fs';",
  },
  {
    guard: 'a client connects to nothing in a folder that is not trusted',
    file: 'src/session/connect.ts',
    from: 'if (!isPrivate(folder) || !isOwnSocket(socketIn(folder))) continue;',
    ...unit('place'),
  },
  { ...listener, guard: 'only its owner can connect to the socket', from: '  chmodSync(draft, 0o600);\n' },
  {
    ...listener,
    guard: 'a session notices that its socket is another’s',
    from: 'own !== null && inodeOf(place) === own;',
    to: 'own !== null;',
  },
  {
    ...listener,
    guard: 'the number of clients is bounded',
    from: '  server.maxConnections = MAX_CLIENTS;\n',
  },
  {
    ...frames,
    guard: 'messages are bounded',
    from: 'return length <= limit ? length : null;',
    to: 'return length;',
  },
  {
    ...frames,
    guard: 'only a first message is as long as a request',
    from: 'this.#isFirst && bytes.readUInt8(4)',
    to: 'bytes.readUInt8(4)',
  },
  {
    ...conversation,
    guard: 'a client sends no more input than is wanted',
    from: "    if (body.length > this.#credit) throw new RangeError('more input than was wanted');\n",
  },
  {
    guard: 'a client is not sent for more input than was wanted',
    file: 'src/session/input-to.ts',
    from: 'chunk.subarray(0, this.#credit)',
    to: 'chunk.subarray(0)',
    ...unit('input-to'),
  },
  {
    ...conversation,
    guard: 'what nobody asked for ends the conversation',
    from: "if (waiting?.kind !== kind) throw new RangeError('nobody asked for this');",
    to: 'if (waiting?.kind !== kind) return;',
  },
  {
    ...conversation,
    guard: 'input that was cut off is not taken for whole',
    from: "this.cut(new VaultError('failure', 'cancelled'))",
    to: 'undefined',
    name: 'of a client that goes is cut off',
  },
  ...['command', 'tool', 'status', 'challenge', 'trust', 'renew'].map((type) => ({
    ...requests,
    guard: `fields nobody knows are refused in requests: ${type}`,
    from: ['command', 'tool'].includes(type)
      ? `z.strictObject({\n    type: z.literal('${type}')`
      : `z.strictObject({ type: z.literal('${type}')`,
    to: ['command', 'tool'].includes(type)
      ? `z.object({\n    type: z.literal('${type}')`
      : `z.object({ type: z.literal('${type}')`,
  })),
  {
    ...requests,
    guard: 'directories of clients are absolute',
    from: "isAbsolute(text) && !text.includes('\\0')",
    to: "!text.includes('\\0')",
  },
  {
    ...requests,
    guard: 'directories of clients hold no NUL',
    from: " && !text.includes('\\0')",
  },
  {
    ...requests,
    guard: 'clients send no signal but those of a terminal and its user',
    from: "z.enum(['SIGINT',",
    to: "z.enum(['SIGKILL', 'SIGSTOP', 'SIGINT',",
  },
  {
    ...requests,
    guard: 'the name of a client’s terminal is a name',
    from: 'z.string().regex(/^[A-Za-z0-9][A-Za-z0-9+._-]{0,63}$/)',
    to: 'z.string()',
  },
  {
    ...requests,
    guard: 'the modes of a client’s terminal are modes',
    from: 'z.string().regex(/^[A-Za-z0-9:;=,.-]{1,1024}$/)',
    to: 'z.string()',
  },
  {
    ...requests,
    guard: 'sizes of terminals are sizes',
    from: 'z.int().min(1).max(9999)',
    to: 'z.number()',
  },
];
