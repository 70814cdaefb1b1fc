import { afterAll, beforeAll } from 'vitest';
import { type Message, RawServer } from '../../mcp/support/raw-server.ts';
import type { Home } from '../../spec/support/home.ts';

/** One server for many rows, spoken to in bytes; every row is told what came back for it. */
export class Wire {
  #server: RawServer | undefined;
  #fences = 0;

  get server(): RawServer {
    if (this.#server === undefined) throw new Error('the server runs inside hooks and tests only');
    return this.#server;
  }

  async start(home: Home): Promise<void> {
    this.#server = new RawServer(home);
    this.server.initialize();
    await this.server.answer('init');
  }

  async stop(): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }

  /** Writes lines, then a ping: what was answered before it. Calls of tools may answer later. */
  async said(...lines: (string | Buffer | Message)[]): Promise<string> {
    const from = this.server.received.length;
    for (const line of lines) {
      if (Buffer.isBuffer(line)) this.server.child.stdin.write(Buffer.concat([line, Buffer.from('\n')]));
      else this.server.write(line);
    }
    const id = `fence-${this.#fences++}`;
    this.server.write({ jsonrpc: '2.0', id, method: 'ping' });
    await this.server.answer(id);
    const answers = this.server.received.slice(from).filter((message) => message['id'] !== id);
    return answers.map(brief).join(', ') || 'nothing';
  }

  /** Calls a tool with parameters as they are, text for JSON no object can hold: its failure, or `ok`. */
  async call(params: string | Message): Promise<string> {
    const id = `call-${this.#fences++}`;
    const text = typeof params === 'string' ? params : JSON.stringify(params);
    this.server.write(`{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${text}}`);
    return brief(await this.server.answer(id)).replace(` for "${id}"`, '');
  }
}

export function useWire(home: Home): Wire {
  const wire = new Wire();
  beforeAll(() => wire.start(home));
  afterAll(() => wire.stop());
  return wire;
}

/** A message as a row tells it: an error by its code, a failed call by its message, anything else as `ok`. */
export function brief(message: Message): string {
  const id = message['id'];
  const whose = id === undefined ? '' : ` for ${short(id)}`;
  const error = message['error'] as { code: number } | undefined;
  if (error !== undefined) return `error ${error.code}${whose}`;
  const failure = failureOf(message['result'] as Result | undefined);
  return `${failure === undefined ? 'ok' : short(failure)}${whose}`;
}

interface Result {
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
}

/** The text of a failed call, in either shape of section 7. */
function failureOf(result: Result | undefined): string | undefined {
  if (result?.isError !== true) return undefined;
  const { error } = JSON.parse(result.content?.[0]?.text ?? '') as { error: string | { message: string } };
  return typeof error === 'string' ? error : error.message;
}

function short(value: unknown): string {
  const text = typeof value === 'string' && value.includes(' ') ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 40)}... of ${text.length}` : text;
}
