// Redaction throughput: MiB/s over 64 KiB chunks, by number of values, kind of text and mode.
// Usage: node bench/redact.mjs [exact|full]
import { createHash } from 'node:crypto';
import { createRedactor } from '../src/domain/redactor.ts';
import { patternsFor } from '../src/domain/redaction-forms.ts';

const CHUNK = 64 * 1024;
const CHUNKS = 256;
const modes = process.argv[2] === undefined ? ['exact', 'full'] : [process.argv[2]];

for (const mode of modes) {
  for (const count of [1, 10, 100, 1000]) {
    const values = Array.from({ length: count }, (_, i) => secret(i));
    const started = performance.now();
    const redactor = createRedactor(values.flatMap((value, i) => patternsFor(value, `key/${i}`, mode)));
    const row = { mode, values: count, 'compile ms': Math.round(performance.now() - started) };
    for (const [name, text] of Object.entries(texts(values))) row[name] = throughput(redactor, text);
    console.log(
      Object.entries(row)
        .map(([name, cell]) => `${name} ${String(cell).padEnd(6)}`)
        .join(' '),
    );
  }
}

/** Deterministic 24 to 42 characters that look like a token. */
function secret(i) {
  const digest = createHash('sha256').update(String(i)).digest('base64url');
  return Buffer.from(`sk_${digest.slice(0, 21 + (i % 19))}`);
}

function texts(values) {
  const log = Array.from(
    { length: 400 },
    (_, i) =>
      `2026-11-17T03:${i % 60}:00Z INFO request ${i * 7919} took ${i % 97} ms, path=/api/v1/items/${i}\n`,
  );
  const random = Array.from(
    { length: 2000 },
    (_, i) => createHash('sha256').update(`text${i}`).digest('base64url') + '\n',
  );
  const prefixes = Array.from({ length: 4000 }, (_, i) =>
    values[(i * 31) % values.length].subarray(0, -1 - (i % 5)).toString(),
  );
  const starts = Array.from({ length: 8000 }, (_, i) =>
    values[(i * 31) % values.length].subarray(0, 3 + (i % 9)).toString(),
  );
  return {
    text: fill(log),
    tokens: fill(random),
    prefixes: fill(prefixes),
    starts: fill(starts),
    values: fill(values.map((v) => `${v}\n`)),
  };
}

function fill(lines) {
  const once = Buffer.from(lines.join(''));
  return Buffer.alloc(CHUNK * 8, once);
}

/** The best of five, since what else the machine does only ever slows it down. */
function throughput(redactor, text) {
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const stream = redactor.stream();
    const started = performance.now();
    for (let i = 0; i < CHUNKS; i++) stream.write(text.subarray((i % 8) * CHUNK, (i % 8) * CHUNK + CHUNK));
    stream.end();
    best = Math.min(best, performance.now() - started);
  }
  return Math.round((CHUNK * CHUNKS) / 1024 / 1024 / (best / 1000));
}
