import { describe, expect, test } from 'vitest';
import { ERAS, failure, useServer } from './support/client.ts';
import { ALLOW_ALL, useVault } from './support/home.ts';
import { node } from './support/probe.ts';

/** The further limits of section 8 have their tests with the tools: 4.4 (masks), 4.9 (score), 5.2 (0600). */
const home = useVault(async (fresh) => {
  await fresh.policy(ALLOW_ALL);
  for (const key of ['one', 'l/one', 'l/m/two', 'l/m/n/three']) await fresh.set(key, `value of ${key}`);
  for (const [index, length] of [4, 5, 8, 9].entries())
    await fresh.set(`len/${index}`, 'abcdefghi'.slice(0, length));
  await fresh.ok(['set', 'bound', '--field', 'user=alice', '--binding', 'B_USER=user']);
});

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);

  for (const [pattern, names] of [
    ['*', ['ONE']],
    ['l/*', ['L_ONE']],
    ['l/*/*', ['L_M_TWO']],
    ['l/m/*', ['L_M_TWO']],
    ['*/*/*/*', ['L_M_N_THREE']],
  ] as const) {
    test(`[8] glob depth is one level: ${pattern} gives ${names.join(', ')}`, async () => {
      const script =
        'console.log(JSON.stringify(Object.keys(process.env).filter((name) => /^(ONE|L_)/.test(name))))';
      const { stdout } = await server.ok('secret_run', { keys: [pattern], ...node(script) });
      expect(JSON.parse(String(stdout))).toEqual(names);
    });
  }

  for (const [index, mask] of ['****', '***de', '******gh', '*****fghi'].entries()) {
    test(`[8] masking thresholds: ${[4, 5, 8, 9][index]} characters give ${mask}`, async () => {
      expect(await server.ok('secret_get_masked', { key: `len/${index}` })).toMatchObject({
        masked_value: mask,
      });
    });
  }

  test('[8] a policy file that is not 0600 is not used', async () => {
    await home.policy(ALLOW_ALL, 0o644);
    const answer = await server.call('secret_run', { keys: ['one'], command: 'true' });
    expect(failure(answer)).toMatch(/^policy refused: /);
    await home.policy(ALLOW_ALL);
  });

  test('[8] the execution timeout can be set for both runners, and holds', async () => {
    const slow = { command: 'sleep', args: ['30'], timeout: '200ms' };
    expect(await server.fails('secret_run', { keys: ['one'], ...slow })).toBe('timeout exceeded');
    expect(await server.fails('secret_run_with_bindings', { key: 'bound', ...slow })).toBe(
      'timeout exceeded',
    );
  });
});
