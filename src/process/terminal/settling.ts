import type { Sink } from '../output.ts';

/** A program that has said nothing for so long waits for its user. */
const QUIET_MS = 20;

/** Lets a sink that holds something back know when the program has gone quiet. */
export function settling(sink: Sink): Sink {
  let timer: NodeJS.Timeout | undefined;
  async function settle(): Promise<void> {
    try {
      await sink.settle?.();
    } catch {
      // A sink that fails says so at the next write, or at its end, where somebody listens.
    }
  }
  return {
    write(chunk) {
      clearTimeout(timer);
      timer = setTimeout(() => void settle(), QUIET_MS);
      return sink.write(chunk);
    },
    end() {
      clearTimeout(timer);
      return sink.end();
    },
    cut() {
      clearTimeout(timer);
      return sink.cut ? sink.cut() : sink.end();
    },
  };
}
