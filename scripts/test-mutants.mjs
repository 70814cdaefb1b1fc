// Switches each guard of the program off in turn, in a copy, and shows that a test turns red each time. Prints one line a
// guard and the count; exits with 1 when a guard can be switched off unnoticed. Words after `--` choose by name.
import { rmSync } from 'node:fs';
import { mutants } from './mutants/all.mjs';
import { proveAll } from './mutants/prove.mjs';
import { testsOf } from './mutants/run-tests.mjs';
import { makeWorkshops } from './mutants/workshop.mjs';

const WORKERS = 2;

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = mutants.filter(({ area, guard, file }) => {
  const name = `${area} ${guard} ${file}`.toLowerCase();
  return words.every((word) => name.includes(word));
});
if (chosen.length === 0) fail('no guard has such a name');

const { root, workshops } = makeWorkshops(Math.min(WORKERS, chosen.length));
process.on('exit', () => rmSync(root, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));

const begun = performance.now();
console.log('unmutated ...');
const red = await testsOf(workshops[0], chosen);
if (red !== null) fail(`not green without any mutation: ${red}`);

const proven = await proveAll(workshops, chosen, (result) => console.log(lineOf(result)));
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
console.log(`${proven} of ${chosen.length} guards proven in ${minutes} minutes`);
process.exitCode = proven === chosen.length ? 0 : 1;

function lineOf({ mutant, outcome, seconds }) {
  const verdict = outcome.kind === 'red' ? 'proven  ' : outcome.kind === 'green' ? 'SURVIVED' : 'BROKEN  ';
  return `${verdict} ${mutant.area}: ${mutant.guard} | ${mutant.file} | ${outcome.what} | ${seconds.toFixed(1)} s`;
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
