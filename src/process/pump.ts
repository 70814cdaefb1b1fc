/** Moves a child's output into sinks, no faster than they take it. */

import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sink } from './output.ts';

export interface Pump {
  /** What has not ended from now on is cut off: the program is about to be ended. */
  cut(): void;
  /**
   * Resolves when all is read, or when nothing has come for `quietMs` and nothing waits to be read, or after
   * `mostMs`, in which the time that sinks take does not count.
   */
  settled(quietMs: number, mostMs: number): Promise<void>;
  /** Stops reading. Resolves when what was read is in the sinks and they have ended; rejects when one failed. */
  stop(): Promise<void>;
}

const POLL_MS = 10;

export function createPump(ways: readonly (readonly [Readable | null, Sink])[]): Pump {
  let lastMove = performance.now();
  let writing = 0;
  let cutting = false;

  async function move(stream: Readable | null, sink: Sink): Promise<void> {
    try {
      for await (const chunk of stream ?? []) {
        if (!Buffer.isBuffer(chunk)) continue;
        writing += 1;
        await sink.write(chunk);
        writing -= 1;
        lastMove = performance.now();
      }
    } catch (error) {
      if (!isEnd(error)) throw error;
    } finally {
      await (cutting && sink.cut ? sink.cut() : sink.end());
    }
  }

  const streams = ways.map(([stream]) => stream);
  const done = Promise.all(ways.map(([stream, sink]) => move(stream, sink)));
  // A sink that fails is reported by `stop`; until then the child runs on.
  done.catch(() => undefined);

  function isQuiet(quietMs: number): boolean {
    const unread = streams.some((stream) => (stream?.readableLength ?? 0) > 0);
    return writing === 0 && !unread && performance.now() - lastMove >= quietMs;
  }

  async function quiet(quietMs: number, mostMs: number, over: AbortSignal): Promise<void> {
    lastMove = performance.now();
    let waited = 0;
    while (!over.aborted && waited < mostMs && !isQuiet(quietMs)) {
      if (writing === 0) waited += POLL_MS;
      // oxlint-disable-next-line no-await-in-loop -- it polls
      await sleep(POLL_MS, undefined, { signal: over }).catch(() => undefined);
    }
  }

  return {
    cut() {
      cutting = true;
    },
    async settled(quietMs, mostMs) {
      const over = new AbortController();
      await Promise.race([done.catch(() => undefined), quiet(quietMs, mostMs, over.signal)]);
      over.abort();
    },
    async stop() {
      cutting = true;
      for (const stream of streams) stream?.destroy();
      await done;
    },
  };
}

/** A stream that `stop` cut off has ended like any other, and so has a terminal that nobody holds open any more. */
function isEnd(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'EIO';
}
