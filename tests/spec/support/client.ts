import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { afterAll, beforeAll, expect } from 'vitest';
import { start } from './cli.ts';
import type { Home } from './home.ts';

/** The newest protocol of each era; both are driven through every tool of section 4. */
export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export const LEGACY = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'] as const;
export const MODERN = '2026-07-28';

type Json = Record<string, unknown>;

/** What a tool call came back with, before anyone judges it. */
export interface Answer {
  isError: boolean;
  structured: Json | undefined;
  texts: string[];
  result: Json;
}

interface Pending {
  resolve: (message: Json) => void;
  reject: (error: Error) => void;
}

export interface ServerOptions {
  env?: Record<string, string | undefined>;
  cwd?: string;
  args?: string[];
  program?: readonly [string, ...string[]];
}

/** A newline-delimited JSON-RPC client over the real standard input and output of `vaultctl mcp-server`. */
export class ToolServer {
  readonly version: string;
  /** Everything the server wrote, for leak checks. */
  transcript = '';
  stderr = '';
  /** The result of `initialize` or `server/discover`. */
  handshake: Json = {};
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }> = Promise.resolve({
    code: null,
    signal: null,
  });
  private child: ChildProcessWithoutNullStreams | undefined;
  private buffer = '';
  private nextId = 1;
  private readonly pending = new Map<number, Pending>();

  constructor(version: string) {
    this.version = version;
  }

  get process(): ChildProcessWithoutNullStreams {
    if (this.child === undefined) throw new Error('the server is not started');
    return this.child;
  }

  async start(home: Home, options: ServerOptions = {}): Promise<this> {
    const child = start([...(options.args ?? []), 'mcp-server'], {
      env: { ...home.env, ...options.env },
      cwd: options.cwd ?? home.dir,
      ...(options.program !== undefined && { program: options.program }),
    });
    this.child = child;
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (text: string) => this.receive(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.exited = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
    void this.exited.then(() => this.abandon());
    await this.shakeHands();
    return this;
  }

  /** Sends a request and waits for its whole JSON-RPC answer. */
  send(method: string, params: Json = {}): { id: number; answer: Promise<Json> } {
    const id = this.nextId++;
    const answer = new Promise<Json>((resolve, reject) => this.pending.set(id, { resolve, reject }));
    // A cancelled call is not answered, and the server's end rejects it when nobody waits any more.
    answer.catch(() => undefined);
    this.write({ jsonrpc: '2.0', id, method, params: this.withMeta(params) });
    return { id, answer };
  }

  notify(method: string, params: Json = {}): void {
    this.write({ jsonrpc: '2.0', method, params: this.withMeta(params) });
  }

  /** The result of a request; a JSON-RPC error is thrown. */
  async request(method: string, params: Json = {}): Promise<Json> {
    const message = await this.send(method, params).answer;
    if (message['error'] !== undefined)
      throw new Error(`JSON-RPC error: ${JSON.stringify(message['error'])}`);
    return message['result'] as Json;
  }

  async call(tool: string, args: Json = {}): Promise<Answer> {
    return toAnswer(await this.request('tools/call', { name: tool, arguments: args }));
  }

  /** A call that has to succeed: its structured content. */
  async ok(tool: string, args: Json = {}): Promise<Json> {
    return success(await this.call(tool, args));
  }

  /** A call that has to fail in the first shape of section 7: its message. */
  async fails(tool: string, args: Json = {}): Promise<string> {
    return failure(await this.call(tool, args));
  }

  async tools(): Promise<Json[]> {
    return (await this.request('tools/list'))['tools'] as Json[];
  }

  closeInput(): void {
    this.process.stdin.end();
  }

  async stop(): Promise<void> {
    if (this.child === undefined) return;
    this.child.stdin.end();
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), 5_000);
    await this.exited;
    clearTimeout(timer);
  }

  private async shakeHands(): Promise<void> {
    if (this.version === MODERN) {
      this.handshake = await this.request('server/discover');
      return;
    }
    const client = {
      protocolVersion: this.version,
      capabilities: {},
      clientInfo: { name: 'spec', version: '1' },
    };
    this.handshake = await this.request('initialize', client);
    this.notify('notifications/initialized');
  }

  private withMeta(params: Json): Json {
    if (this.version !== MODERN) return params;
    const meta = {
      'io.modelcontextprotocol/protocolVersion': MODERN,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'spec', version: '1' },
    };
    return { ...params, _meta: meta };
  }

  private write(message: Json): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  private receive(text: string): void {
    this.transcript += text;
    this.buffer += text;
    for (let end = this.buffer.indexOf('\n'); end >= 0; end = this.buffer.indexOf('\n')) {
      const line = this.buffer.slice(0, end);
      this.buffer = this.buffer.slice(end + 1);
      // Standard output carries the protocol alone: anything else fails here.
      const message = JSON.parse(line) as Json;
      const id = message['id'];
      if (typeof id !== 'number') continue;
      this.pending.get(id)?.resolve(message);
      this.pending.delete(id);
    }
  }

  private abandon(): void {
    for (const { reject } of this.pending.values()) reject(new Error(`the server ended: ${this.stderr}`));
    this.pending.clear();
  }
}

/** One server for the tests of a describe block, started after the home's own hook. */
export function useServer(home: Home, version: string, options?: ServerOptions): ToolServer {
  const server = new ToolServer(version);
  beforeAll(async () => {
    await server.start(home, options);
  });
  afterAll(() => server.stop());
  return server;
}

export async function withServer<T>(
  home: Home,
  body: (server: ToolServer) => Promise<T>,
  options: ServerOptions & { version?: string } = {},
): Promise<T> {
  const server = new ToolServer(options.version ?? MODERN);
  try {
    await server.start(home, options);
    return await body(server);
  } finally {
    await server.stop();
  }
}

export function toAnswer(result: Json): Answer {
  const content = result['content'] as { type: string; text: string }[];
  return {
    isError: result['isError'] === true,
    structured: result['structuredContent'] as Json | undefined,
    texts: content.map((block) => block.text),
    result,
  };
}

/** Success: structured content and one text block that holds the same JSON. */
export function success(answer: Answer): Json {
  expect(answer, 'a successful answer').toMatchObject({ isError: false, structured: expect.any(Object) });
  expect(answer.texts).toHaveLength(1);
  expect(JSON.parse(answer.texts[0] ?? '')).toEqual(answer.structured);
  return answer.structured ?? {};
}

/** Failure: `isError`, the JSON of section 7 as the first text, at most one more text, no structured content. */
export function failure(answer: Answer): string {
  const body = failureBody(answer) as { error?: { message?: unknown } };
  const message = body.error?.message;
  expect(body).toEqual({ error: { code: -32000, message: expect.any(String) } });
  expect(message).not.toBe('');
  return String(message);
}

export function failureBody(answer: Answer): unknown {
  expect(answer, 'a failed answer').toMatchObject({ isError: true });
  expect(answer.result).not.toHaveProperty('structuredContent');
  expect(answer.texts.length === 1 || answer.texts.length === 2).toBe(true);
  return JSON.parse(answer.texts[0] ?? '');
}
