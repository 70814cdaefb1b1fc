import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writePrivateFile } from '../../src/cli/write-private-file.ts';

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof fs>()),
  renameSync() {
    throw Object.assign(new Error('no'), { code: 'EXDEV' });
  },
}));

test('a file that cannot be put in its place leaves nothing of its content', () => {
  const directory = fs.mkdtempSync(join(tmpdir(), 'vaultctl-write-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true }));
  const write = (): void => writePrivateFile(join(directory, 'file'), 'hunter2', { force: false });
  expect(write).toThrow('cannot be written (EXDEV)');
  expect(fs.readdirSync(directory)).toEqual([]);
});
