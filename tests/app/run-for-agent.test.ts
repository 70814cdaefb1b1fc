import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runForAgent } from '../../src/app/run-for-agent.ts';
import { runContext } from './support.ts';

function newDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'vaultctl-run-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Runs a command without secrets; `before` happens between the decision and the start. */
function run(
  directory: string,
  policy: object,
  [command = '', ...args]: string[],
  before = (): void => undefined,
) {
  const policyFile = join(directory, 'policy');
  writeFileSync(policyFile, JSON.stringify({ sandbox: 'off', ...policy }), { mode: 0o600 });
  const context = runContext(
    { record: () => undefined, list: () => [] },
    {
      policyFile,
      cwd: directory,
      limit: {
        run(work) {
          before();
          return work();
        },
      },
    },
  );
  return runForAgent(context, { secrets: { by: 'keys', keys: [] }, command, args, timeout: 10_000 });
}

test('the file that was judged is the one that runs, whatever its link leads to by then', async () => {
  const directory = newDirectory();
  const at = (name: string): string => join(directory, name);
  for (const name of ['good', 'evil']) writeFileSync(at(name), `#!/bin/sh\necho ${name}\n`, { mode: 0o755 });
  symlinkSync('good', at('tool'));
  const { stdout } = await run(directory, { allowed_commands: [at('tool')] }, [at('tool')], () => {
    rmSync(at('tool'));
    symlinkSync('evil', at('tool'));
  });
  expect(stdout).toBe('good\n');
});

test('output is capped as the policy says, standard error at half of that', async () => {
  const policy = { default_action: 'allow', max_output_bytes: 100 };
  const print = 'printf %01000d 0; printf %01000d 0 >&2';
  const { stdout, stderr } = await run(newDirectory(), policy, ['sh', '-c', print]);
  expect(stdout).toContain('\n[900 bytes left out]\n');
  expect(stderr).toContain('\n[950 bytes left out]\n');
});
