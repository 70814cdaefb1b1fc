import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { encode } from '../../../src/crypto/canonical.ts';
import { VaultError } from '../../../src/errors.ts';
import { decodeHeader, encodeHeader, type Header, type Slot } from '../../../src/vault/header.ts';
import { checkPasswordSlot, PASSWORD_SLOT } from '../../../src/vault/password-slot.ts';
import { unlock } from '../../../src/vault/unlock.ts';
import { claim, type Target } from '../target.ts';

const bytes = (length: number): fc.Arbitrary<Buffer> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((drawn) => Buffer.from(drawn));
/** Objects as others are, to be compared with them. */
const ordinary = { noNullPrototype: true } as const;
const anyBytes = fc.uint8Array({ maxLength: 80 }).map((drawn) => Buffer.from(drawn));
const count = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constantFrom(1, 2 ** 32, Number.MAX_SAFE_INTEGER));
const cost = fc.oneof(
  fc.constantFrom(
    0,
    1,
    3,
    4,
    10,
    11,
    16,
    17,
    65_535,
    65_536,
    2 ** 20,
    2 ** 20 + 1,
    2 ** 32,
    2 ** 40,
    2 ** 53 - 1,
  ),
  fc.maxSafeNat(),
);
const kdf = fc.tuple(cost, cost, cost);
const passwordSlot = fc
  .record({ id: bytes(16), kdf, salt: bytes(16), commit: bytes(32), wrapped: bytes(60) })
  .map(({ id, kdf: asked, salt, commit, wrapped }): Slot => ({
    type: PASSWORD_SLOT,
    id,
    body: encode(...asked, salt, commit, wrapped),
  }));
const slot = fc.oneof(passwordSlot, fc.record({ type: count, id: bytes(16), body: anyBytes }, ordinary));
const header: fc.Arbitrary<Header> = fc.record(
  {
    vaultId: bytes(16),
    spaceId: bytes(16),
    epoch: count,
    revision: count,
    slots: fc.array(slot, { maxLength: 3 }),
  },
  ordinary,
);

/** One change to bytes: other ones, some taken out, some put in, or a length of four bytes written over. */
const change = fc.record({
  at: fc.nat(400),
  take: fc.constantFrom(0, 0, 1, 4, 8, 20, 400),
  put: fc.oneof(
    anyBytes,
    fc.constantFrom(0, 1, 16, 255, 2 ** 16, 2 ** 31, 2 ** 32 - 1).map((length) => {
      const written = Buffer.alloc(4);
      written.writeUInt32BE(length);
      return written;
    }),
  ),
});
const altered = fc.tuple(header, fc.array(change, { minLength: 1, maxLength: 4 })).map(([whole, changes]) =>
  changes.reduce<Buffer>((body, { at, take, put }) => {
    const from = at % (body.length + 1);
    return Buffer.concat([body.subarray(0, from), put, body.subarray(from + take)]);
  }, encodeHeader(whole)),
);

const MOST_MEMORY_KIB = 32 * 1024;
const PASSWORD = Buffer.from('a password');

export function headerTarget(): Target {
  return {
    claims: [
      claim(
        'a header is read as it was written',
        100,
        fc.property(header, (written) => assert.deepEqual(decodeHeader(encodeHeader(written)), written)),
      ),
      claim(
        'other bytes are refused as damaged, or are exactly what their reading would be written as',
        400,
        fc.property(fc.oneof(altered, anyBytes), (body) => {
          const read = orDamaged(() => decodeHeader(body));
          if (read !== null) assert.deepEqual(encodeHeader(read), body);
        }),
      ),
      claim(
        'a slot that asks for too much or too little is refused before memory is taken',
        100,
        fc.asyncProperty(header, async (asking) => refusesCosts(encodeHeader(asking))),
      ),
      claim(
        'no altered header takes memory that its bounds do not allow',
        100,
        fc.asyncProperty(altered, async (body) => {
          if (orDamaged(() => decodeHeader(body)) === null) await refuses(body);
          else await refusesCosts(body);
        }),
      ),
    ],
  };
}

/** Null when it is refused as damaged; any other error is a failure. */
function orDamaged<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    assert.ok(error instanceof VaultError, String(error));
    assert.equal(error.code, 'damaged');
    return null;
  }
}

/** The bounds as docs/format.md gives them. */
function isBound([memory = 0, passes = 0, lanes = 0]: readonly number[]): boolean {
  return memory >= 65_536 && memory <= 1_048_576 && passes >= 3 && passes <= 10 && lanes >= 1 && lanes <= 16;
}

/** Three integers of 8 bytes, each behind a length of 4. */
function costsOf({ body }: Slot): readonly number[] {
  return [4, 16, 28].map((at) => Number(body.readBigUInt64BE(at)));
}

async function refusesCosts(body: Buffer): Promise<void> {
  const slots = decodeHeader(body).slots.filter(({ type }) => type === PASSWORD_SLOT);
  const wellFormed = slots.map((each) => orDamaged(() => checkPasswordSlot(each)) !== null);
  for (const [index, each] of slots.entries()) {
    if (wellFormed[index]) assert.ok(isBound(costsOf(each)));
  }
  // All within bounds: deriving is what is asked for, and takes what it may.
  if (slots.length > 0 && wellFormed.every(Boolean)) return;
  await refuses(body);
}

async function refuses(body: Buffer): Promise<void> {
  const before = process.resourceUsage().maxRSS;
  const began = process.cpuUsage().user;
  await assert.rejects(unlock({ body, mac: Buffer.alloc(32) }, PASSWORD), (error) => {
    assert.ok(error instanceof VaultError, String(error));
    assert.ok(error.code === 'damaged' || error.message === 'the vault has no master password');
    return true;
  });
  // Microseconds of the processor: one derivation at the floor takes more.
  assert.ok(process.cpuUsage().user - began < 100_000);
  assert.ok(process.resourceUsage().maxRSS - before < MOST_MEMORY_KIB);
}
