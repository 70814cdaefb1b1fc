import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { findPlaces } from '../../src/app/places.ts';
import { serve } from '../../src/mcp/server.ts';

test('a server takes the master password out of its environment', async () => {
  const home = mkdtempSync(join(tmpdir(), 'vaultctl-server-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const env: NodeJS.ProcessEnv = { HOME: home, VAULT_PASSWORD: 'correct horse battery staple' };
  const code = await serve({
    places: findPlaces(env, home),
    env,
    cwd: home,
    clock: () => new Date(0),
    version: '0',
    vaultDir: undefined,
    stdin: Readable.from([]),
    stdout: new PassThrough().resume(),
    stderr: new PassThrough().resume(),
  });
  expect(code).toBe(0);
  expect(env).toEqual({ HOME: home });
});
