import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Home } from '../../spec/support/home.ts';

const PROGRAMS = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];

/** Why no keychain can be had here; false when it can. */
export const noKeychain = ((): string | false => {
  if (process.platform !== 'linux') return 'the Secret Service is on Linux only';
  const missing = PROGRAMS.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  return missing.length > 0 && `there is no ${missing.join(', ')}`;
})();

if (noKeychain) process.stdout.write(`keychain: skipped, ${noKeychain}\n`);

const CONFIGURATION = (socket: string): string => `<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`;

const PATIENCE_MS = 20_000;

/** A session bus of its own in a folder, that starts nothing by itself; a keyring on it when that is started. */
export class SessionBus {
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  get socket(): string {
    return join(this.#folder, 'bus');
  }

  /** What leads a program to it. */
  get env(): Record<string, string> {
    return { DBUS_SESSION_BUS_ADDRESS: `unix:path=${this.socket}` };
  }

  async start(): Promise<this> {
    const file = join(this.#folder, 'bus.conf');
    writeFileSync(file, CONFIGURATION(this.socket));
    this.#spawn('dbus-daemon', ['--nofork', `--config-file=${file}`]);
    await this.#until(() => this.#isOwned('org.freedesktop.DBus'));
    return this;
  }

  /** gnome-keyring, its default keyring unlocked. */
  async startKeyring(): Promise<this> {
    const daemon = this.#spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets']);
    daemon.stdin?.end('the keyring has a password too');
    await this.#until(() => this.#hasDefaultKeyring());
    return this;
  }

  /** gnome-keyring, with the keyring an earlier one has left in the folder, locked; nobody can be asked to unlock it. */
  async startLockedKeyring(): Promise<this> {
    this.#spawn('gnome-keyring-daemon', ['--foreground', '--components=secrets']).stdin?.end();
    await this.#until(() => this.#isOwned('org.freedesktop.secrets'));
    return this;
  }

  async stop(): Promise<void> {
    const ended = this.#children.map(
      (child) =>
        new Promise((resolve) => {
          if (child.exitCode !== null || child.signalCode !== null) resolve(undefined);
          else child.once('exit', resolve);
        }),
    );
    for (const child of this.#children.toReversed()) child.kill('SIGKILL');
    await Promise.all(ended);
  }

  #spawn(program: string, args: readonly string[]): ChildProcess {
    const env = { PATH: process.env['PATH'], HOME: this.#folder, XDG_RUNTIME_DIR: this.#folder, ...this.env };
    const child = spawn(program, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    this.#children.push(child);
    return child;
  }

  #isOwned(name: string): boolean {
    const method = ['org.freedesktop.DBus.NameHasOwner', `string:${name}`];
    return this.#ask('org.freedesktop.DBus', '/', ...method).includes('boolean true');
  }

  /** It has its name before it has unlocked anything. */
  #hasDefaultKeyring(): boolean {
    if (!this.#isOwned('org.freedesktop.secrets')) return false;
    const method = ['org.freedesktop.Secret.Service.ReadAlias', 'string:default'];
    return this.#ask('org.freedesktop.secrets', '/org/freedesktop/secrets', ...method).includes(
      '/collection/',
    );
  }

  #ask(name: string, path: string, ...method: string[]): string {
    const args = ['--session', '--print-reply', `--dest=${name}`, path, ...method];
    return spawnSync('dbus-send', args, { env: { PATH: process.env['PATH'], ...this.env }, encoding: 'utf8' })
      .stdout;
  }

  async #until(isSo: () => boolean): Promise<void> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
      if (isSo()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the session bus or the keyring on it did not start');
  }
}

/** A bus that takes connections and never says a word; until the test is done. */
export async function silentBus(
  folder: string,
): Promise<{ address: string; connected: () => number; closed: () => Promise<void> }> {
  const path = join(folder, 'silent');
  const sockets: Socket[] = [];
  const ends: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined).resume());
    ends.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    address: `unix:path=${path}`,
    connected: () => sockets.length,
    closed: async () => void (await Promise.all(ends)),
  };
}

/** What `keychain status` says of a vault. */
export async function keychainStatus(home: Home, env: Record<string, string | undefined>): Promise<unknown> {
  return JSON.parse((await home.ok(['keychain', 'status', '--json'], { env })).stdout);
}

/** The files that say for which vaults the keychain is on. */
export function keychainMarkers(home: Home): string[] {
  return readdirSync(home.file('.local/state/vaultctl')).filter((name) => name.endsWith('.keychain'));
}
