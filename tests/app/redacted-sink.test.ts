import { expect, test } from 'vitest';
import { redactInto } from '../../src/app/redacted-sink.ts';
import { createRedactor } from '../../src/domain/redactor.ts';
import { createCappedOutput } from '../../src/process/output.ts';

const VALUE = 'zq8fK2nXw5Tb7LdR3vHs';

function sinkOf() {
  const output = createCappedOutput(1000);
  const redactor = createRedactor([{ bytes: Buffer.from(VALUE), label: 'k' }], 'full');
  return { output, sink: redactInto(redactor.stream(), output) };
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
