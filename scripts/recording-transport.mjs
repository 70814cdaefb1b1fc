// A stdio transport for the MCP client that shows and keeps every protocol line exactly as it went over the pipe.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const HEAD = 560;
const TAIL = 200;

export class RecordingTransport {
  onclose;
  onerror;
  onmessage;
  /** Every line of standard output and standard input, and all of standard error. */
  lines = [];
  stderr = '';
  #server;
  #child;

  constructor(server) {
    this.#server = server;
  }

  async start() {
    const { command, args, env, cwd } = this.#server;
    this.#child = spawn(command, args, { env, cwd, stdio: 'pipe' });
    this.#child.stderr.setEncoding('utf8').on('data', (text) => (this.stderr += text));
    this.#child.on('error', (error) => this.onerror?.(error));
    this.exited = new Promise((resolve) => this.#child.once('close', resolve));
    void this.exited.then(() => this.onclose?.());
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      this.#record('<-', line);
      this.onmessage?.(JSON.parse(line));
    });
  }

  async send(message) {
    const line = JSON.stringify(message);
    this.#record('->', line);
    this.#child.stdin.write(`${line}\n`);
  }

  /** Closes the server's standard input, as a client that quits does. Resolves with its exit code. */
  async close() {
    this.#child?.stdin.end();
    return this.exited;
  }

  #record(direction, line) {
    this.lines.push(line);
    console.log(`  ${direction} ${shorten(line)}`);
  }
}

function shorten(line) {
  if (line.length <= HEAD + TAIL) return line;
  return `${line.slice(0, HEAD)} … (${line.length - HEAD - TAIL} of ${line.length} characters not shown) … ${line.slice(-TAIL)}`;
}
