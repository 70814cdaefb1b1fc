import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Connection, placeOf } from '../../src/app/connect-client.ts';
import { surveyClients } from '../../src/app/client-survey.ts';
import type { Client } from '../../src/domain/clients/client.ts';
import { byId, ClientHome, install, put } from './client-home.ts';

const at = new ClientHome();
const connection = (client: Client, scope: Connection['scope'] = 'user'): Connection =>
  at.connection(client, scope);

describe('a survey', () => {
  test('says of each client how it is', () => {
    install(connection(byId('claude-code')));
    install(connection(byId('codex'), 'project'));
    put(placeOf(connection(byId('cursor'))), '{"mcpServers":{"vaultctl":{"command":"vaultctl"}}}');
    put(placeOf(connection(byId('zed'))), '{ /* theme */ }');
    put(placeOf(connection(byId('gemini'))), '{');
    fs.mkdirSync(join(at.dir, '.config/Code/User'), { recursive: true });
    const found = surveyClients(connection(byId('zed')));
    expect(found.map(({ client, scope, state }) => `${client} ${scope}: ${state}`)).toEqual([
      'claude-code user: connected',
      'claude-desktop user: absent',
      'codex user: absent',
      'codex project: connected',
      'cursor user: differs',
      'vscode user: not connected',
      'windsurf user: absent',
      'gemini user: unreadable',
      'zed user: not connected',
      'opencode user: absent',
    ]);
    expect(found.find(({ client }) => client === 'gemini')?.reason).toMatch(
      /settings\.json is not valid JSON/,
    );
    expect(found.map(({ file }) => file.startsWith(at.dir))).not.toContain(false);
  });
});

test('a survey in the home directory has no file twice', () => {
  install(connection(byId('cursor')));
  const found = surveyClients({ ...connection(byId('cursor')), directory: at.dir });
  expect(found.filter(({ client }) => client === 'cursor')).toEqual([
    { client: 'cursor', scope: 'user', state: 'connected', file: join(at.dir, '.cursor/mcp.json') },
  ]);
});
