import type { Readable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import {
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  PARSE_ERROR,
} from '@modelcontextprotocol/server';
import { LineBuffer } from './line-buffer.ts';
import type { ClaimedOutput } from './claimed-output.ts';

const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** Why no more messages come. */
export type ConnectionEnd = 'input ended' | 'line too long' | 'output closed';

/**
 * Newline-delimited JSON-RPC over two streams. Unlike the SDK's own, it answers what is no message, and
 * leaves it to the server when to close after the end of input, so that calls under way can still answer.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Resolves once, when the client has gone or can be served no longer. */
  readonly ended: Promise<ConnectionEnd>;
  readonly #input: Readable;
  readonly #output: ClaimedOutput;
  readonly #lines = new LineBuffer(MAX_LINE_BYTES);
  readonly #end: (why: ConnectionEnd) => void;
  #closed = false;

  constructor(input: Readable, output: ClaimedOutput) {
    this.#input = input;
    this.#output = output;
    const { promise, resolve } = Promise.withResolvers<ConnectionEnd>();
    this.ended = promise;
    this.#end = resolve;
  }

  async start(): Promise<void> {
    const finish = (): void => this.#finish();
    this.#input.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#input.on('end', finish).on('close', finish).on('error', finish);
    this.#output.onFailure(() => this.#end('output closed'));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    await this.#output.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.destroy();
    this.onclose?.();
  }

  #receive(chunk: Buffer): void {
    if (this.#closed) return;
    try {
      for (const line of this.#lines.push(chunk)) this.#dispatch(line);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#refuse(INVALID_REQUEST, 'message too large');
      this.#input.pause().removeAllListeners('data');
      this.#end('line too long');
    }
  }

  #finish(): void {
    this.#dispatch(this.#lines.rest());
    this.#end('input ended');
  }

  #dispatch(line: string): void {
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.#refuse(PARSE_ERROR, 'Parse error');
    }
    if (isMessage(message)) this.onmessage?.(message);
    else this.#refuse(INVALID_REQUEST, 'Invalid Request', requestIdOf(message));
  }

  #refuse(code: number, text: string, id?: RequestId): void {
    const refusal = { jsonrpc: '2.0', error: { code, message: text } } as const;
    void this.send(id === undefined ? refusal : { ...refusal, id });
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value);
}

/** The id a malformed request should be answered under, if it has a usable one. */
function requestIdOf(value: unknown): RequestId | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' || typeof value.id === 'number' ? value.id : undefined;
}
