import { describe, expect, test } from 'vitest';
import { OPEN } from './support/cli.ts';
import { ERAS, useServer } from './support/client.ts';
import { ALLOW_ALL, useVault } from './support/home.ts';
import { probe, seen, writeProbe } from './support/probe.ts';

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy(ALLOW_ALL);
});
const get = async (...args: string[]): Promise<string> => (await home.ok(['get', ...args])).stdout;

/** What is written to standard input and what the secret then holds. */
const INPUTS: [string, string, string][] = [
  ['text', 'plain value', 'plain value'],
  ['one LF at the end', 'value\n', 'value'],
  ['one CRLF at the end', 'value\r\n', 'value'],
  ['two LF at the end', 'value\n\n', 'value\n'],
  ['several lines', 'one\ntwo\n', 'one\ntwo'],
  ['lines ended by CRLF', 'one\r\ntwo\r\n', 'one\r\ntwo'],
  ['spaces around', '  value  ', '  value  '],
  ['a tab and quotes', '\t"it\'s"', '\t"it\'s"'],
  ['non-ASCII text', 'pässwörd 🔑 日本', 'pässwörd 🔑 日本'],
  ['a byte order mark', '\uFEFFvalue', '\uFEFFvalue'],
  ['nothing', '', ''],
  ['a carriage return alone', 'value\r', 'value\r'],
];

describe('the value', () => {
  for (const [index, [what, input, value]] of INPUTS.entries()) {
    test(`[4.10] set reads the value from standard input: ${what}`, async () => {
      await home.set(`in/${index}`, input);
      expect(await get(`in/${index}`, '-n')).toBe(value);
    });
  }

  test('[4.10] set replaces the value of an existing secret', async () => {
    await home.set('again', 'first');
    await home.set('again', 'second');
    expect(await get('again')).toBe('second\n');
  });

  test('[D Places and names] set writes nothing to standard output', async () => {
    expect((await home.ok(['set', 'quiet'], { stdin: 'v' })).stdout).toBe('');
  });

  test('[D Places and names] set never repeats a value in its messages', async () => {
    const result = await home.ok(['set', 'quiet2', '--field', 'password', '--field', 'pin=Xq9-unseen-7Lw'], {
      stdin: 'Kd8-unseen-2Vb',
    });
    expect(result.stderr).not.toContain('Kd8-unseen-2Vb');
    expect(result.stderr).not.toContain('Xq9-unseen-7Lw');
  });
});

describe('fields', () => {
  test('[4.10] --field name=value is repeatable and gives several fields', async () => {
    await home.ok(['set', 'f1', '--field', 'user=alice', '--field', 'host=localhost']);
    expect(await get('f1', '--field', 'user')).toBe('alice\n');
    expect(await get('f1', '--field', 'host')).toBe('localhost\n');
  });

  test('[4.10] --field=name=value is read the same way', async () => {
    await home.ok(['set', 'f2', '--field=user=alice']);
    expect(await get('f2', '--field', 'user')).toBe('alice\n');
  });

  test('[4.10] the value of a field goes from the first = to the end', async () => {
    await home.ok(['set', 'f3', '--field', 'query=a=b=c', '--field', 'empty=']);
    expect(await get('f3', '--field', 'query')).toBe('a=b=c\n');
    expect(await get('f3', '--field', 'empty')).toBe('\n');
  });

  test('[4.10] --field name takes its value from standard input', async () => {
    await home.ok(['set', 'f4', '--field', 'user=alice', '--field', 'password'], { stdin: 'from-stdin\n' });
    expect(await get('f4', '--field', 'password')).toBe('from-stdin\n');
  });

  test('[D Secrets] with one bare field all of standard input is its value', async () => {
    await home.ok(['set', 'f5', '--field', 'pem'], { stdin: 'line 1\nline 2\nline 3\n' });
    expect(await get('f5', '--field', 'pem', '-n')).toBe('line 1\nline 2\nline 3');
  });

  test('[D Secrets] several bare fields take one line of standard input each, in order', async () => {
    await home.ok(['set', 'f6', '--field', 'b', '--field', 'a', '--field', 'c'], {
      stdin: 'first\nsecond\r\nthird\n',
    });
    expect(await get('f6', '--field', 'b')).toBe('first\n');
    expect(await get('f6', '--field', 'a')).toBe('second\n');
    expect(await get('f6', '--field', 'c')).toBe('third\n');
  });

  test('[D Secrets] standard input is not touched when nothing needs it', async () => {
    await home.ok(['set', 'f8', '--field', 'user=alice'], { stdin: OPEN, limit: 8_000 });
    expect(await get('f8', '--field', 'user')).toBe('alice\n');
  });
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  test('[4.10] --binding ENV=field is repeatable and binds a variable to a field', async () => {
    const bindings = ['--binding', 'A_USER=user', '--binding', 'A_HOST=host'];
    await home.ok(['set', 'bound', '--field', 'user=alice', '--field', 'host=localhost', ...bindings]);
    const run = await server.ok('secret_run_with_bindings', {
      key: 'bound',
      ...probe(home, 'A_USER', 'A_HOST'),
    });
    expect(JSON.parse(String(run['stdout']))).toEqual({ A_USER: seen('alice'), A_HOST: seen('localhost') });
  });

  test('[4.10] --notes=<text> sets notes', async () => {
    await home.set('noted', 'v', '--notes=some text, with spaces');
    expect(await server.ok('secret_exists', { key: 'noted' })).toMatchObject({ has_notes: true });
  });

  test('[D Secrets] --tag is repeatable', async () => {
    await home.set('tagged', 'v', '--tag', 'b', '--tag', 'a');
    const { tags } = (await server.ok('secret_exists', { key: 'tagged' })) as { tags: string[] };
    expect(tags.toSorted()).toEqual(['a', 'b']);
  });

  test('[D Secrets] --tags a,b sets several tags', async () => {
    await home.set('tagged2', 'v', '--tags', 'x,y');
    const { tags } = (await server.ok('secret_exists', { key: 'tagged2' })) as { tags: string[] };
    expect(tags.toSorted()).toEqual(['x', 'y']);
  });

  test('[D Secrets] --url sets the URL', async () => {
    await home.set('linked', 'v', '--url', 'https://example.org/x');
    expect(await server.ok('secret_exists', { key: 'linked' })).toMatchObject({ has_url: true });
  });
});
