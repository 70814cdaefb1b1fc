import { expect, test } from 'vitest';
import { scoreSecrets } from '../../src/domain/score.ts';

test('others go on between two values', async () => {
  const secrets = ['correct horse', 'battery staple', ''].map((value, i) => ({
    key: `k${i}`,
    values: [{ field: 'value', value }],
  }));
  let pauses = 0;
  const pause = async (): Promise<void> => {
    pauses += 1;
  };
  await scoreSecrets(secrets, new Date(0), { includeKeys: false, limited: true, pause });
  expect(pauses).toBe(2);
});
