/* oxlint-disable typescript/no-non-null-assertion -- an index is below the end */
/** Places in the chunk that is being looked at, in order: those in `places` from index `first` on, before `end`. */
export interface PlaceList {
  places: Int32Array;
  first: number;
  end: number;
  /** Another one for each chunk. */
  chunk: number;
}

export function emptyList(): PlaceList {
  return { places: new Int32Array(0), first: 0, end: 0, chunk: 0 };
}

/** Goes through a list, from chunk to chunk. */
export class Cursor {
  readonly #list: PlaceList;
  #index = 0;
  #chunk = -1;

  get places(): Int32Array {
    return this.#list.places;
  }

  get end(): number {
    return this.#list.end;
  }

  constructor(list: PlaceList) {
    this.#list = list;
  }

  /** The first place at `from` or later; Infinity when there is none. `from` never goes back within a chunk. */
  next(from: number): number {
    const index = this.indexOf(from);
    return index < this.#list.end ? this.#list.places[index]! : Infinity;
  }

  /** Its index in `places`; `end` when there is none. */
  indexOf(from: number): number {
    const { places, first, end, chunk } = this.#list;
    if (chunk !== this.#chunk) {
      this.#chunk = chunk;
      this.#index = first;
    }
    let index = this.#index;
    while (index < end && places[index]! < from) index++;
    this.#index = index;
    return index;
  }
}

/** Goes through a list of stretches: where each starts, and where it ends. */
export class StretchCursor {
  readonly #list: PlaceList;
  #index = 0;
  #chunk = -1;
  start = 0;
  end = 0;

  constructor(list: PlaceList) {
    this.#list = list;
  }

  /** Goes to the first stretch that ends after `from`; false when there is none. */
  seek(from: number): boolean {
    const { places, first, end, chunk } = this.#list;
    if (chunk !== this.#chunk) {
      this.#chunk = chunk;
      this.#index = first;
    }
    let index = this.#index;
    while (index < end && places[index + 1]! <= from) index += 2;
    this.#index = index;
    if (index >= end) return false;
    this.start = places[index]!;
    this.end = places[index + 1]!;
    return true;
  }
}
