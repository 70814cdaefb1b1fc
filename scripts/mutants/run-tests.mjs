/** Running tests in a workshop, and telling a test that turned red from one that could not even run. */

import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './workshop.mjs';

const LONGEST_MS = 240_000;
/** Longer than any test needs that is quick enough to be named, so that one which waits for ever is red sooner. */
const TEST_MS = 20_000;
const LONGEST_UNMUTATED_MS = 900_000;
/** Folders whose tests read the sources; all others drive the built program. */
const UNBUILT = /^tests\/(domain|crypto|vault|process|app)\//;
/** The mark of a mutation that broke the code instead of switching a guard off. */
const BROKEN_CODE = /^(ReferenceError|SyntaxError)|is not defined$|is not a function$/m;

/** What became of the tests of one mutant: `red` is what it should be. `what` names the test or says why. */
export async function testMutant(workshop, { tests, name }) {
  if (tests.some((file) => !UNBUILT.test(file)) && !build(workshop)) return broken('it does not build');
  const report = await vitest(
    workshop,
    [...tests, '--bail=1', `--testTimeout=${TEST_MS}`, ...named(name)],
    LONGEST_MS,
  );
  if (report === null) return broken('the tests did not come to an end');
  return outcomeOf(report);
}

/** Null when all the tests the mutants name are green; otherwise what is not. */
export async function testsOf(workshop, mutants) {
  if (!build(workshop)) return 'it does not build';
  const whole = new Set(mutants.filter(({ name }) => name === undefined).flatMap(({ tests }) => tests));
  const parts = mutants.filter(({ name }) => name !== undefined);
  const files = new Set(parts.flatMap(({ tests }) => tests).filter((file) => !whole.has(file)));
  const names = [...new Set(parts.map(({ name }) => escaped(name)))].join('|');
  const runs = [
    { files: whole, options: [] },
    { files, options: ['-t', names] },
  ];
  for (const run of runs.filter((each) => each.files.size > 0)) {
    // oxlint-disable-next-line no-await-in-loop -- each takes all there is of the machine
    const report = await vitest(workshop, [...run.files, ...run.options], LONGEST_UNMUTATED_MS);
    if (report === null) return 'the tests did not come to an end';
    if (!report.success) return outcomeOf(report).what;
  }
  return null;
}

function outcomeOf({ testResults, success }) {
  const tests = testResults.flatMap((file) => file.assertionResults);
  const failed = tests.find(({ status }) => status === 'failed');
  if (failed !== undefined) {
    const why = failed.failureMessages.join('\n');
    return BROKEN_CODE.test(why) ? broken(why.split('\n')[0]) : { kind: 'red', what: failed.fullName.trim() };
  }
  const unloaded = testResults.find(({ status }) => status === 'failed');
  if (unloaded !== undefined || !success)
    return broken(`no test failed, but: ${unloaded?.message.split('\n')[0]}`);
  if (!tests.some(({ status }) => status === 'passed')) return broken('no test ran');
  return { kind: 'green', what: 'no test turned red' };
}

function broken(what) {
  return { kind: 'broken', what };
}

function named(name) {
  return name === undefined ? [] : ['-t', escaped(name)];
}

function escaped(name) {
  return name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Vitest's report; null when it took longer than `most` milliseconds or wrote none. */
async function vitest({ directory, report }, args, most) {
  rmSync(report, { force: true });
  const program = join(directory, 'node_modules', 'vitest', 'vitest.mjs');
  const options = ['run', '--reporter=json', `--outputFile=${report}`];
  const child = spawn(process.execPath, [program, ...options, ...args], {
    cwd: directory,
    stdio: 'ignore',
    detached: true,
  });
  running.add(child.pid);
  const { promise, resolve } = Promise.withResolvers();
  const timer = setTimeout(() => endGroup(child.pid), most);
  child.once('exit', resolve);
  await promise;
  clearTimeout(timer);
  running.delete(child.pid);
  try {
    return JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return null;
  }
}

/** The processes of tests under way; each leads a group. */
const running = new Set();

/** Ends all tests under way. */
export function endTests() {
  for (const pid of running) endGroup(pid);
}

function endGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
