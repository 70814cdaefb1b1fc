import type { Sink } from '../../src/process/output.ts';

/** A sink that keeps all it is given. */
export interface CollectingSink extends Sink {
  text(): string;
  readonly ended: boolean;
}

export function collect(): CollectingSink {
  const chunks: Buffer[] = [];
  let ended = false;
  return {
    write: (chunk) => void chunks.push(chunk),
    end() {
      ended = true;
    },
    text: () => Buffer.concat(chunks).toString(),
    get ended() {
      return ended;
    },
  };
}
