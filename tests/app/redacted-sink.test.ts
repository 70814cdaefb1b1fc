import { expect, test } from 'vitest';
import { redactInto } from '../../src/app/redacted-sink.ts';
import { createRedactor } from '../../src/domain/redactor.ts';
import { createCappedOutput, type Sink } from '../../src/process/output.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';

function redactedInto(sink: Sink) {
  const redactor = createRedactor([{ bytes: Buffer.from(VALUE), label: 'k' }], 'full');
  return redactInto(redactor.stream(), sink);
}

function sinkOf() {
  const output = createCappedOutput(1000);
  return { output, sink: redactedInto(output) };
}

test('what goes through a sink is redacted to its end', async () => {
  const { output, sink } = sinkOf();
  await sink.write(Buffer.from(`a ${VALUE} b ${VALUE.slice(0, 9)}`));
  await sink.write(Buffer.from(`${VALUE.slice(9)} c ${VALUE.slice(0, 6)}`));
  await sink.end();
  expect(output.text()).toBe(`a [REDACTED:k] b [REDACTED:k] c ${VALUE.slice(0, 6)}`);
  expect(sink.replaced).toBe(true);
});

test('what is cut off shows no beginning of a value', async () => {
  const { output, sink } = sinkOf();
  await sink.write(Buffer.from(`a ${VALUE.slice(0, 9)}`));
  await sink.cut?.();
  expect(output.text()).not.toContain(VALUE.slice(0, 4));
});

test('what is shown while a slow sink still writes comes after it', async () => {
  const written: string[] = [];
  const { promise: drained, resolve: drain } = Promise.withResolvers<void>();
  const sink = redactedInto({
    write: (chunk) => {
      written.push(chunk.toString());
      return drained;
    },
    end: () => undefined,
  });
  // Held back, then let go together with the chunk after it, whose end is held back in turn.
  void sink.write(Buffer.from(VALUE.slice(0, 2)));
  const writing = sink.write(Buffer.from(`-first-${VALUE.slice(0, 2)}`));
  const settling = sink.settle?.();
  drain();
  await Promise.all([writing, settling]);
  expect(written).toEqual([VALUE.slice(0, 2), '-first-', VALUE.slice(0, 2)]);
});

test('a sink that fails while it writes is heard of', async () => {
  const failed = redactedInto({
    write: (chunk) => {
      if (chunk.toString().includes('first')) throw new Error('no room');
      return Promise.reject(new Error('no room'));
    },
    end: () => undefined,
  });
  void failed.write(Buffer.from(VALUE.slice(0, 2)));
  await expect(failed.write(Buffer.from(`-first-${VALUE.slice(0, 2)}`))).rejects.toThrow('no room');
});
