import { describe, expect, test } from 'vitest';
import { ERAS, failureBody, useServer } from './support/client.ts';
import { useVault } from './support/home.ts';
import { random } from './support/text.ts';

const SECRET = random();
const sensitiveText = (field: string): string =>
  `field '${field}' is marked as sensitive and cannot be retrieved via MCP (AI-Safe Access policy)`;

const home = useVault(async (fresh) => {
  await fresh.set('single', SECRET);
  await fresh.ok(
    [
      'set',
      'db',
      '--field',
      'host=db.example.org',
      '--field',
      'empty=',
      '--field',
      'password',
      '--alias',
      'host=Server',
      '--alias',
      'password=pwd2',
    ],
    { stdin: SECRET },
  );
  await fresh.ok(['set', 'clash', '--field', 'one=1', '--field', 'two=2', '--alias', 'two=uno']);
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const get = (key: string, field: string): Promise<Record<string, unknown>> =>
    server.ok('secret_get_field', { key, field });

  test('[4.7] rule 1: a field with sensitive false returns its value', async () => {
    expect(await get('db', 'host')).toEqual({
      key: 'db',
      field: 'host',
      value: 'db.example.org',
      sensitive: false,
    });
  });

  test('[4.7] an empty value is returned as it is', async () => {
    expect(await get('db', 'empty')).toEqual({ key: 'db', field: 'empty', value: '', sensitive: false });
  });

  test('[4.7] rule 2: a field with sensitive true is rejected, in the second error shape', async () => {
    const body = failureBody(await server.call('secret_get_field', { key: 'db', field: 'password' }));
    expect(body).toEqual({ error: sensitiveText('password') });
    expect(server.transcript).not.toContain(SECRET);
  });

  test('[4.7] rule 2: asked by an alias the sensitive field is rejected as well', async () => {
    const answer = await server.call('secret_get_field', { key: 'db', field: 'pwd2' });
    expect(JSON.stringify(failureBody(answer))).toContain('is marked as sensitive');
    expect(server.transcript).not.toContain(SECRET);
  });

  test('[D Tool server] asked by an alias, field answers with the name of the field', async () => {
    expect(await get('db', 'Server')).toMatchObject({ field: 'host', value: 'db.example.org' });
  });

  test('[D Secrets] aliases are found whatever their case', async () => {
    expect(await get('db', 'sErVeR')).toMatchObject({ field: 'host' });
    expect(await get('clash', 'UNO')).toMatchObject({ field: 'two', value: '2' });
  });

  test('[D Tool server] an unknown field is field not found', async () => {
    expect(await server.fails('secret_get_field', { key: 'db', field: 'nope' })).toBe(
      'field not found: nope',
    );
  });

  test('[D Secrets] a single value has no field to read: value is a name for bindings only', async () => {
    expect(await server.fails('secret_get_field', { key: 'single', field: 'value' })).toBe(
      'field not found: value',
    );
    expect(server.transcript).not.toContain(SECRET);
  });

  for (const field of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    test(`[4.7] ${field} is no field unless it was set`, async () => {
      expect(await server.fails('secret_get_field', { key: 'db', field })).toBe(`field not found: ${field}`);
    });
  }

  test('[4.7] a missing key is secret not found', async () => {
    expect(await server.fails('secret_get_field', { key: 'nope', field: 'host' })).toBe(
      'secret not found: nope',
    );
  });

  test('[4.7] key and field are required', async () => {
    await server.fails('secret_get_field', { key: 'db' });
    await server.fails('secret_get_field', { field: 'host' });
  });
});
