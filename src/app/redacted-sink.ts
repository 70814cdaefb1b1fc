import type { RedactionStream } from '../domain/redactor.ts';
import type { Sink } from '../process/output.ts';

/** A sink that redacts what it is given and hands it on. */
export interface RedactedSink extends Sink {
  readonly replaced: boolean;
}

export function redactInto(stream: RedactionStream, sink: Sink): RedactedSink {
  return {
    write(chunk) {
      const parts = stream.writeParts(chunk).filter(({ length }) => length > 0);
      return parts.length > 1 ? writeAll(sink, parts) : parts[0] && sink.write(parts[0]);
    },
    settle() {
      const safe = stream.settle();
      return safe.length > 0 ? sink.write(safe) : undefined;
    },
    async end() {
      const rest = stream.end();
      if (rest.length > 0) await sink.write(rest);
      await sink.end();
    },
    async cut() {
      const rest = stream.cut();
      if (rest.length > 0) await sink.write(rest);
      await sink.end();
    },
    get replaced() {
      return stream.replaced;
    },
  };
}

async function writeAll(sink: Sink, parts: readonly Buffer[]): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- in order, as fast as the sink takes them
  for (const part of parts) await sink.write(part);
}
