// Generates cases for one target: `npm run fuzz -- <target> <seconds|Infinity> [first seed]`. The first failure ends it,
// shows the smallest case found, and names the seed that brings it back.
import { targets } from '../tests/fuzz/catalog.ts';
import { fuzz } from '../tests/fuzz/fuzz.ts';

const [name, time = '60', first = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
const target = targets.get(name ?? '');
const [seconds, seed] = [Number(time), Number(first)];

if (target === undefined || !(seconds > 0) || !Number.isSafeInteger(seed)) {
  console.error('usage: npm run fuzz -- <target> [seconds|Infinity] [first seed]\n\ntargets:');
  for (const [each, { about }] of targets) console.error(`  ${each.padEnd(10)} ${about}`);
  process.exitCode = 2;
} else {
  console.log(`${name} from seed ${seed}`);
  const outcome = await fuzz(await target.make(), { seconds, seed });
  const rate = Math.round(outcome.cases / outcome.seconds);
  if (outcome.failure === undefined) {
    console.log(
      `${name}: ${outcome.cases} cases, ${rate} a second, seeds ${seed} to ${outcome.nextSeed - 1}: none failed`,
    );
  } else {
    console.error(outcome.failure.report);
    console.error(`after ${outcome.cases} cases; again: npm run fuzz -- ${name} 1 ${outcome.failure.seed}`);
    process.exitCode = 1;
  }
}
