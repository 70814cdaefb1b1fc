// Runs the attacks on the built program and prints how many rows each class has. Fails when a row fails, when a class has too
// few rows, when two rows of a class are called the same, or when there are too few rows in all.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const LEAST_OF_A_CLASS = 15;
const LEAST_IN_ALL = 400;

/** The classes as the table of rows has them. */
const table = readFileSync(new URL('../tests/attacks/support/table.ts', import.meta.url), 'utf8');
const [, list = ''] = /CLASSES = \[(.*?)\]/s.exec(table) ?? [];
const classes = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name);

const { status, rows } = runAttacks();
const counts = classes.map((name) => ({
  name,
  ...count(rows.filter((row) => row.title.startsWith(`${name}: `))),
}));
const all = {
  name: 'all',
  ...Object.fromEntries(
    ['passed', 'failed', 'skipped'].map((key) => [key, counts.reduce((sum, each) => sum + each[key], 0)]),
  ),
};

print(['class', 'passed', 'failed', 'skipped']);
for (const { name, passed, failed, skipped } of [...counts, all]) print([name, passed, failed, skipped]);

const titles = rows.map((row) => row.title);
const faults = [
  ...(classes.length === 0 ? ['no classes are found'] : []),
  ...(status === 0 ? [] : ['vitest failed']),
  ...(all.failed === 0 ? [] : [`${all.failed} rows failed`]),
  ...counts
    .filter((each) => total(each) < LEAST_OF_A_CLASS)
    .map((each) => `${each.name} has ${total(each)} rows, fewer than ${LEAST_OF_A_CLASS}`),
  ...(total(all) < LEAST_IN_ALL ? [`there are ${total(all)} rows, fewer than ${LEAST_IN_ALL}`] : []),
  ...new Set(titles.filter((title, at) => titles.indexOf(title) !== at).map((title) => `twice: ${title}`)),
];
for (const fault of faults) console.error(`FAILED ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function runAttacks() {
  const folder = mkdtempSync(join(tmpdir(), 'vaultctl-attacks-'));
  const report = join(folder, 'report.json');
  try {
    const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, 'tests/attacks'];
    const ended = spawnSync('vitest', args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return { status: ended.status, rows: testResults.flatMap((file) => file.assertionResults) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(found) {
  const passed = found.filter((row) => row.status === 'passed').length;
  const failed = found.filter((row) => row.status === 'failed').length;
  return { passed, failed, skipped: found.length - passed - failed };
}

function total({ passed, failed, skipped }) {
  return passed + failed + skipped;
}

function print([name, ...numbers]) {
  console.log(`${name.padEnd(20)}${numbers.map((number) => String(number).padStart(8)).join('')}`);
}
