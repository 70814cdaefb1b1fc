import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { isAlive, isGoneSoon } from './alive.ts';

const program = join(import.meta.dirname, 'programs/run-for-caller.ts');

interface Caller {
  readonly process: ChildProcess;
  /** Resolves once the child has printed its line. */
  readonly line: Promise<string>;
  readonly stdout: Promise<string>;
  readonly stderr: Promise<string>;
}

/** Starts a process that runs `script`, with or without a terminal of its own to control it. */
function call(script: string, { how = 'inherited', timeout = '', terminal = false } = {}): Caller {
  const args = [program, how, timeout, script];
  const started = terminal
    ? spawn('script', ['-qefc', [process.execPath, ...args].map(quote).join(' '), '/dev/null'])
    : // A session of its own has no controlling terminal.
      spawn(process.execPath, args, { detached: true });
  const first = new Promise<string>((resolve) =>
    started.stdout.once('data', (data) => resolve(String(data))),
  );
  return { process: started, line: first, stdout: text(started.stdout), stderr: text(started.stderr) };
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
const exited = (exitCode: number): string => `{"kind":"exited","exitCode":${exitCode}}`;

describe('a run with the streams of the caller', () => {
  test('gives them to the child', async () => {
    const caller = call('cat; echo err >&2; exit 3');
    caller.process.stdin?.end('in');
    expect(await caller.stdout).toBe('in');
    expect(await caller.stderr).toBe(`err\n${exited(3)}\n`);
  });

  test('ends with the program, whoever it leaves behind', async () => {
    const caller = call('sleep 2 >/dev/null 2>&1 & echo $!');
    expect(await caller.stderr).toBe(`${exited(0)}\n`);
    expect(isAlive(Number(await caller.stdout))).toBe(true);
  });

  test('ends the whole group at its timeout', async () => {
    const caller = call('sleep 100 & echo $!; sleep 100', { timeout: '300' });
    expect(await caller.stderr).toBe('{"kind":"timeout"}\n');
    expect(await isGoneSoon(Number(await caller.stdout))).toBe(true);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const)(
    'passes %s on, once',
    async (signal) => {
      const caller = call(
        `trap 'echo got' ${signal.slice(3)}; echo ready; sleep 1 & wait; sleep 0.3; exit 5`,
      );
      await caller.line;
      caller.process.kill(signal);
      expect(await caller.stderr).toBe(`${exited(5)}\n`);
      expect(await caller.stdout).toBe('ready\ngot\n');
    },
  );

  test('tells which signal ended the program', async () => {
    const caller = call('echo ready; exec sleep 100');
    await caller.line;
    caller.process.kill('SIGTERM');
    expect(await caller.stderr).toBe(`${exited(143)}\n`);
  });
});

describe('a run with its output going into sinks', () => {
  test('still reads the input of the caller', async () => {
    const caller = call('cat; exit 4', { how: 'piped' });
    caller.process.stdin?.end('in');
    expect(await caller.stdout).toBe('<in>');
    expect(await caller.stderr).toBe(`${exited(4)}\n`);
  });

  test('does not wait for one who holds the output open', async () => {
    const started = performance.now();
    const caller = call('sleep 20 & echo $!', { how: 'piped' });
    expect(await caller.stderr).toBe(`${exited(0)}\n`);
    expect(performance.now() - started).toBeLessThan(5000);
    process.kill(Number((await caller.stdout).slice(1, -2)));
  });
});

describe.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
  'a run under a terminal',
  () => {
    const group = 'ps -o pgid= -p $$; ps -o pgid= -p $PPID; ';

    test('stays in the process group of the caller', async () => {
      const [own, callers] = (await call(group, { terminal: true }).stdout).split('\r\n');
      expect(own).toMatch(/\d/);
      expect(own).toBe(callers);
    });

    test('can be interrupted from the keyboard, and only the program decides what that means', async () => {
      const caller = call(`trap 'echo got' INT; echo ready; sleep 1; exit 6`, { terminal: true });
      await caller.line;
      caller.process.stdin?.write('\x03');
      const output = await caller.stdout;
      expect(output).toContain('got');
      expect(output).toContain(exited(6));
    });

    test('ends with its descendants at its timeout, and the caller lives on', async () => {
      // Ignoring what the end of the terminal sends.
      const caller = call('trap "" HUP; sh -c "sleep 100 & echo \\$!; wait" & sleep 100', {
        terminal: true,
        timeout: '500',
      });
      const output = await caller.stdout;
      expect(output).toContain('{"kind":"timeout"}');
      expect(await isGoneSoon(Number.parseInt(output, 10))).toBe(true);
    });
  },
);
