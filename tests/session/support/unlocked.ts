import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { isAlive } from '../../process/alive.ts';
import type { CliOptions, CliResult } from '../../spec/support/cli.ts';
import { Home, PASSWORD, pause } from '../../spec/support/home.ts';

/** A vault that a session holds open; what is not told the password goes through the session. */
export class Unlocked {
  readonly home = new Home();

  /** Of a client: no password, and nobody to ask. */
  get env(): Record<string, string | undefined> {
    return { XDG_RUNTIME_DIR: this.home.file('run'), VAULT_PASSWORD: undefined };
  }

  get socket(): string {
    return this.home.file('run', 'vaultctl', 'session.sock');
  }

  async create(seed?: (home: Home) => Promise<void>): Promise<void> {
    await this.home.create();
    await this.home.ok(['init']);
    await seed?.(this.home);
  }

  async remove(): Promise<void> {
    for (const pid of this.pids()) process.kill(pid, 'SIGKILL');
    await this.home.remove();
  }

  /** A command of a client without a password. */
  cli(args: string[], options: CliOptions = {}): Promise<CliResult> {
    return this.home.cli(args, { ...options, env: { ...this.env, ...options.env } });
  }

  async ok(args: string[], options: CliOptions = {}): Promise<CliResult> {
    const result = await this.cli(args, options);
    expect(result, `vaultctl ${args.join(' ')}: ${result.stderr}`).toMatchObject({ code: 0 });
    return result;
  }

  /** A command with the password, in the same place. */
  withPassword(args: string[], options: CliOptions = {}, password = PASSWORD): Promise<CliResult> {
    return this.cli(args, { ...options, env: { VAULT_PASSWORD: password, ...options.env } });
  }

  async unlock(...options: string[]): Promise<CliResult> {
    const result = await this.withPassword(['unlock', ...options]);
    expect(result, result.stderr).toMatchObject({ code: 0 });
    return result;
  }

  /** A session begun anew. */
  async relock(...options: string[]): Promise<void> {
    await this.cli(['lock']);
    await this.unlock(...options);
  }

  async isUnlocked(): Promise<boolean> {
    const { stdout } = await this.ok(['status', '--json']);
    return (JSON.parse(stdout) as { unlocked: boolean }).unlocked;
  }

  /** Waits until there is no session any more. */
  async locks(withinMs = 6000): Promise<boolean> {
    const end = performance.now() + withinMs;
    while (this.pids().length > 0) {
      if (performance.now() > end) return false;
      // oxlint-disable-next-line no-await-in-loop -- it polls
      await pause(50);
    }
    return !(await this.isUnlocked());
  }

  /** The processes of this vault's sessions. */
  pids(): number[] {
    return processes().filter(
      (pid) =>
        textOf(pid, 'cmdline').startsWith('vaultctl session') &&
        textOf(pid, 'environ').split('\0').includes(`HOME=${this.home.dir}`),
    );
  }

  get pid(): number {
    const [pid, ...more] = this.pids();
    if (pid === undefined || more.length > 0) throw new Error(`there are ${more.length} more sessions`);
    return pid;
  }

  /** What the journal says, the last record last. */
  async records(): Promise<Record<string, unknown>[]> {
    const { stdout } = await this.withPassword(['audit', 'export']);
    return JSON.parse(stdout) as Record<string, unknown>[];
  }

  /** The records of what `action` did, without those about others. */
  async recordsOf(action: string): Promise<Record<string, unknown>[]> {
    return (await this.records()).filter((record) => record['action'] === action);
  }
}

/** One session for the tests of a file. */
export function useSession(seed?: (home: Home) => Promise<void>, ...options: string[]): Unlocked {
  const unlocked = new Unlocked();
  beforeAll(async () => {
    await unlocked.create(seed);
    await unlocked.unlock(...options);
  });
  afterAll(() => unlocked.remove());
  return unlocked;
}

/** The processes with a text in their arguments, which nothing but the test has made. */
export function processesWith(marker: string): number[] {
  return processes().filter((pid) => textOf(pid, 'cmdline').includes(marker));
}

/** Waits until so many, or more, or none are left. */
export async function untilProcesses(marker: string, isEnough: (count: number) => boolean): Promise<boolean> {
  for (let waited = 0; waited < 8000; waited += 50) {
    if (isEnough(processesWith(marker).length)) return true;
    // oxlint-disable-next-line no-await-in-loop -- it polls
    await pause(50);
  }
  return false;
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(isAlive);
}

function textOf(pid: number, name: string): string {
  try {
    return readFileSync(join('/proc', String(pid), name), 'utf8');
  } catch {
    return '';
  }
}
