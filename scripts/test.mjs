// Everything `npm test` runs: the static checks, then every test. The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const checks = [
  { name: 'format', command: 'prettier --check --log-level warn .' },
  { name: 'types', command: 'tsc -p .' },
  { name: 'lint', command: 'oxlint --type-aware --deny-warnings' },
  { name: 'conformance table', command: 'node scripts/conformance.mjs --check' },
];

const totals = { passed: 0, failed: 0, skipped: 0 };
for (const { name, command } of checks) {
  const [program = '', ...args] = command.split(' ');
  const ok = spawnSync(program, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${name}`);
  totals[ok ? 'passed' : 'failed'] += 1;
}
addTests(process.argv.slice(2));

if (totals.skipped > 0) console.log(`${totals.skipped} skipped`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

function addTests(filters) {
  const folder = mkdtempSync(join(tmpdir(), 'vaultctl-test-'));
  const report = join(folder, 'report.json');
  const { status } = spawnSync(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  try {
    const { numPassedTests, numFailedTests, numPendingTests, success } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    totals.passed += numPassedTests;
    totals.failed += numFailedTests;
    totals.skipped += numPendingTests;
    // A file that does not load fails the run without a failed test.
    if ((!success || status !== 0) && numFailedTests === 0) totals.failed += 1;
    if (numPassedTests === 0) totals.failed += 1;
  } catch {
    totals.failed += 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
