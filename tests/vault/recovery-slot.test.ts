import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode } from '../../src/crypto/canonical.ts';
import {
  makeRecoverySlot,
  openRecoverySlot,
  RECOVERY_SLOT,
  recoverySlotTime,
} from '../../src/vault/recovery-slot.ts';

const vaultId = Buffer.alloc(16, 1);
const key = Buffer.alloc(32, 7);
const code = Buffer.from('0123456789ABCDEFGHJKMNPQRSTVWXYZ01P1FNNF');
const other = Buffer.from('7TD0K6SCZJ5RBYH4QAXG3P9WF2N8VE1M7TCB1TDN');
const TIME = '2026-11-21T16:00:00Z';
const slot = makeRecoverySlot(key, code, vaultId, TIME);

describe('a recovery slot', () => {
  test('gives the vault key back to its code, and to no other', () => {
    expect(openRecoverySlot(slot, code, vaultId)?.export()).toEqual(key);
    expect(openRecoverySlot(slot, other, vaultId)).toBeNull();
  });

  test('leaves key and code to their owner', () => {
    expect(key).toEqual(Buffer.alloc(32, 7));
    expect(code.toString()).toBe('0123456789ABCDEFGHJKMNPQRSTVWXYZ01P1FNNF');
  });

  test('says when its code was made', () => {
    expect(recoverySlotTime(slot)).toBe(TIME);
  });

  test('is another each time it is made', () => {
    const again = makeRecoverySlot(key, code, vaultId, TIME);
    expect(again.id).not.toEqual(slot.id);
    expect(again.body).not.toEqual(slot.body);
  });

  test('opens in its own vault and under its own id only', () => {
    expect(openRecoverySlot(slot, code, Buffer.alloc(16, 2))).toBeNull();
    expect(() => openRecoverySlot({ ...slot, id: Buffer.alloc(16, 3) }, code, vaultId)).toThrow(
      "the vault's recovery slot was altered",
    );
  });

  test('with any bit changed gives no key', () => {
    for (let bit = 0; bit < slot.body.length * 8; bit += 1) {
      const body = Buffer.from(slot.body);
      body[bit >> 3] = (body[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      let opened;
      try {
        opened = openRecoverySlot({ ...slot, body }, code, vaultId);
      } catch (error) {
        expect(error).toMatchObject({ code: 'damaged' });
        opened = null;
      }
      expect(opened, `bit ${bit}`).toBeNull();
    }
  });

  test('of any other bytes is refused as damaged, and with nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const strange = { type: RECOVERY_SLOT, id: Buffer.alloc(16), body: Buffer.from(bytes) };
        expect(() => openRecoverySlot(strange, code, vaultId)).toThrow(
          "the vault's recovery slot is malformed",
        );
      }),
    );
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['no time', encode('yesterday', Buffer.alloc(32), Buffer.alloc(60))],
    ['a time with more behind it', encode(`${TIME}\u001b[2J`, Buffer.alloc(32), Buffer.alloc(60))],
    ['a short commitment', encode(TIME, Buffer.alloc(31), Buffer.alloc(60))],
    ['a long wrapped key', encode(TIME, Buffer.alloc(32), Buffer.alloc(61))],
    ['an item more', encode(TIME, Buffer.alloc(32), Buffer.alloc(60), '')],
  ])('that holds %s is refused as malformed', (_, body) => {
    const broken = { type: RECOVERY_SLOT, id: Buffer.alloc(16), body };
    expect(() => openRecoverySlot(broken, code, vaultId)).toThrow("the vault's recovery slot is malformed");
    expect(() => recoverySlotTime(broken)).toThrow("the vault's recovery slot is malformed");
  });
});
