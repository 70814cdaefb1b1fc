import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { start } from '../../spec/support/cli.ts';
import type { Home } from '../../spec/support/home.ts';

export type Message = Record<string, unknown>;

/** `vaultctl mcp-server` as bytes in and lines out: for what no well-behaved client sends. */
export class RawServer implements AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  /** Every message of standard output, in order. A line that is no JSON throws where it is read. */
  readonly received: Message[] = [];
  stderr = '';
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #rest = '';
  readonly #news = new EventEmitter().setMaxListeners(0);

  constructor(home: Home, env: Record<string, string | undefined> = {}) {
    this.child = start(['mcp-server'], { env: { ...home.env, ...env }, cwd: home.dir });
    this.child.stdin.on('error', () => undefined);
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => this.#receive(text));
    this.exited = new Promise((resolve) => {
      this.child.once('close', (code, signal) => {
        resolve({ code, signal });
        this.#news.emit('news');
      });
    });
  }

  write(...lines: (string | Message)[]): void {
    for (const line of lines) {
      this.child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    }
  }

  /** Writes the handshake of a protocol revision before 2026. */
  initialize(name = 'raw'): void {
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name, version: '0' } };
    this.write({ jsonrpc: '2.0', id: 'init', method: 'initialize', params });
    this.write({ jsonrpc: '2.0', method: 'notifications/initialized' });
  }

  call(id: number | string, tool: string, args: Message = {}): void {
    this.write({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } });
  }

  /** The first message that fits, waiting for it. Throws when the server ends without one. */
  async find(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.received.find(fits);
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`ended: ${this.stderr}`);
      // oxlint-disable-next-line no-await-in-loop -- waits for the next output
      await once(this.#news, 'news');
    }
  }

  answer(id: number | string): Promise<Message> {
    return this.find((message) => message['id'] === id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.stdin.destroy();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 5000);
    await this.exited;
    clearTimeout(timer);
  }

  #receive(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.received.push(JSON.parse(line) as Message);
    this.#news.emit('news');
  }
}

/** The message of a failed tool call. */
export function failureOf(answer: Message): unknown {
  const result = answer['result'] as { isError?: boolean; content: { text: string }[] };
  const body = JSON.parse(result.content[0]?.text ?? '') as { error: { message?: unknown } };
  return result.isError === true ? body.error.message : undefined;
}
