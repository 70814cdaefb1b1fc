import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import {
  carryOut,
  type Connection,
  planConnection,
  planDisconnection,
} from '../../src/app/connect-client.ts';
import type { Client } from '../../src/domain/clients/client.ts';
import { clients } from '../../src/domain/clients/clients.ts';

export const commandLine = ['/bin/node', '/lib/vaultctl.js', 'mcp-server'] as const;

/** A home directory for each test. */
export class ClientHome {
  dir = '';

  constructor() {
    beforeEach(() => {
      this.dir = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'vaultctl-clients-')));
    });
    afterEach(() => fs.rmSync(this.dir, { recursive: true }));
  }

  connection(client: Client, scope: Connection['scope'] = 'user'): Connection {
    return {
      client,
      scope,
      system: { platform: 'linux', home: this.dir, env: {} },
      directory: join(this.dir, 'project'),
      commandLine,
    };
  }
}

export const byId = (id: string): Client => {
  const client = clients.find((one) => one.id === id);
  if (client === undefined) throw new Error(`no ${id}`);
  return client;
};

export function install(to: Connection): string | null {
  const plan = planConnection(to);
  if (plan === null) throw new Error('nothing to do');
  return carryOut(plan);
}

export function uninstall(from: Connection): string | null {
  const plan = planDisconnection(from);
  if (plan === null) throw new Error('nothing to do');
  return carryOut(plan);
}

export function put(path: string, text: string, mode = 0o600): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text);
  fs.chmodSync(path, mode);
}
