/* oxlint-disable typescript/no-non-null-assertion -- an index is a slot, a label or a place in the bytes */
import { END, LABEL, SLOT, type SlotList } from './slot-list.ts';

/** Up to this many bytes a loop is faster than a call into the runtime. */
const SHORT = 48;

/**
 * The bytes, the first of which is at `base`, with a marker in place of each stretch that ends in them; complete
 * stretches are removed from the list. One that goes on gets its marker once it is complete: here its bytes
 * are left out already.
 */
export function replaceStretches(
  bytes: Buffer,
  base: number,
  stretches: SlotList,
  markers: readonly Buffer[],
): { readonly bytes: Buffer; readonly complete: number } {
  const until = base + bytes.length;
  const { slots, first, next } = stretches;
  let [length, from, slot] = [0, base, first];
  for (; slot < next && slots[slot + END]! <= until; slot += SLOT) {
    length += Math.max(0, slots[slot]! - from) + markers[slots[slot + LABEL]!]!.length;
    from = slots[slot + END]!;
  }
  const rest = Math.max(0, (slot < next ? Math.min(slots[slot]!, until) : until) - from);

  const output = Buffer.allocUnsafeSlow(length + rest);
  let at = 0;
  from = base;
  for (let done = first; done < slot; done += SLOT) {
    at = copy(bytes, from - base, slots[done]! - base, output, at);
    const marker = markers[slots[done + LABEL]!]!;
    at = copy(marker, 0, marker.length, output, at);
    from = slots[done + END]!;
  }
  copy(bytes, from - base, from - base + rest, output, at);
  stretches.removeBefore(slot);
  return { bytes: output, complete: (slot - first) / SLOT };
}

/** Copies the bytes from `start` to `end`, none when that is not after it; returns the place after the copy. */
function copy(source: Buffer, start: number, end: number, target: Buffer, at: number): number {
  const count = end - start;
  if (count <= 0) return at;
  if (count > SHORT) source.copy(target, at, start, end);
  else for (let i = 0; i < count; i++) target[at + i] = source[start + i]!;
  return at + count;
}
