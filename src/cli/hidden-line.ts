const CTRL_C = 0x03;
const CTRL_D = 0x04;
const BACKSPACE = 0x08;
const TAB = 0x09;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const CTRL_U = 0x15;
const ESCAPE = 0x1b;
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;

const MOST_BYTES = 1024 * 1024 + 1;

/** A line typed on a terminal in raw mode, edited byte by byte and never shown. */
export class HiddenLine {
  #bytes = Buffer.alloc(256);
  #length = 0;
  #state: 'typing' | 'escape' | 'sequence' | 'finished' | 'interrupted' = 'typing';

  get isFinished(): boolean {
    return this.#state === 'finished';
  }

  /** Takes keys in and wipes them; true once the line is finished or interrupted. */
  type(keys: Buffer): boolean {
    for (const key of keys) {
      if (this.#isOver()) break;
      this.#press(key);
    }
    keys.fill(0);
    return this.#isOver();
  }

  /** The line in a buffer of its own. */
  take(): Buffer {
    const line = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#clear();
    return line;
  }

  #isOver(): boolean {
    return this.#state === 'finished' || this.#state === 'interrupted';
  }

  #press(key: number): void {
    if (key < FIRST_PRINTABLE || key === DELETE) this.#pressControl(key);
    else if (this.#state === 'typing') this.#append(key);
    else this.#skip(key);
  }

  #pressControl(key: number): void {
    this.#state = 'typing';
    switch (key) {
      case LINE_FEED:
      case CARRIAGE_RETURN:
        this.#state = 'finished';
        break;
      case CTRL_C:
        this.#interrupt();
        break;
      case CTRL_D:
        if (this.#length === 0) this.#interrupt();
        else this.#state = 'finished';
        break;
      case BACKSPACE:
      case DELETE:
        this.#dropCharacter();
        break;
      case CTRL_U:
        this.#clear();
        break;
      case ESCAPE:
        this.#state = 'escape';
        break;
      case TAB:
        this.#append(key);
    }
  }

  /** What arrow keys and their kin send, `ESC [ ... letter`, is not part of any line. */
  #skip(key: number): void {
    const opens = this.#state === 'escape' && (key === 0x5b || key === 0x4f);
    const goesOn = this.#state === 'sequence' && key < 0x40;
    this.#state = opens || goesOn ? 'sequence' : 'typing';
  }

  #append(byte: number): void {
    if (this.#length === MOST_BYTES) return;
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = byte;
  }

  #grow(): void {
    const larger = Buffer.alloc(this.#bytes.length * 2);
    this.#bytes.copy(larger);
    this.#bytes.fill(0);
    this.#bytes = larger;
  }

  /** One character of UTF-8: its continuation bytes, then the byte that leads them. */
  #dropCharacter(): void {
    while (this.#length > 0 && isContinuation(this.#bytes[this.#length - 1])) this.#length -= 1;
    if (this.#length > 0) this.#length -= 1;
  }

  #interrupt(): void {
    this.#clear();
    this.#state = 'interrupted';
  }

  #clear(): void {
    this.#bytes.fill(0);
    this.#length = 0;
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
