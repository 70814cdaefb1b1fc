/* oxlint-disable typescript/no-non-null-assertion -- an index is a slot or a label: in range by construction */
import type { RedactionStream } from '../redactor.ts';
import { ByteQueue } from './byte-queue.ts';
import type { Finder } from './finder.ts';
import { Intervals, type ReportMerged } from './intervals.ts';
import { replaceStretches } from './replace.ts';
import { LABEL } from './slot-list.ts';
import { LARGEST_CHUNK } from './survey/kernel.ts';
import { Survey, type SurveyPlan } from './survey/survey.ts';

const EMPTY = Buffer.alloc(0);

/** What a finder has in one stream; `found` is what is reported already. */
export interface FinderContext {
  readonly survey: Survey;
  readonly report: ReportMerged;
  readonly found: Intervals;
}

/** Makes what looks for the values in one stream. */
export type FinderMaker = (context: FinderContext) => Finder;

/** What every stream looks for, and how. */
export interface StreamPlan extends SurveyPlan {
  readonly finders: readonly FinderMaker[];
}

/** One stream past the finders; `markers` is by label. Positions count from the stream's first byte. */
export function createStream(plan: StreamPlan, markers: readonly Buffer[]): RedactionStream {
  const survey = new Survey(plan);
  const intervals = new Intervals();
  const report: ReportMerged = (label, from, to, rank, leader) => {
    intervals.add(label, from, to, rank, leader);
  };
  const finders = plan.finders.map((make) => make({ survey, report, found: intervals }));
  /** Bytes before this are written out or replaced; those held begin here. */
  let decided = 0;
  const held = new ByteQueue();
  let replaced = false;
  let settled = false;
  let ended = false;

  function write(chunk: Buffer): Buffer {
    const parts = writeParts(chunk);
    return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  }

  function writeParts(chunk: Buffer): readonly Buffer[] {
    if (ended) throw new Error('the redaction stream has ended');
    const base = decided + held.length;
    for (let at = 0; at < chunk.length; at += LARGEST_CHUNK) {
      const part = chunk.subarray(at, at + LARGEST_CHUNK);
      survey.look(part);
      for (const finder of finders) finder.scan(part, base + at);
    }
    const undecided = finders.reduce(
      (from, finder) => Math.min(from, finder.undecidedFrom),
      base + chunk.length,
    );
    // Only what `settle` let go of is taken back.
    if (undecided < decided && !settled) throw new Error('a finder took back what it had decided');
    const until = Math.max(undecided, decided);
    if (held.length === 0 && intervals.isEmpty) {
      decided = until;
      held.append(chunk, until - base);
      return [chunk.subarray(0, until - base)];
    }
    if (intervals.isEmpty && until >= base) {
      const before = Buffer.from(held.peek(held.length));
      held.removeFirst(held.length);
      held.append(chunk, until - base);
      decided = until;
      return [before, chunk.subarray(0, until - base)];
    }
    held.append(chunk);
    return [release(until)];
  }

  /** See `RedactionStream`. */
  function settle(): Buffer {
    settled = true;
    return release(untilTelling());
  }

  function untilTelling(): number {
    const telling = finders.map((finder) => finder.tellingFrom);
    return Math.max(decided, Math.min(decided + held.length, ...telling));
  }

  function end(): Buffer {
    ended = true;
    return release(decided + held.length);
  }

  function cut(): Buffer {
    ended = true;
    const until = untilTelling();
    const safe = release(until);
    const { slots, first, isEmpty } = intervals.settled;
    // An occurrence that is complete, and was waited with in case it goes on.
    if (isEmpty || slots[first]! >= until) return safe;
    replaced = true;
    return Buffer.concat([safe, markers[slots[first + LABEL]!]!]);
  }

  /** Takes the held bytes before `until`, with a marker for each complete stretch. */
  function release(until: number): Buffer {
    if (until === decided) return EMPTY;
    intervals.settle();
    const bytes = held.peek(until - decided);
    const output = replaceStretches(bytes, decided, intervals.settled, markers);
    if (output.complete > 0) replaced = true;
    held.removeFirst(until - decided);
    decided = until;
    return output.bytes;
  }

  return {
    write,
    writeParts,
    settle,
    end,
    cut,
    get replaced() {
      return replaced;
    },
  };
}
