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

/** At once, so that nothing written later comes between them; resolves when the sink has taken them all. */
async function writeAll(sink: Sink, parts: readonly Buffer[]): Promise<void> {
  await Promise.all(parts.map(async (part) => sink.write(part)));
}
