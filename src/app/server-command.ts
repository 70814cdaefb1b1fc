import { resolve } from 'node:path';
import type { CommandLine } from '../domain/clients/client.ts';
import { findPlaces } from './places.ts';

/** What is asked of the caller's world. */
export interface Caller {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Absolute: the runtime, and the file it runs as this program. */
  readonly program: readonly [runtime: string, file: string];
}

/**
 * The command line a client starts the tool server by, in absolute paths: a client started from a desktop has no PATH
 * of a shell and no VAULT_DIR.
 */
export function serverCommand({ env, cwd, program }: Caller, vaultDir: string | undefined): CommandLine {
  const usual = findPlaces({ ...env, VAULT_DIR: undefined }, cwd).directory;
  const { directory } = findPlaces(env, cwd, vaultDir);
  const isNamed = vaultDir !== undefined || directory !== usual;
  return [...program, 'mcp-server', ...(isNamed ? ['--vault-dir', resolve(directory)] : [])];
}
