import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { encode } from '../../src/crypto/canonical.ts';
import { VaultError } from '../../src/errors.ts';
import {
  decodeHeader,
  encodeHeader,
  signHeader,
  type Header,
  type SignedHeader,
  type Slot,
} from '../../src/vault/header.ts';
import { deriveKeyring } from '../../src/vault/keyring.ts';
import { makePasswordSlot } from '../../src/vault/password-slot.ts';
import { unlock } from '../../src/vault/unlock.ts';
import type * as realKdf from '../../src/crypto/kdf.ts';
import { takeKey } from '../../src/crypto/hkdf.ts';

// Every bit is tried, so the slow derivation is replaced; its bounds stay.
vi.mock('../../src/crypto/kdf.ts', async (original) => {
  const kdf = await original<typeof realKdf>();
  return {
    ...kdf,
    deriveFromPassword: async (
      ...[password, salt, parameters]: Parameters<typeof kdf.deriveFromPassword>
    ) => {
      kdf.checkKdf(parameters);
      const { memory, passes, lanes } = parameters;
      return createHash('sha256')
        .update(encode(password, salt, memory, passes, lanes))
        .digest();
    },
  };
});

const vaultId = Buffer.alloc(16, 1);
const bytes = (): Buffer => Buffer.alloc(32, 7);

async function make(slots: readonly (string | Slot)[]): Promise<{ header: Header; signed: SignedHeader }> {
  const made = await Promise.all(
    slots.map(async (slot) =>
      typeof slot === 'string' ? makePasswordSlot(bytes(), Buffer.from(slot), vaultId) : slot,
    ),
  );
  const header = { vaultId, spaceId: Buffer.alloc(16, 2), epoch: 1, revision: 1, slots: made };
  return { header, signed: signHeader(deriveKeyring(takeKey(bytes()), header), encodeHeader(header)) };
}

const unknown: Slot = {
  type: 99,
  id: Buffer.alloc(16, 9),
  body: Buffer.from('whatever a later version keeps here'),
};

describe('the header', () => {
  test('reads back as it was written, slots of unknown type included', async () => {
    const { header } = await make(['one', unknown, 'two']);
    expect(decodeHeader(encodeHeader(header))).toEqual(header);
  });

  test('opens by the password of any slot, and no other', async () => {
    const { signed } = await make(['one', unknown, 'two']);
    const [one, two] = await Promise.all([
      unlock(signed, Buffer.from('one')),
      unlock(signed, Buffer.from('two')),
    ]);
    expect(one.meta.export()).toEqual(two.meta.export());
    await expect(unlock(signed, Buffer.from('three'))).rejects.toMatchObject({
      code: 'locked',
      message: 'wrong master password',
    });
  });

  test('with any one bit flipped never opens, and says damaged or locked', async () => {
    const { signed } = await make(['one', unknown]);
    const counts = new Map<string, number>();
    for (const part of ['body', 'mac'] as const) {
      for (let bit = 0; bit < signed[part].length * 8; bit += 1) {
        const flipped = Buffer.from(signed[part]);
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        // oxlint-disable-next-line no-await-in-loop -- thousands at once would only be slower
        const error = await unlock({ ...signed, [part]: flipped }, Buffer.from('one')).catch(
          (reason) => reason,
        );
        expect(error).toBeInstanceOf(VaultError);
        counts.set(error.code, (counts.get(error.code) ?? 0) + 1);
      }
    }
    expect([...counts.keys()].toSorted()).toEqual(['damaged', 'locked']);
    // What cannot be told from a wrong password: vault id, slot type, parameters in their bounds, salt, commitment.
    expect(counts.get('locked')).toBeLessThan(16 * 8 + 64 + 40 + 16 * 8 + 32 * 8);
    expect(counts.get('locked')).toBeGreaterThan(16 * 8 + 16 * 8 + 32 * 8);
  });

  test('cut short or lengthened is damaged', async () => {
    const { signed } = await make(['one']);
    for (let length = 0; length < signed.body.length; length += 1) {
      const body = signed.body.subarray(0, length);
      // oxlint-disable-next-line no-await-in-loop -- in order
      await expect(unlock({ ...signed, body }, Buffer.from('one'))).rejects.toMatchObject({
        code: length === slotsAt(signed) ? 'locked' : 'damaged',
      });
    }
    const longer = Buffer.concat([signed.body, Buffer.alloc(1)]);
    await expect(unlock({ ...signed, body: longer }, Buffer.from('one'))).rejects.toMatchObject({
      code: 'damaged',
    });
  });

  test('with a slot taken away, doubled, exchanged or added is damaged', async () => {
    const { header, signed } = await make(['one', 'two']);
    const [one, two] = header.slots;
    if (one === undefined || two === undefined) throw new Error('two slots were made');
    for (const slots of [[one], [one, one], [two, one], [one, two, unknown]]) {
      const body = encodeHeader({ ...header, slots });
      // oxlint-disable-next-line no-await-in-loop -- in order
      await expect(unlock({ ...signed, body }, Buffer.from('one'))).rejects.toMatchObject({
        code: 'damaged',
        message: "the vault's header was altered",
      });
    }
  });

  test('with a slot whose password is right but whose key was altered is damaged, not locked', async () => {
    const { header, signed } = await make(['one']);
    const body = Buffer.from(header.slots[0]?.body ?? '');
    body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
    const slots = header.slots.map((slot) => Object.assign({}, slot, { body }));
    await expect(
      unlock({ ...signed, body: encodeHeader({ ...header, slots }) }, Buffer.from('one')),
    ).rejects.toMatchObject({
      code: 'damaged',
      message: "the vault's password slot was altered",
    });
  });

  test('without a password slot is locked for good', async () => {
    const { signed } = await make([unknown]);
    await expect(unlock(signed, Buffer.from('one'))).rejects.toMatchObject({ code: 'locked' });
  });

  test('of more than 16 slots is damaged', async () => {
    const { signed } = await make(Array.from({ length: 17 }, () => unknown));
    await expect(unlock(signed, Buffer.from('one'))).rejects.toMatchObject({ code: 'damaged' });
  });

  test.each([
    [65_535, 3, 4],
    [2 ** 40, 3, 4],
    [65_536, 2, 4],
    [65_536, 11, 4],
    [65_536, 3, 0],
    [65_536, 3, 17],
  ])(
    'asking for %i KiB, %i passes, %i lanes is refused before any other slot is tried',
    async (...parameters) => {
      const { header, signed } = await make(['one']);
      const forged = {
        type: 1,
        id: unknown.id,
        body: encode(...parameters, Buffer.alloc(16), Buffer.alloc(32), Buffer.alloc(60)),
      };
      const body = encodeHeader({ ...header, slots: [...header.slots, forged] });
      await expect(unlock({ ...signed, body }, Buffer.from('one'))).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining('the password slot asks for Argon2id'),
      });
    },
  );
});

/** Where the slots begin. */
function slotsAt(signed: SignedHeader): number {
  return encodeHeader({ ...decodeHeader(signed.body), slots: [] }).length;
}
