/* oxlint-disable typescript/no-non-null-assertion -- an index is a byte of the chunk */
import type { Pattern } from '../sorted-patterns.ts';
import { AnchoredLens, describeAnchors } from './anchored.ts';
import { breaksString, isInString, OUTSIDE, stepEscape } from './escape-sequence.ts';
import { type Kept, MOST_AT_ONCE } from './kept.ts';
import { nextByte } from './next-byte.ts';
import type { ViewPlan } from './view.ts';

const [BACKSPACE, ESC, UNDERSCORE] = [0x08, 0x1b, 0x5f];
/** Bytes of escape sequences between two characters: colours off and on, or a link's address. */
const LONGEST_GAP = 1024;
/** How far a sequence is followed to see whether a value may go on after it. */
const NEAR = 64;
const SHORTEST = 6;

/**
 * The value with escape sequences between its characters (colours, links, cursor moves), or struck over with
 * backspace. The second strike of the last character is not part of what is found.
 */
export function overprintedView(values: readonly Pattern[]): ViewPlan {
  const patterns = values
    .filter(({ bytes }) => !bytes.includes(ESC) && !bytes.includes(BACKSPACE))
    .flatMap(({ bytes, label }) => withUnderscoresLost(bytes).map((form) => ({ bytes: form, label })));
  const anchors = describeAnchors(patterns, { special: '_', longestGap: 1, absent: ESC });
  return {
    patterns,
    lens: () => new OverprintedLens(anchors),
    onlyMarked: true,
    atOnce: LONGEST_GAP + MOST_AT_ONCE,
  };
}

/**
 * `_` underlines, too: a last one is held until it shows whether a backspace follows, and must not be waited for; a
 * first one after a backspace is taken for the line under what stands before.
 */
function withUnderscoresLost(bytes: Buffer): Buffer[] {
  const starts = bytes[0] === UNDERSCORE ? [bytes, bytes.subarray(1)] : [bytes];
  const forms = starts.flatMap((each) =>
    each.at(-1) === UNDERSCORE ? [each, each.subarray(0, -1)] : [each],
  );
  return forms.filter((form) => form === bytes || form.length >= SHORTEST);
}

class OverprintedLens extends AnchoredLens {
  #place = OUTSIDE;
  /** Whether the last byte was a backspace after a character. */
  #struck = false;
  /** The bytes of a string that has not ended, and where they begin: they are text when it does not end as it should. */
  readonly #string = new Uint8Array(LONGEST_GAP);
  #stringLength = 0;
  #stringAt = 0;
  #sequenceAt = -1;
  #sequencePast = 0;
  #escape = -1;
  #backspace = -1;

  override get pendingFrom(): number {
    return this.#stringLength > 0 ? Math.min(this.#stringAt, super.pendingFrom) : super.pendingFrom;
  }

  protected take(byte: number, place: number, kept: Kept): boolean {
    const taken = this.#take(byte, place, kept);
    this.busy = this.#place !== OUTSIDE || this.held >= 0 || this.#struck;
    return taken;
  }

  #take(byte: number, place: number, kept: Kept): boolean {
    if (byte === ESC || byte === BACKSPACE) kept.mark(place);
    if (this.#place !== OUTSIDE || byte === ESC) {
      this.#takeInSequence(byte, place, kept);
      if (++this.gap <= LONGEST_GAP) return true;
      if (this.#stringLength === 0) return false;
      this.#place = OUTSIDE;
      this.#readAsText(kept);
      return true;
    }
    if (byte === BACKSPACE) {
      // `_` and backspace underline the next character.
      if (this.held >= 0) this.held = -1;
      else this.#struck = true;
      return ++this.gap <= LONGEST_GAP;
    }
    if (this.#struck) {
      this.#struck = false;
      if (byte === kept.bytes[kept.count - 1] || byte === UNDERSCORE) return ++this.gap <= LONGEST_GAP;
    }
    if (this.held >= 0) kept.push(this.held, this.heldAt);
    this.held = -1;
    this.gap = 0;
    if (byte === UNDERSCORE) {
      this.held = byte;
      this.heldAt = place;
      return true;
    }
    kept.push(byte, place);
    return this.anchors.member[byte] !== 0;
  }

  #takeInSequence(byte: number, place: number, kept: Kept): void {
    const before = this.#place;
    this.#place = stepEscape(before, byte);
    if (breaksString(before, byte)) {
      // The ESC is the string's last byte.
      this.#stringLength--;
      this.#readAsText(kept);
    } else if (!isInString(this.#place)) this.#stringLength = 0;
    else if (isInString(before)) this.#remember(byte, place);
  }

  #remember(byte: number, place: number): void {
    if (this.#stringLength === 0) this.#stringAt = place;
    this.#string[this.#stringLength++] = byte;
  }

  /** What seemed a string is text; a sequence that has begun after it stays as it is. */
  #readAsText(kept: Kept): void {
    const place = this.#place;
    if (this.held >= 0) kept.push(this.held, this.heldAt);
    this.held = -1;
    this.#struck = false;
    kept.push(this.anchors.absent, this.#stringAt);
    this.#place = OUTSIDE;
    for (let i = 0; i < this.#stringLength; i++) this.#take(this.#string[i]!, this.#stringAt + i, kept);
    this.#place = place;
    this.#stringLength = this.gap = 0;
  }

  protected override passOver(chunk: Buffer, at: number, end: number): number {
    if (this.busy || chunk[at] !== ESC) return at;
    const past = this.#sequenceEnd(chunk, at);
    return past > at && past <= end && this.gap + past - at <= LONGEST_GAP ? past : at;
  }

  /** As `sequenceEnd`, remembered. */
  #sequenceEnd(chunk: Buffer, at: number): number {
    if (at !== this.#sequenceAt) {
      this.#sequenceAt = at;
      this.#sequencePast = sequenceEnd(chunk, at);
    }
    return this.#sequencePast;
  }

  protected reset(): void {
    this.#place = OUTSIDE;
    this.#struck = false;
    this.#stringLength = 0;
    this.held = -1;
    this.busy = false;
    this.gap = 0;
  }

  protected begin(): void {
    this.#sequenceAt = this.#escape = this.#backspace = -1;
  }

  protected nextAnchor(chunk: Buffer, from: number): number {
    for (let at = from; ; at = this.#escape + 1) {
      if (this.#escape < at) this.#escape = nextByte(chunk, ESC, at);
      if (this.#backspace < at) this.#backspace = nextByte(chunk, BACKSPACE, at);
      if (this.#backspace <= this.#escape || this.isAnchor(chunk, this.#escape))
        return Math.min(this.#backspace, this.#escape);
      // Nothing goes across, and what is left out there must not be read from its middle on; a broken string is text.
      this.low = Math.max(this.#escape + 2, this.#sequenceEnd(chunk, this.#escape));
    }
  }

  protected isAnchor(chunk: Buffer, at: number): boolean {
    if (chunk[at] === BACKSPACE) return true;
    if (chunk[at] !== ESC) return false;
    const end = this.#sequenceEnd(chunk, at);
    return end === UNKNOWN || (end !== BROKEN && this.anchors.neighbours.mayJoin(chunk, at - 1, end));
  }
}

/** What `sequenceEnd` answers when the end is not near or not in the chunk, and when a string is broken off. */
const [UNKNOWN, BROKEN] = [-1, -2];

/** The index after the sequence at `at` and those right after it. */
function sequenceEnd(chunk: Buffer, at: number): number {
  const near = Math.min(chunk.length, at + NEAR);
  let place = OUTSIDE;
  for (let i = at; i < near; i++) {
    const byte = chunk[i]!;
    if (place === OUTSIDE && byte !== ESC) return i;
    if (breaksString(place, byte)) return BROKEN;
    place = stepEscape(place, byte);
  }
  return UNKNOWN;
}
