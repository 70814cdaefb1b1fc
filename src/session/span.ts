/** A span of time that is over as soon as either clock says so: one stops while the machine sleeps, the other can be set. */
export class Span {
  readonly #wall: number;
  readonly #steady: number;

  /** From now on, for so many milliseconds. */
  constructor(ms: number) {
    this.#wall = Date.now() + ms;
    this.#steady = performance.now() + ms;
  }

  get over(): boolean {
    return this.left <= 0;
  }

  /** Milliseconds. */
  get left(): number {
    return Math.min(this.#wall - Date.now(), this.#steady - performance.now());
  }
}
