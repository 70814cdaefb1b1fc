// Runs random redaction streams: `npm run fuzz:redact -- [seconds|Infinity] [first seed]`. The first failure ends it
// and names the seed that brings it back.
import { runSeed } from '../tests/fixtures/redaction-cases.ts';

const seconds = Number(process.argv[2] ?? 60);
const first = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const until = performance.now() + seconds * 1000;
let streams = 0;
let seed = first;
let said = performance.now();
console.log(`from seed ${first}`);
try {
  do {
    streams += runSeed(seed++);
    if (performance.now() - said > 60_000) {
      said = performance.now();
      console.log(`${streams} streams, next seed ${seed}`);
    }
  } while (performance.now() < until);
  console.log(`${streams} streams, seeds ${first} to ${seed - 1}: none failed`);
} catch (error) {
  console.error(error.message);
  console.error(`again: npm run fuzz:redact -- 1 ${seed - 1}`);
  process.exitCode = 1;
}
