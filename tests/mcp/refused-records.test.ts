import { expect, test } from 'vitest';
import { withServer } from '../spec/support/client.ts';
import { ALLOW_ALL, useVault } from '../spec/support/home.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';
const AT_ONCE = 8;

const home = useVault(async (fresh) => {
  await fresh.set('db/password', VALUE);
  await fresh.policy(ALLOW_ALL);
});

test('a run cancelled after its values were opened leaves a record without them', async () => {
  await withServer(home, async (server) => {
    const call = (args: Record<string, unknown>) =>
      server.send('tools/call', { name: 'secret_run', arguments: args });
    const running = Array.from({ length: AT_ONCE }, () => call({ keys: [], command: 'sleep', args: ['2'] }));
    // It waits for its turn: its values are opened, and no run has made them known to the server yet.
    const waiting = call({
      keys: ['db/password'],
      command: 'echo',
      args: [VALUE, Buffer.from(VALUE).toString('base64'), 'the last word'],
    });
    await server.ok('secret_exists', { key: 'db/password' });
    server.notify('notifications/cancelled', { requestId: waiting.id });
    await Promise.all(running.map(({ answer }) => answer));
  });
  const records = JSON.stringify(await home.json(['audit', 'export']));
  expect(records).toContain('the last word');
  expect(records).toContain('[REDACTED:db/password]');
  expect(records).not.toContain(VALUE);
  expect(records).not.toContain(Buffer.from(VALUE).toString('base64').slice(0, 12));
});
