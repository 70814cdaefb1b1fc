import { describe, expect, test } from 'vitest';
import { MODERN, useServer, withServer } from './support/client.ts';
import { ALLOW_ALL, PASSWORD, useVault } from './support/home.ts';
import { node } from './support/probe.ts';
import { random } from './support/text.ts';

const KIB = 1024;
const VALUE = random(32);
const EARLIER = random(24);
const FIELD = random(24);
const SPECIAL = `${random(8)}/<"&?> ${random(8)}`;

const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  await fresh.set('v', VALUE);
  await fresh.set('web', SPECIAL);
  await fresh.set('tiny', 'q~');
  await fresh.set('earlier', EARLIER);
  await fresh.set('short', 'zq7#x');
  await fresh.set('multi-line', 'first-secret-line\nsecond-secret-line');
  await fresh.ok(['set', 'db', '--field', 'city=Parisian-suburb', '--field', 'password'], { stdin: FIELD });
});
const server = useServer(home, MODERN);
const run = (keys: string[], script: string): Promise<Record<string, unknown>> =>
  server.ok('secret_run', { keys, ...node(script) });

describe('the cap', () => {
  test('[D Running] 32 KiB of stdout come whole', async () => {
    const { stdout } = await run([], `process.stdout.write('x'.repeat(${32 * KIB}))`);
    expect(stdout).toBe('x'.repeat(32 * KIB));
  });

  test('[D Running] 16 KiB of stderr come whole', async () => {
    const { stderr } = await run([], `process.stderr.write('x'.repeat(${16 * KIB}))`);
    expect(stderr).toBe('x'.repeat(16 * KIB));
  });

  for (const [stream, cap] of [
    ['stdout', 32 * KIB],
    ['stderr', 16 * KIB],
  ] as const) {
    test(`[D Running] more ${stream} is capped at ${cap} bytes: head, one line that says how many are left out, tail`, async () => {
      const total = 200_000;
      const script = `process.${stream}.write('BEGIN' + 'h'.repeat(99995) + 't'.repeat(99997) + 'END')`;
      const text = String((await run([], script))[stream]);
      expect(text.startsWith('BEGIN')).toBe(true);
      expect(text.endsWith('END')).toBe(true);
      const between = /^(BEGINh+)\n?([^\n]*?\d[\d,]*[^\n]*)\n(t+END)$/.exec(text);
      expect(between, 'head, one line, tail').not.toBeNull();
      const [, head = '', line = '', tail = ''] = between ?? [];
      expect(head.length + tail.length).toBeLessThanOrEqual(cap);
      expect(head.length + tail.length).toBeGreaterThan(cap - 1024);
      expect(line.replaceAll(',', '')).toContain(String(total - head.length - tail.length));
    });
  }

  test('[D Running] max_output_bytes sets the cap', async () => {
    await home.policy({ ...ALLOW_ALL, max_output_bytes: 8192 });
    const { stdout } = await run([], `process.stdout.write('x'.repeat(20000))`);
    await home.policy(ALLOW_ALL);
    expect(String(stdout).length).toBeGreaterThan(4096);
    expect(String(stdout).length).toBeLessThan(8192 + 300);
  });

  test('[D Running] a cut never leaves the head of a value', async () => {
    const script = `process.stdout.write((process.env.V + ' ').repeat(5000))`;
    const { stdout, sanitized } = await run(['v'], script);
    expect(sanitized).toBe(true);
    for (let end = 6; end <= VALUE.length; end++) expect(stdout).not.toContain(VALUE.slice(0, end));
  });

  test('[D Running] bytes that are no UTF-8 become the replacement character', async () => {
    const { stdout } = await run([], 'process.stdout.write(Buffer.from([0x61, 0xff, 0xfe, 0x62]))');
    expect(stdout).toBe('a\uFFFD\uFFFDb');
  });
});

const text = (bytes: Buffer, encoding: BufferEncoding): string => bytes.toString(encoding);

describe('what is redacted', () => {
  test('[D Running] a sensitive value of this call, whatever its length', async () => {
    expect(await run(['tiny'], 'console.log("<" + process.env.TINY + ">")')).toMatchObject({
      stdout: '<[REDACTED:tiny]>\n',
      sanitized: true,
    });
  });

  test('[D Running] sensitive fields, under the key of the secret', async () => {
    expect(await run(['db'], 'console.log(process.env.DB_PASSWORD)')).toMatchObject({
      stdout: '[REDACTED:db]\n',
    });
  });

  test('[D Running] fields agents may read are not redacted', async () => {
    expect(await run(['db'], 'console.log(process.env.DB_CITY)')).toMatchObject({
      stdout: 'Parisian-suburb\n',
      sanitized: false,
    });
  });

  test('[D Running] a sensitive value of 8 bytes and more injected by an earlier call of the same server', async () => {
    await run(['earlier'], '');
    const { command, args } = node('console.log(process.argv[1])', EARLIER);
    const later = await server.ok('secret_run', { keys: [], command, args });
    expect(later).toMatchObject({ stdout: '[REDACTED:earlier]\n', sanitized: true });
  });

  test('[D Running] a shorter value of an earlier call is not', async () => {
    await run(['short'], '');
    const { command, args } = node('console.log(process.argv[1])', 'zq7#x');
    const later = await server.ok('secret_run', { keys: [], command, args });
    expect(later).toMatchObject({ stdout: 'zq7#x\n', sanitized: false });
  });

  test('[D Running] a value another server injected is not known to this one', () =>
    withServer(home, async (fresh) => {
      const { command, args } = node('console.log(process.argv[1])', EARLIER);
      expect(await fresh.ok('secret_run', { keys: [], command, args })).toMatchObject({ sanitized: false });
    }));

  test('[D Running] the master password', async () => {
    const { command, args } = node('console.log("<" + process.argv[1] + ">")', PASSWORD);
    const leak = await server.ok('secret_run', { keys: [], command, args });
    expect(leak['stdout']).not.toContain(PASSWORD);
    expect(leak['sanitized']).toBe(true);
  });

  test('[D Running] a value of several lines', async () => {
    expect(await run(['multi-line'], 'console.log(process.env.MULTI_LINE)')).toMatchObject({
      stdout: '[REDACTED:multi-line]\n',
    });
  });

  const forms: [string, (value: string) => string][] = [
    ['base64', (v) => text(Buffer.from(v), 'base64')],
    ['base64url', (v) => text(Buffer.from(v), 'base64url')],
    ['base64 behind one byte', (v) => text(Buffer.from(`u${v}tail`), 'base64')],
    ['base64 behind two bytes', (v) => text(Buffer.from(`u:${v}tail`), 'base64')],
    ['hex', (v) => text(Buffer.from(v), 'hex')],
    ['upper-case hex', (v) => text(Buffer.from(v), 'hex').toUpperCase()],
    ['percent-encoding of every byte', (v) => text(Buffer.from(v), 'hex').replaceAll(/../g, '%$&')],
    ['upper case', (v) => v.toUpperCase()],
    ['lower case', (v) => v.toLowerCase()],
    ['its characters reversed', (v) => Array.from(v).toReversed().join('')],
    ['its characters with spaces between', (v) => Array.from(v).join(' ')],
  ];
  for (const [form, encode] of forms) {
    test(`[D Running] with redaction: full (the default) the value as ${form}`, async () => {
      // The child gets the encoded text in its arguments: it prints exactly these bytes.
      const { command, args } = node('console.log(process.argv[1])', encode(VALUE));
      const answer = await server.ok('secret_run', { keys: ['v'], command, args });
      expect(answer['stdout']).toContain('[REDACTED:v]');
      expect(answer['sanitized']).toBe(true);
      expect(answer['stdout']).not.toContain(encode(VALUE).slice(2, -8));
    });
  }

  const escapes: [string, (value: string) => string][] = [
    ['percent-encoding', (v) => encodeURIComponent(v)],
    [
      'percent-encoding in lower case',
      (v) => encodeURIComponent(v).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ['form encoding, with + for a space', (v) => new URLSearchParams({ v }).toString().slice(2)],
    ['double percent-encoding', (v) => encodeURIComponent(encodeURIComponent(v))],
    ['a JSON string', (v) => JSON.stringify(v)],
    [
      'HTML',
      (v) =>
        v.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ],
  ];
  for (const [form, encode] of escapes) {
    test(`[D Running] with redaction: full a value with special characters as ${form}`, async () => {
      const { command, args } = node('console.log(process.argv[1])', encode(SPECIAL));
      const answer = await server.ok('secret_run', { keys: ['web'], command, args });
      expect(answer['stdout']).toContain('[REDACTED:web]');
      expect(answer['stdout']).not.toContain(encode(SPECIAL).slice(2, -2));
    });
  }

  test('[D Running] sanitized is true exactly when something was replaced', async () => {
    expect(await run(['v'], 'console.log("[REDACTED:v]")')).toMatchObject({
      stdout: '[REDACTED:v]\n',
      sanitized: false,
    });
    expect(await run(['v'], '')).toMatchObject({ stdout: '', sanitized: false });
  });

  test('[D Running] error texts and the key of the caller in them are never altered', async () => {
    await run(['v', 'tiny'], '');
    expect(await server.fails('secret_get_masked', { key: EARLIER })).toBe(`secret not found: ${EARLIER}`);
  });
});
