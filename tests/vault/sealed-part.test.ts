import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deriveKeyring } from '../../src/vault/keyring.ts';
import { openPart, type PartName, sealPart } from '../../src/vault/sealed-part.ts';

const vaultKey = createSecretKey(Buffer.alloc(32, 1));
const header = {
  vaultId: Buffer.alloc(16, 2),
  spaceId: Buffer.alloc(16, 3),
  epoch: 1,
  revision: 1,
  slots: [],
};
const keys = deriveKeyring(vaultKey, header);
const name: PartName = { purpose: 'value', recordId: Buffer.alloc(16, 4), part: 'value:a', version: 5 };
const part = sealPart(keys, name, Buffer.from('hunter2'));

describe('a sealed part', () => {
  test('opens in its place', () => {
    expect(openPart(keys, name, part)?.toString()).toBe('hunter2');
  });

  test.each([
    ['record', { ...name, recordId: Buffer.alloc(16, 9) }],
    ['part', { ...name, part: 'value:b' }],
    ['version', { ...name, version: 6 }],
    ['purpose', { ...name, purpose: 'meta' }],
  ] as const)('does not open as another %s', (_, other) => {
    expect(openPart(keys, other, part)).toBeNull();
  });

  // The same keys on purpose: what differs then is only what the part is bound to.
  test.each([
    ['epoch', { ...keys, epoch: 2 }, { ...part, epoch: 2 }],
    ['space', { ...keys, spaceId: Buffer.alloc(16, 9) }, part],
  ])('does not open in another %s', (_, others, claimed) => {
    expect(openPart(others, name, claimed)).toBeNull();
  });

  test('is not tried where its row claims another epoch, or a version no row has', () => {
    expect(openPart(keys, name, { ...part, epoch: 2 })).toBeNull();
    expect(openPart(keys, { ...name, version: -1 }, part)).toBeNull();
  });
});

/** The keys of an epoch, in hex. */
function keysOf(epoch: number): string[] {
  const ring = deriveKeyring(vaultKey, { ...header, epoch });
  return [ring.header, ring.meta, ring.value, ring.name, ring.audit].map((key) =>
    key.export().toString('hex'),
  );
}

test('the keys of a vault are one for each purpose and each epoch', () => {
  expect(new Set([...keysOf(1), ...keysOf(2)]).size).toBe(10);
});
