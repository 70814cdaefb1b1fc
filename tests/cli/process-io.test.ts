import { expect, onTestFinished, test, vi } from 'vitest';
import { processIo } from '../../src/cli/process-io.ts';
import { runProgram } from '../../src/cli/program.ts';

test('what the program makes is the owner’s alone', async () => {
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  expect(await runProgram(['no-such-command'], import.meta.filename)).toBe(2);
  expect(process.umask()).toBe(0o077);
});

test('what it runs has the umask of the caller', () => {
  const before = process.umask(0o077);
  onTestFinished(() => void process.umask(before));
  const facts = { version: '0', file: import.meta.filename, callersUmask: 0o022 };
  expect(processIo(facts).restoreUmask()).toBe(0o022);
  expect(process.umask()).toBe(0o022);
});
