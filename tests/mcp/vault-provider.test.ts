import { expect, test } from 'vitest';
import { createVaultProvider, type OpenedVault } from '../../src/mcp/vault-provider.ts';

function fakeVault(onClose: () => void): OpenedVault {
  // Only `close` is used here.
  return { vault: { close: onClose } } as unknown as OpenedVault;
}

test('the vault is opened once, however many ask', async () => {
  let attempts = 0;
  const provider = createVaultProvider(async () => {
    attempts += 1;
    return fakeVault(() => undefined);
  });
  const opened = await Promise.all([provider.open(), provider.open()]);
  expect(opened[0]).toBe(opened[1]);
  expect(await provider.open()).toBe(opened[0]);
  expect(attempts).toBe(1);
});

test('a failed attempt is shared by those who wait for it and then forgotten', async () => {
  let attempts = 0;
  const provider = createVaultProvider(async () => {
    attempts += 1;
    await Promise.resolve();
    if (attempts === 1) throw new Error('not yet');
    return fakeVault(() => undefined);
  });
  const first = await Promise.allSettled([provider.open(), provider.open(), provider.open()]);
  expect(first.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(attempts).toBe(1);
  await expect(provider.open()).resolves.toBeDefined();
  expect(attempts).toBe(2);
});

test('closing closes the vault, also one that is only just being opened', async () => {
  let closed = 0;
  const { promise, resolve } = Promise.withResolvers<OpenedVault>();
  const provider = createVaultProvider(() => promise);
  const opening = provider.open();
  provider.close();
  expect(closed).toBe(0);
  resolve(fakeVault(() => (closed += 1)));
  await opening;
  expect(closed).toBe(1);
});

test('closing without a vault does nothing', async () => {
  const provider = createVaultProvider(() => Promise.reject(new Error('no vault')));
  provider.close();
  await provider.open().catch(() => undefined);
  provider.close();
});
