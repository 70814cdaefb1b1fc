import { expect, onTestFinished, test } from 'vitest';
import { processIo } from '../../src/cli/process-io.ts';

test('what the program makes is the owner’s alone, what it runs has the umask of the caller', () => {
  const before = process.umask(0o022);
  onTestFinished(() => void process.umask(before));
  const io = processIo('0', import.meta.filename);
  expect(process.umask()).toBe(0o077);
  io.restoreUmask();
  expect(process.umask()).toBe(0o022);
});
