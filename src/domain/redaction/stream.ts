import type { RedactionStream } from '../redactor.ts';
import type { Automaton } from './automaton.ts';
import { ByteQueue } from './byte-queue.ts';
import { Intervals } from './intervals.ts';
import { Scanner } from './scanner.ts';
import type { Skip } from './skip.ts';

/** One stream through the automaton; `markers` is by pattern. Positions count from the stream's first byte. */
export function createStream(
  automaton: Automaton,
  skip: Skip | null,
  markers: readonly Buffer[],
): RedactionStream {
  const intervals = new Intervals();
  const scanner = new Scanner(automaton, skip, intervals);
  /** Bytes before this are written out or replaced; those held begin here. */
  let decided = 0;
  const held = new ByteQueue();
  let replaced = false;
  let ended = false;

  function write(chunk: Buffer): Buffer {
    if (ended) throw new Error('the redaction stream has ended');
    const base = decided + held.length;
    scanner.scan(chunk, base);
    const until = base + chunk.length - scanner.undecided;
    if (held.length === 0 && intervals.first() === undefined) {
      decided = until;
      held.append(chunk, until - base);
      return chunk.subarray(0, until - base);
    }
    held.append(chunk);
    return release(until);
  }

  function end(): Buffer {
    ended = true;
    return release(decided + held.length);
  }

  /** Takes the held bytes before `until`, with a marker for each complete interval. */
  function release(until: number): Buffer {
    const bytes = held.peek(until - decided);
    const output = new ByteQueue();
    let position = decided;
    let next = intervals.first();
    while (next !== undefined && next.start < until) {
      if (next.start > position) output.append(bytes, position - decided, next.start - decided);
      position = next.end;
      // One that may still grow gets its marker once it is complete; its bytes are left out already.
      if (next.end > until) break;
      // oxlint-disable-next-line typescript/no-non-null-assertion -- each pattern has a marker
      output.append(markers[next.pattern]!);
      replaced = true;
      intervals.removeFirst();
      next = intervals.first();
    }
    if (position < until) output.append(bytes, position - decided, until - decided);
    held.removeFirst(until - decided);
    decided = until;
    return output.peek(output.length);
  }

  return {
    write,
    end,
    get replaced() {
      return replaced;
    },
  };
}
