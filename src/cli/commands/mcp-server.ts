import { resolve } from 'node:path';
import { findPlaces } from '../../app/places.ts';
import { closeInspection } from '../../process/close-inspection.ts';
import { hideEnvironment } from '../../process/hide-environment.ts';
import type { Input } from '../definition.ts';
import { type Io, warn } from '../io.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  shield(io);
  // Loaded only now: the less time the password can be read for, the better.
  const { serve } = await import('../../mcp/server.ts');
  io.restoreUmask();
  return serve({
    places: findPlaces(io.env, io.cwd, vaultDir),
    env: io.env,
    cwd: io.cwd,
    clock: io.clock,
    version: io.version,
    vaultDir: vaultDir === undefined ? undefined : resolve(io.cwd, vaultDir),
    stdin: io.stdin.stream(),
    stdout: io.stdout.stream(),
    stderr: io.stderr.stream(),
  });
}

/** Keeps what the server knows from the programs it runs, which have its user. */
function shield(io: Io): void {
  if (closeInspection().inspectorOpen) {
    warn(
      io,
      "Node's inspector is open, and whoever connects to it can read the vault; start without --inspect",
    );
  }
  // macOS keeps no file of it, and has no way to change what `ps -E` shows.
  if (process.platform === 'linux' && !hideEnvironment()) {
    const remedy = io.env['VAULT_PASSWORD'] ? '; give the password by VAULT_PASSWORD_FILE instead' : '';
    warn(
      io,
      `programs of this user can read the server's environment in /proc/${process.pid}/environ${remedy}`,
    );
  }
}
