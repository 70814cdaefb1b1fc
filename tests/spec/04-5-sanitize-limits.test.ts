import { describe, expect, test } from 'vitest';
import { ERAS, useServer } from './support/client.ts';
import { ALLOW_ALL, useVault } from './support/home.ts';
import { node } from './support/probe.ts';
import { random } from './support/text.ts';

const VALUE = random(40);

const home = useVault(async (fresh) => {
  await fresh.policy({ ...ALLOW_ALL, redaction: 'exact' });
  await fresh.set('v', VALUE);
  await fresh.set('prefix', 'abcdefgh');
  await fresh.set('longer', 'abcdefghijkl');
});

/** What the document says is not detected, in the letter of rule 5 (`redaction: exact`). */
const UNDETECTED: [string, string, string][] = [
  ['base64', 'Buffer.from(v).toString("base64")', Buffer.from(VALUE).toString('base64')],
  ['hex', 'Buffer.from(v).toString("hex")', Buffer.from(VALUE).toString('hex')],
  ['a part of it', 'v.slice(0, 20)', VALUE.slice(0, 20)],
  ['obfuscated: reversed', '[...v].reverse().join("")', Array.from(VALUE).toReversed().join('')],
  ['obfuscated: a space between the characters', '[...v].join(" ")', Array.from(VALUE).join(' ')],
];

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  for (const [form, expression, output] of UNDETECTED) {
    test(`[4.5] rule 5: with exact redaction the value as ${form} is not detected`, async () => {
      const script = `const v = process.env.V; process.stdout.write(${expression})`;
      const run = await server.ok('secret_run', { keys: ['v'], ...node(script) });
      expect(run).toMatchObject({ stdout: output, sanitized: false });
    });
  }

  test('[4.5] rule 4: with exact redaction the exact value is replaced', async () => {
    const run = await server.ok('secret_run', { keys: ['v'], ...node('console.log(process.env.V)') });
    expect(run).toMatchObject({ stdout: '[REDACTED:v]\n', sanitized: true });
  });

  test('[4.5] rule 4: of two values where one begins the other no tail survives', async () => {
    const run = await server.ok('secret_run', {
      keys: ['prefix', 'longer'],
      ...node('console.log(process.env.LONGER)'),
    });
    expect(run['stdout']).toBe('[REDACTED:longer]\n');
  });
});
