import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { PROGRAM } from '../../spec/support/cli.ts';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;

const PATIENCE_MS = 20_000;
const POLL_MS = 50;

/** A shell in a terminal of its own, with `vaultctl` as a command that says its exit code. */
export class Terminal {
  readonly #socket = `vaultctl-${randomUUID()}`;

  constructor(env: Readonly<Record<string, string>>, cwd: string) {
    const setting = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const shell = ['env', '-i', 'TERM=xterm', ...setting, 'sh'];
    this.#tmux('-f', '/dev/null', 'new-session', '-d', '-x', '100', '-y', '50', '-c', cwd, ...shell);
    this.line(`PS1='$ '; vaultctl() { '${process.execPath}' '${PROGRAM}' "$@"; echo "exit $?"; }; clear`);
  }

  /** Types a line and Enter. */
  line(text: string): void {
    this.text(text);
    this.keys('Enter');
  }

  text(text: string): void {
    this.#tmux('send-keys', '-l', text);
  }

  /** Presses keys by name, such as `C-c`. */
  keys(...names: string[]): void {
    this.#tmux('send-keys', ...names);
  }

  /** What is on the screen, without empty lines. */
  screen(): string {
    return this.#tmux('capture-pane', '-p').replaceAll(/\n+/g, '\n');
  }

  /** The screen with the escape sequences that colour it. */
  colours(): string {
    return this.#tmux('capture-pane', '-p', '-e');
  }

  resize(columns: number, rows: number): void {
    this.#tmux('resize-window', '-x', String(columns), '-y', String(rows));
  }

  /** Waits until the screen shows it. */
  async shows(expected: RegExp): Promise<string> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
      const screen = this.screen();
      if (expected.test(screen)) return screen;
      // oxlint-disable-next-line no-await-in-loop -- polling
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`the terminal never showed ${String(expected)}:\n${this.screen()}`);
  }

  async clear(): Promise<void> {
    this.line('clear');
    await this.shows(/^\$\s*$/);
  }

  close(): void {
    this.#tmux('kill-server');
  }

  #tmux(...args: string[]): string {
    return execFileSync('tmux', ['-L', this.#socket, ...args], { encoding: 'utf8' });
  }
}
