import { Writable } from 'node:stream';
import { frameKinds } from './frames.ts';
import type { Link } from './link.ts';

/** Input on its way to the session, which says how much of it is welcome. */
export class InputTo extends Writable {
  readonly #link: Link;
  #credit = 0;
  #waiting: { readonly chunk: Buffer; readonly done: () => void } | undefined;
  /** It is typed at the terminal, and comes from there. */
  isTyped = false;

  constructor(link: Link) {
    super({ highWaterMark: 0 });
    this.#link = link;
  }

  welcome(bytes: number): void {
    this.#credit += bytes;
    this.#send();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#waiting = { chunk, done };
    this.#send();
  }

  override _final(done: () => void): void {
    void this.#link.send(frameKinds.inputEnd);
    done();
  }

  #send(): void {
    if (this.#waiting === undefined || this.#credit === 0) return;
    const { chunk, done } = this.#waiting;
    const part = chunk.subarray(0, this.#credit);
    this.#credit -= part.length;
    this.#waiting = part.length < chunk.length ? { chunk: chunk.subarray(part.length), done } : undefined;
    void this.#link.send(frameKinds.input, part);
    if (this.#waiting === undefined) done();
  }
}
