import { setImmediate as nextTurn } from 'node:timers/promises';

/** The calls under way. */
export interface InFlight {
  /** Counts a call until it is settled, and hands it back. */
  readonly track: <T>(call: Promise<T>) => Promise<T>;
  /** Resolves when none is left, those just being delivered included. */
  readonly settled: () => Promise<void>;
}

export function createInFlight(): InFlight {
  const calls = new Set<Promise<unknown>>();
  const settled = async (): Promise<void> => {
    await Promise.allSettled(calls);
    // Within a turn a message just read becomes a call, and an answer just given is written.
    await nextTurn();
    if (calls.size > 0) await settled();
  };
  return {
    track(call) {
      calls.add(call);
      void Promise.allSettled([call]).then(() => calls.delete(call));
      return call;
    },
    settled,
  };
}
