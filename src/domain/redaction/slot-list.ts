/* oxlint-disable typescript/no-non-null-assertion -- an index is a slot of the list: in range by construction */
/** A slot is five numbers: start and end of a stretch, then label, length and start of the occurrence it is named after. */
export const SLOT = 5;
export const END = 1;
export const LABEL = 2;
export const RANK = 3;
export const LEADER = 4;

/** Stretches in an array of numbers that grows: no object for each. */
export class SlotList {
  slots = new Float64Array(16 * SLOT);
  /** The first slot in use, and the one after the last; slots count by SLOT. */
  first = 0;
  next = 0;

  get isEmpty(): boolean {
    return this.first === this.next;
  }

  get last(): number {
    return this.next - SLOT;
  }

  /** Whether one that starts here keeps the list in order. */
  goesLast(start: number): boolean {
    return this.isEmpty || start >= this.slots[this.last]!;
  }

  /** Adds one at the end, or to the last one where they overlap. */
  append(start: number, end: number, label: number, rank: number, leader: number): void {
    const { slots, last, next } = this;
    if (!this.isEmpty && start < slots[last + END]! && end > slots[last]!) {
      this.#mergeIntoLast(start, end, label, rank, leader);
      return;
    }
    if (next === slots.length) this.#grow();
    this.slots[next] = start;
    this.slots[next + END] = end;
    this.slots[next + LABEL] = label;
    this.slots[next + RANK] = rank;
    this.slots[next + LEADER] = leader;
    this.next += SLOT;
  }

  appendSlot(from: Float64Array, at: number): void {
    this.append(from[at]!, from[at + END]!, from[at + LABEL]!, from[at + RANK]!, from[at + LEADER]!);
  }

  removeLast(): void {
    this.next -= SLOT;
  }

  /** Removes those before this slot. */
  removeBefore(slot: number): void {
    this.first = slot;
    // Moving what is left only when that is the lesser part keeps the cost of a slot constant.
    if (slot * 2 < this.next) return;
    this.slots.copyWithin(0, slot, this.next);
    this.next -= slot;
    this.first = 0;
  }

  earliestStart(): number {
    let earliest = Infinity;
    for (let slot = this.first; slot < this.next; slot += SLOT) {
      earliest = Math.min(earliest, this.slots[slot]!);
    }
    return earliest;
  }

  /** The slots by start. */
  inOrder(): number[] {
    const { slots } = this;
    const order: number[] = [];
    let sorted = true;
    for (let slot = this.first; slot < this.next; slot += SLOT) {
      order.push(slot);
      if (slot > this.first && slots[slot]! < slots[slot - SLOT]!) sorted = false;
    }
    return sorted ? order : order.toSorted((a, b) => slots[a]! - slots[b]!);
  }

  #mergeIntoLast(start: number, end: number, label: number, rank: number, leader: number): void {
    const { slots, last: at } = this;
    if (start < slots[at]!) slots[at] = start;
    if (end > slots[at + END]!) slots[at + END] = end;
    const foremost = slots[at + RANK]! - rank || leader - slots[at + LEADER]! || label - slots[at + LABEL]!;
    if (foremost >= 0) return;
    slots[at + LABEL] = label;
    slots[at + RANK] = rank;
    slots[at + LEADER] = leader;
  }

  #grow(): void {
    const grown = new Float64Array(this.slots.length * 2);
    grown.set(this.slots);
    this.slots = grown;
  }
}
