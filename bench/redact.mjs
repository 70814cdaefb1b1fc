// Redaction throughput in MiB/s over 64 KiB chunks, as a Markdown table: best of several rounds, since whatever
// else the machine does only ever slows a round down. Usage: node bench/redact.mjs [--quick] [exact|full] [input ...]
import { cpus, totalmem } from 'node:os';
import { createRedactor } from '../src/domain/redactor.ts';
import { inputs, valuesFor } from './redact-inputs.mjs';

const CHUNK = 64 * 1024;
const MIB = 1024 * 1024;
const COUNTS = [1, 10, 100, 1000];
/** MiB/s asked of `full`, by number of values: on ordinary text, and on any. */
const TARGETS = new Map([
  [1, { ordinary: 1000, hostile: 300 }],
  [10, { ordinary: 800, hostile: 300 }],
  [100, { ordinary: 500, hostile: 300 }],
]);
/** A target is missed when a cell of it is. */
const missed = new Set();

const words = process.argv.slice(2);
const quick = words.includes('--quick');
const chosen = words.filter((word) => inputs.some(({ name }) => name === word));
const modes = ['exact', 'full'].filter(
  (mode) => words.includes(mode) || !/\b(exact|full)\b/.test(words.join(' ')),
);
const counts = quick ? [1, 10] : COUNTS;
const roundMs = quick ? 20 : 1000;

console.log(
  `${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / MIB)} MiB; Node ${process.version}`,
);
for (const mode of modes) {
  console.log(`\n### ${mode}\n\n| MiB/s, number of values | ${counts.join(' | ')} |`);
  console.log(`|---|${counts.map(() => '---:|').join('')}`);
  printRow('compile, ms', (count) => compileTime(valuesFor('tokens', count), mode));
  for (const input of inputs.filter(({ name }) => chosen.length === 0 || chosen.includes(name))) {
    printRow(`${input.kind}: ${input.name}`, (count) => {
      const values = valuesFor(input.values ?? 'tokens', count);
      const speed = redaction(values, mode, blocks(input.text(values)));
      return mode === 'full' ? judged(speed, count, input.kind) : speed;
    });
  }
  const log = blocks(inputs[0].text(valuesFor('tokens', 1)));
  printRow('one indexOf a value, log', (count) => indexOf(valuesFor('tokens', count), log));
  printRow('memcpy', () => memcpy(log));
}
console.log(`\nTargets missed: ${missed.size} of 4${missed.size > 0 ? ` (${[...missed].join('; ')})` : ''}`);

function printRow(name, cell) {
  console.log(`| ${name} | ${counts.map(cell).join(' | ')} |`);
}

function judged(speed, count, kind) {
  const target = TARGETS.get(count)?.[kind];
  if (target === undefined) return speed;
  if (speed >= target) return `${speed} met`;
  missed.add(kind === 'hostile' ? 'hostile text, 300' : `ordinary text, ${count} values, ${target}`);
  return `${speed} missed (${target})`;
}

function compileTime(values, mode) {
  let best = Infinity;
  for (let round = 0; round < 3; round++) {
    const started = performance.now();
    createRedactor(values, mode);
    best = Math.min(best, performance.now() - started);
  }
  return Math.round(best);
}

/** The text over and over, cut into 64 KiB chunks. */
function blocks(text) {
  const all = Buffer.alloc(CHUNK * 16, text);
  return Array.from({ length: 16 }, (_, i) => all.subarray(i * CHUNK, (i + 1) * CHUNK));
}

function redaction(values, mode, chunks) {
  const redactor = createRedactor(values, mode);
  return throughput(chunks, () => {
    const stream = redactor.stream();
    for (const chunk of chunks) stream.writeParts(chunk);
    stream.end();
  });
}

function indexOf(values, chunks) {
  return throughput(chunks, () => {
    for (const chunk of chunks) for (const { bytes } of values) chunk.indexOf(bytes);
  });
}

function memcpy(chunks) {
  const target = Buffer.alloc(CHUNK);
  return throughput(chunks, () => {
    for (const chunk of chunks) chunk.copy(target);
  });
}

function throughput(chunks, work) {
  let best = Infinity;
  const until = performance.now() + roundMs;
  for (let round = 0; round < 3 || performance.now() < until; round++) {
    const started = performance.now();
    work();
    best = Math.min(best, performance.now() - started);
  }
  return Math.round((CHUNK * chunks.length) / MIB / (best / 1000));
}
