import type { Writable } from 'node:stream';
import type { Sink } from '../process/output.ts';
import { writeOut } from './write-out.ts';

/** A stream of this process as a sink, at the pace of its reader; it stays open when the sink ends. */
export function sinkOf(stream: Writable): Sink {
  return {
    write: (chunk) => writeOut(stream, chunk),
    end: () => undefined,
  };
}
