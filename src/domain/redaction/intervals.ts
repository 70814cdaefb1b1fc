/* oxlint-disable typescript/no-non-null-assertion -- an index is a slot of a list: in range by construction */
import { END, RANK, SLOT, SlotList } from './slot-list.ts';

/**
 * Takes the stretch from `start` to `end`. Overlapping occurrences may be reported as one: then the label is
 * that of the longest, of equally long ones the leftmost, `rank` is its length and `leader` its start.
 */
export type ReportMerged = (
  label: number,
  start: number,
  end: number,
  rank?: number,
  leader?: number,
) => void;

/**
 * The stretches to replace that are not yet written out. Occurrences go in as they come; settled, they are
 * stretches in order that do not overlap. Those that overlapped are one, under the label of the longest
 * occurrence; of equally long ones the leftmost counts, of those the lowest label. Adjacent ones stay apart.
 */
export class Intervals {
  /** In order and apart. */
  readonly settled = new SlotList();
  /** What came out of order since. */
  readonly #added = new SlotList();
  #cover = 0;

  get isEmpty(): boolean {
    return this.settled.isEmpty && this.#added.isEmpty;
  }

  add(label: number, start: number, end: number, rank = end - start, leader = start): void {
    const list = this.#added.isEmpty && this.settled.goesLast(start) ? this.settled : this.#added;
    list.append(start, end, label, rank, leader);
  }

  /** For `coverOf`, which goes on from where it was. */
  restartCover(): void {
    this.#cover = this.settled.first;
  }

  /** The settled stretch with this position in it, if it is named after an occurrence longer than `rank`; or -1. */
  coverOf(position: number, rank: number): number {
    const { slots, next } = this.settled;
    while (this.#cover < next && slots[this.#cover + END]! <= position) this.#cover += SLOT;
    if (this.#cover >= next || slots[this.#cover]! > position || slots[this.#cover + RANK]! <= rank)
      return -1;
    return this.#cover;
  }

  /** Puts everything in order. */
  settle(): void {
    const [added, settled] = [this.#added, this.settled];
    if (added.isEmpty) return;
    const first = added.earliestStart();
    // What is settled beyond the first new one takes part again. As all new ones end in the newest chunk,
    // what lies farther back is covered by that one, and gone for good: nothing moves often.
    while (!settled.isEmpty && settled.slots[settled.last]! >= first) {
      added.appendSlot(settled.slots, settled.last);
      settled.removeLast();
    }
    for (const slot of added.inOrder()) settled.appendSlot(added.slots, slot);
    added.removeBefore(added.next);
  }
}
