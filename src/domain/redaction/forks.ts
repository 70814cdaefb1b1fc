/* oxlint-disable typescript/no-non-null-assertion -- an index is a slot of the table: in range by construction */
/** Where deep states go besides the next number: a hash table, at most half full, without an object per entry. */
export class Forks {
  readonly #mask: number;
  readonly #deep: Int32Array;
  readonly #byte: Uint8Array;
  /** 0, the root, is where no fork leads: the slot is free. */
  readonly #code: Int32Array;

  constructor(most: number) {
    const size = 2 ** (32 - Math.clz32(most * 2));
    this.#mask = size - 1;
    this.#deep = new Int32Array(size);
    this.#byte = new Uint8Array(size);
    this.#code = new Int32Array(size);
  }

  set(deep: number, byte: number, code: number): void {
    const slot = this.#slot(deep, byte);
    this.#deep[slot] = deep;
    this.#byte[slot] = byte;
    this.#code[slot] = code;
  }

  /** The next code, or 0 when there is none. */
  get(deep: number, byte: number): number {
    return this.#code[this.#slot(deep, byte)]!;
  }

  #slot(deep: number, byte: number): number {
    const mixed = Math.imul(Math.imul(deep, 0x9e3779b1) ^ byte, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & this.#mask;
    while (this.#code[slot] !== 0 && (this.#deep[slot] !== deep || this.#byte[slot] !== byte)) {
      slot = (slot + 1) & this.#mask;
    }
    return slot;
  }
}
