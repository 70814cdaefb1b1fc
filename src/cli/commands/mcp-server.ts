import { findPlaces } from '../../app/places.ts';
import { serve } from '../../mcp/server.ts';
import type { Input } from '../definition.ts';
import type { Io } from '../io.ts';

export async function run(io: Io, { vaultDir }: Input): Promise<number> {
  io.restoreUmask();
  return serve({
    places: findPlaces(io.env, io.cwd, vaultDir),
    env: io.env,
    cwd: io.cwd,
    clock: io.clock,
    version: io.version,
    stdin: io.stdin.stream(),
    stdout: io.stdout.stream(),
    stderr: io.stderr.stream(),
  });
}
