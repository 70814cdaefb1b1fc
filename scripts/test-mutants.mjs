// Switches each guard of the program off in turn, in a copy, and shows that a test turns red each time. Prints one line a
// guard and the count; exits with 1 when a guard can be switched off unnoticed. Words after `--` choose by name; with
// `--write` a run of all of them writes docs/mutants.md, and `--workers=4` tries four at a time instead of two.
import { rmSync } from 'node:fs';
import { mutants } from './mutants/all.mjs';
import { document } from './mutants/document.mjs';
import { proveAll } from './mutants/prove.mjs';
import { endTests, testsOf } from './mutants/run-tests.mjs';
import { makeWorkshops } from './mutants/workshop.mjs';

const VERDICTS = { red: 'proven  ', green: 'SURVIVED', broken: 'BROKEN  ' };

const args = process.argv.slice(2);
const workers = Number(args.find((arg) => arg.startsWith('--workers='))?.slice('--workers='.length) ?? 2);
const words = args.filter((arg) => !arg.startsWith('--')).map((word) => word.toLowerCase());
const chosen = mutants.filter(({ area, guard, file }) => {
  const name = `${area} ${guard} ${file}`.toLowerCase();
  return words.every((word) => name.includes(word));
});
if (chosen.length === 0) fail('no guard has such a name');

const { root, workshops } = makeWorkshops(Math.min(workers, chosen.length));
process.on('exit', () => {
  endTests();
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const begun = performance.now();
const red = await testsOf(workshops[0], chosen);
if (red !== null) fail(`not green without any mutation: ${red}`);
console.log(`green without any mutation, in ${minutes()} minutes`);

const results = await proveAll(workshops, chosen, (result) => console.log(lineOf(result)));
const proven = results.filter(({ outcome }) => outcome.kind === 'red').length;
console.log(`${proven} of ${chosen.length} guards proven in ${minutes()} minutes`);
if (proven < chosen.length) {
  for (const result of results.filter(({ outcome }) => outcome.kind !== 'red')) console.log(lineOf(result));
  process.exitCode = 1;
} else if (args.includes('--write') && words.length === 0) document(results);

function lineOf({ mutant, outcome, seconds }) {
  const parts = [`${mutant.area}: ${mutant.guard}`, mutant.file, outcome.what, `${seconds.toFixed(1)} s`];
  return `${VERDICTS[outcome.kind]} ${parts.join(' | ')}`;
}

function minutes() {
  return ((performance.now() - begun) / 60_000).toFixed(1);
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
