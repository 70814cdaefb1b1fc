// Values as other people's programs print them, through the real tool server. What is expected comes from decoding what
// those programs print: nothing here is imported from the product.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RADIX_64 } from './support/encoders.ts';
import { absentFrom } from './support/programs.ts';
import { base64 } from './support/readers.ts';
import { partsLeft } from './support/sections.ts';
import { testForms, useValues } from './support/setup.ts';
import { ALL, VALUES } from './support/values.ts';

const { home, server } = useValues();

testForms(home, server, 'base64', RADIX_64);

describe.skipIf(absentFrom('curl').length > 0)('requests of curl to a server that echoes them', () => {
  let echo: Server;
  beforeAll(async () => {
    echo = createServer((request, response) => {
      response.end(`${JSON.stringify(request.headers)}\n${String(request.url)}\n`);
    });
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => echo.close());

  /** Three user names: the password begins at each place of a base64 group. */
  const users = ['u', 'us', 'usr'];

  test.each(ALL)('a Basic header that holds %s shows nothing of it', async (key) => {
    const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/`;
    const variable = key.toUpperCase();
    const script = await home.write(
      'curl.sh',
      users.map((user) => `curl -sv -u "${user}:$${variable}" ${address}${user}\n`).join(''),
    );
    const run = await server.ok('secret_run', { keys: [key], command: 'sh', args: [script] });
    for (const stream of ['stdout', 'stderr']) {
      const text = String(run[stream]);
      expect(partsLeft(text, VALUES[key] ?? '', [base64])).toBeUndefined();
      expect(text.split(`[REDACTED:${key}]`), stream).toHaveLength(1 + users.length);
    }
    expect(run['stderr']).toContain('> Authorization: Basic ');
    for (const user of users) expect(run['stdout']).toContain(`/${user}\n`);
  });

  test('a bearer header in what curl sends and in what the server answers is redacted', async () => {
    const address = `http://127.0.0.1:${(echo.address() as AddressInfo).port}/?token=`;
    const script = await home.write(
      'bearer.sh',
      `curl -sv -H "Authorization: Bearer $TOKEN" "${address}$TOKEN"`,
    );
    const run = await server.ok('secret_run', { keys: ['token'], command: 'sh', args: [script] });
    expect(run['stderr']).toContain('> Authorization: Bearer [REDACTED:token]\r\n');
    expect(run['stderr']).toContain('> GET /?token=[REDACTED:token] HTTP/1.1');
    expect(run['stdout']).toContain('"authorization":"Bearer [REDACTED:token]"');
    expect(run['stdout']).toContain('/?token=[REDACTED:token]\n');
  });
});

describe('parts of a random value', () => {
  test('any 12 characters and more are redacted, cut out by `cut`', async () => {
    // All in one write: a part must not hide the next one.
    const script = await home.write(
      'parts.sh',
      `for from in $(seq 1 ${(VALUES['token'] ?? '').length - 11}); do
  for more in 11 12 19; do printf '%s' "$TOKEN" | cut -c "$from-$((from + more))" | sed 's/^/{/; s/$/}/'; done
done > parts
cat parts`,
    );
    const run = await server.ok('secret_run', { keys: ['token'], command: 'sh', args: [script] });
    const lines = String(run['stdout']).trimEnd().split('\n');
    expect(lines).toHaveLength(3 * ((VALUES['token'] ?? '').length - 11));
    expect(new Set(lines)).toEqual(new Set(['{[REDACTED:token]}']));
  });

  test('the lines of a key file are redacted one by one, in any order', async () => {
    const script = await home.write('shuffled.sh', `printf '%s\\n' "$LINES" | sed 's/.*/<&>/' | sort`);
    const run = await server.ok('secret_run', { keys: ['lines'], command: 'sh', args: [script] });
    expect(partsLeft(String(run['stdout']), VALUES['lines'] ?? '', [])).toBeUndefined();
    expect(String(run['stdout']).split('<[REDACTED:lines]>')).toHaveLength(4);
  });
});
