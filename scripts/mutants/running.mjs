/** A run and its end: no shell, no input, limits, and nothing left behind. */

const captured = ['tests/process/run-captured.test.ts'];
const spawn = { file: 'src/process/spawn.ts', tests: captured };
const start = { file: 'src/process/start.ts', tests: captured };
const outcome = { file: 'src/process/outcome.ts', tests: captured };
const group = { file: 'src/process/process-group.ts', tests: captured };
const output = { file: 'src/process/output.ts', tests: ['tests/process/output.test.ts'] };
const limit = { file: 'src/app/run-limit.ts', tests: ['tests/app/run-limit.test.ts'] };

export const mutants = [
  {
    ...start,
    guard: 'no shell is between an agent and its program',
    from: 'stdio, detached }',
    to: 'stdio, shell: true, detached }',
  },
  {
    ...start,
    guard: 'a run is a process group of its own',
    from: ', detached }',
    to: ', detached: false && detached }',
  },
  {
    ...start,
    guard: 'a program that cannot start is a value, since Node’s error quotes the arguments',
    from: '    resolve({ ok: false, reason: reasonOf(error) });\n  }\n  return promise;',
    to: '    throw error;\n  }\n  return promise;',
  },
  {
    ...spawn,
    guard: 'standard input of an agent’s program is empty',
    name: 'has empty standard input',
    from: "['ignore', 'pipe', 'pipe'], true",
    to: "['inherit', 'pipe', 'pipe'], true",
  },
  {
    ...spawn,
    guard: 'what a program leaves behind in its group is ended with it',
    from: '  await endGroup(started.pid, QUIET_MS);\n  await pump.stop();',
    to: '  await pump.stop();',
  },
  {
    ...spawn,
    guard: 'who holds the output open is not waited for',
    name: 'that holds its output open',
    from: '  await pump.settled(QUIET_MS, MOST_MS);\n  pump.cut();\n  await endGroup(started.pid, QUIET_MS);',
    to: '  await pump.settled(30_000, 60_000);\n  pump.cut();\n  await endGroup(started.pid, QUIET_MS);',
  },
  {
    ...spawn,
    guard: 'a run that was cancelled before it began does not begin',
    from: "  if (child.signal?.aborted === true) return { kind: 'cancelled' };\n",
  },
  {
    ...outcome,
    guard: 'a run ends at its time-out',
    name: 'ends with all its descendants',
    from: "setTimeout(() => stopped.resolve('timeout'), timeoutMs)",
    to: 'setTimeout(() => undefined, timeoutMs)',
  },
  {
    ...outcome,
    guard: 'a run ends when its call is cancelled',
    name: 'ends with all its descendants',
    from: "  signal?.addEventListener('abort', cancel, { once: true });\n",
  },
  { ...outcome, guard: 'a run that is stopped ends with all its descendants', from: '    await end();\n' },
  {
    ...group,
    guard: 'who ignores TERM is killed',
    from: "    signalGroup(leader, 'SIGKILL');\n    const killed",
    to: '    const killed',
  },
  {
    ...group,
    guard: 'a whole group is signalled, not its leader alone',
    from: '    process.kill(-leader, signal);\n',
    to: '    process.kill(leader, signal);\n',
  },
  {
    ...group,
    guard: 'every run ends with the server',
    name: 'ends every run there is within the grace',
    from: 'await Promise.all([...live.keys()].map((leader) => endGroup(leader, graceMs)));',
    to: 'await Promise.all([...live.keys()].slice(0, 1).map((leader) => endGroup(leader, graceMs)));',
  },
  {
    ...group,
    guard: 'at the last moment every run is killed',
    name: 'at the last moment kills without waiting',
    from: "  for (const leader of live.keys()) signalGroup(leader, 'SIGKILL');\n",
  },
  {
    guard: 'a run that shares the caller’s group ends with its descendants',
    file: 'src/process/descendants.ts',
    from: '    for (const { pid, parent } of table) if (parent === member) family.add(pid);\n',
    tests: ['tests/process/run-for-caller.test.ts'],
  },
  {
    ...output,
    guard: 'output is capped',
    from: 'if (first.length < chunk.length) keepTail(chunk.subarray(first.length));',
    to: 'if (first.length < chunk.length) head.add(chunk);',
    tests: ['tests/process/output.test.ts'],
  },
  {
    ...output,
    guard: 'the head of capped output is bounded',
    from: 'const headLimit = Math.ceil(maxBytes / 2);',
    to: 'const headLimit = maxBytes * 2;',
  },
  {
    ...output,
    guard: 'what was left out is told',
    from: 'if (dropped === 0) return Buffer.concat([start, end])',
    to: 'if (dropped >= 0) return Buffer.concat([start, end])',
  },
  {
    guard: 'standard output of a run is capped as the policy says',
    file: 'src/app/run-for-agent.ts',
    from: 'createCappedOutput(maxOutputBytes)',
    to: 'createCappedOutput(16 * 1024 * 1024)',
    tests: ['tests/app/run-for-agent.test.ts'],
  },
  {
    guard: 'standard error of a run is capped as the policy says',
    file: 'src/app/run-for-agent.ts',
    from: 'createCappedOutput(Math.ceil(maxOutputBytes / 2))',
    to: 'createCappedOutput(16 * 1024 * 1024)',
    tests: ['tests/app/run-for-agent.test.ts'],
  },
  {
    ...limit,
    guard: 'only so many runs at once',
    from: 'if (active < running) return start();',
    to: 'if (running > 0) return start();',
  },
  {
    ...limit,
    guard: 'only so many runs wait',
    name: 'one more than may wait is refused',
    from: "if (queue.length >= waiting) return reject(new VaultError('failure', 'too many concurrent runs'));",
  },
  {
    ...limit,
    guard: 'a run that fails frees its place',
    from: '      } finally {\n        release();',
    to: '      } finally {\n        if (active < 0) release();',
  },
  {
    ...limit,
    guard: 'a waiting run that is cancelled leaves the queue',
    name: 'a run cancelled while it waits',
    from: "      signal?.addEventListener('abort', leave, { once: true });\n",
  },
  {
    guard: 'an agent’s runs are limited',
    file: 'src/app/run-by-policy.ts',
    from: 'await context.limit.run(() => runApproved(context, request, run, face), request.signal)',
    to: 'await (context.limit && runApproved(context, request, run, face))',
    tests: ['tests/spec/decisions-running.test.ts'],
    name: '8 runs at once',
  },
  {
    guard: 'a run takes at most a day',
    file: 'src/app/run-timeout.ts',
    from: 'if (timeout >= 1 && timeout <= LONGEST) return timeout;',
    to: 'if (timeout >= 1) return timeout;',
    tests: ['tests/app/moment.test.ts'],
  },
  {
    guard: 'a run without a time-out of its own has five minutes',
    file: 'src/mcp/tools/run-arguments.ts',
    from: 'return text === undefined ? DEFAULT_TIMEOUT : parseRunTimeout(text);',
    to: 'return text === undefined ? DEFAULT_TIMEOUT / 300_000 : parseRunTimeout(text);',
    tests: ['tests/spec/decisions-running.test.ts'],
    name: 'without a timeout a command of some seconds is not cut off',
  },
];
