/** The stretches to replace that are not yet written out, in order and never overlapping. */

export interface Interval {
  start: number;
  end: number;
  /** Index of the longest pattern found in it; of equally long ones the leftmost. */
  pattern: number;
  /** Length of that pattern. */
  longest: number;
}

export class Intervals {
  #items: Interval[] = [];
  #head = 0;

  first(): Interval | undefined {
    return this.#items[this.#head];
  }

  removeFirst(): void {
    this.#head++;
    if (this.#head === this.#items.length) {
      this.#items = [];
      this.#head = 0;
    }
  }

  /** Adds an occurrence, merged with those it overlaps. Occurrences arrive in the order of their ends. */
  add(pattern: number, length: number, end: number): void {
    const merged: Interval = { start: end - length, end, pattern, longest: length };
    let last = this.#items.at(-1);
    while (last !== undefined && this.#items.length > this.#head && last.end > merged.start) {
      merged.start = Math.min(merged.start, last.start);
      if (last.longest >= merged.longest) {
        merged.longest = last.longest;
        merged.pattern = last.pattern;
      }
      this.#items.pop();
      last = this.#items.at(-1);
    }
    this.#items.push(merged);
  }
}
