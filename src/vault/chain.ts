/** Walking the journal: every entry against the one before it, and the last against the sealed head. */

import { START, type Journal } from './journal.ts';
import type { Entry } from './journal-entry.ts';

/** An entry in its place, or what is wrong in that place. */
export type Link =
  { readonly entry: Entry; readonly fault?: never } | { readonly entry?: never; readonly fault: string };

/** All entries from the first to the head as it is at the start; faults where they are met. */
export function* walkChain(journal: Journal): Generator<Link> {
  const head = journal.head();
  let seq = START.seq;
  let hash: string | null = START.hash;
  for (const step of journal.steps(head.seq)) {
    if (step.seq > seq + 1) {
      yield { fault: `the journal is damaged: ${range(seq + 1, step.seq - 1)} missing` };
      hash = null;
    }
    if (step.entry === null) {
      yield { fault: `the journal is damaged: record ${step.seq} does not open` };
    } else if (hash !== null && step.entry.record.prev_hash !== hash) {
      yield { fault: `the journal is damaged: record ${step.seq} does not follow the one before it` };
    } else {
      yield { entry: step.entry };
    }
    seq = step.seq;
    hash = step.entry?.record.hash ?? null;
  }
  if (seq < head.seq) yield { fault: `the journal is damaged: ${range(seq + 1, head.seq)} missing` };
  else if (hash !== null && hash !== head.hash)
    yield { fault: 'the journal does not end where its head says' };
}

function range(first: number, last: number): string {
  return first === last ? `record ${first} is` : `records ${first} to ${last} are`;
}
