import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile, chmod, lstat, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { cli, type CliOptions, type CliResult } from './cli.ts';

/** Long enough to be strong, so that no test depends on a warning. */
export const PASSWORD = 'quartz-Lantern 58 over the Harbour';

const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

vi.setConfig({ testTimeout: 30_000, hookTimeout: 120_000 });

/** A throw-away home directory; everything the program writes (vault, state, temp files) is below `dir`. */
export class Home {
  private path: string | undefined;
  password: string | undefined = PASSWORD;

  get dir(): string {
    if (this.path === undefined) throw new Error('the home exists only inside hooks and tests');
    return this.path;
  }

  get vault(): string {
    return join(this.dir, '.vault');
  }

  get policyFile(): string {
    return join(this.vault, 'mcp-policy.yaml');
  }

  /** A minimal clean environment: what a GUI client hands to a server, and nothing else. */
  get env(): Record<string, string> {
    const env: Record<string, string> = {
      PATH: [dirname(process.execPath), ...SYSTEM_PATH].join(delimiter),
      HOME: this.dir,
      // Else the session of whoever runs the tests would be found.
      XDG_RUNTIME_DIR: join(this.dir, 'run'),
      TMPDIR: join(this.dir, 'tmp'),
      LANG: 'C.UTF-8',
    };
    if (this.password !== undefined) env['VAULT_PASSWORD'] = this.password;
    return env;
  }

  async create(): Promise<void> {
    this.path = await realpath(await mkdtemp(join(tmpdir(), 'vaultctl-spec-')));
    await mkdir(join(this.path, 'tmp'));
    await mkdir(join(this.path, 'run'), { mode: 0o700 });
  }

  async remove(): Promise<void> {
    if (this.path !== undefined) await rm(this.path, { recursive: true, force: true });
    this.path = undefined;
  }

  /** Runs the command line in this home. `undefined` in `env` takes a variable away. */
  cli(args: string[], options: CliOptions = {}): Promise<CliResult> {
    const env: Record<string, string | undefined> = { ...this.env, ...options.env };
    return cli(args, { cwd: this.dir, ...options, env });
  }

  /** As `cli`, and the command has to succeed. */
  async ok(args: string[], options: CliOptions = {}): Promise<CliResult> {
    const result = await this.cli(args, options);
    expect(result, `vaultctl ${args.join(' ')}`).toMatchObject({ code: 0 });
    return result;
  }

  /** Stores a single value from standard input. */
  async set(key: string, value: string, ...options: string[]): Promise<void> {
    await this.ok(['set', key, ...options], { stdin: value });
  }

  /** The JSON a command prints. */
  async json(args: string[]): Promise<unknown> {
    return JSON.parse((await this.ok(args)).stdout);
  }

  /** What an outsider can see of all secrets: proves that a refused command changed nothing. */
  async snapshot(): Promise<string> {
    const list = await this.ok(['list', '--json']);
    const all = await this.ok(['export', '--all', '--format=json']);
    return list.stdout + all.stdout;
  }

  file(...parts: string[]): string {
    return join(this.dir, ...parts);
  }

  async write(name: string, text: string | Uint8Array, bits = 0o600): Promise<string> {
    const path = this.file(name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { mode: bits });
    await chmod(path, bits);
    return path;
  }

  /** Writes the policy by hand; an object is written as JSON, which is YAML 1.2 as well. */
  async policy(policy: string | PolicyKeys, bits = 0o600): Promise<void> {
    await rm(this.policyFile, { force: true });
    await writeFile(this.policyFile, typeof policy === 'string' ? policy : JSON.stringify(policy), {
      mode: bits,
    });
    await chmod(this.policyFile, bits);
  }

  async noPolicy(): Promise<void> {
    await rm(this.policyFile, { force: true });
  }
}

export interface PolicyKeys {
  version?: unknown;
  default_action?: unknown;
  denied_commands?: unknown;
  allowed_commands?: unknown;
  env_aliases?: unknown;
  sandbox?: unknown;
  max_output_bytes?: unknown;
  redaction?: unknown;
}

/** Everything may run. No sandbox: these tests are about the specification, not the machine's kernel. */
export const ALLOW_ALL: PolicyKeys = {
  version: 1,
  default_action: 'allow',
  denied_commands: [],
  allowed_commands: [],
  sandbox: 'off',
};

/** A home without a vault, for the tests of one file. */
export function useHome(seed?: (home: Home) => Promise<void>): Home {
  const home = new Home();
  beforeAll(async () => {
    await home.create();
    await seed?.(home);
  });
  afterAll(() => home.remove());
  return home;
}

/** A home with an initialised vault, filled by `seed`. */
export function useVault(seed?: (home: Home) => Promise<void>): Home {
  return useHome(async (home) => {
    await home.ok(['init']);
    await seed?.(home);
  });
}

/** One home for one test. */
export async function withHome<T>(body: (home: Home) => Promise<T>): Promise<T> {
  const home = new Home();
  await home.create();
  try {
    return await body(home);
  } finally {
    await home.remove();
  }
}

export async function withVault<T>(body: (home: Home) => Promise<T>): Promise<T> {
  return withHome(async (home) => {
    await home.ok(['init']);
    return body(home);
  });
}

/** Every regular file below a directory, with its bytes. */
export async function filesBelow(dir: string): Promise<{ path: string; bytes: Buffer }[]> {
  const files: { path: string; bytes: Buffer }[] = [];
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.push({ path, bytes: await readFile(path) });
  }
  return files;
}

export async function mode(path: string): Promise<string> {
  return ((await lstat(path)).mode & 0o7777).toString(8);
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Where a program is on the PATH of these tests. */
export function which(name: string): string {
  const found = SYSTEM_PATH.map((dir) => join(dir, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`these tests need ${name}`);
  return found;
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
