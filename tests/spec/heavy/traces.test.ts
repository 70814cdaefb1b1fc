import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { start } from '../support/cli.ts';
import { MODERN, ToolServer } from '../support/client.ts';
import { ALLOW_ALL, filesBelow, PASSWORD, pause, useVault } from '../support/home.ts';
import { node } from '../support/probe.ts';
import { random } from '../support/text.ts';
import { formsOf, traces } from '../support/traces.ts';

/** A random marker of 24 bytes for each place a user can store text in. */
const markers = new Map<string, string>();
const mark = (what: string): string => {
  const marker = random(24);
  markers.set(what, marker);
  return marker;
};

const home = useVault((fresh) => fresh.policy(ALLOW_ALL));
const noTraces = async (): Promise<void> => {
  expect((await filesBelow(home.vault)).map(({ path }) => basename(path))).toContain('vault.db');
  expect(
    await traces(home.dir, new Map([...markers, ['the master password', PASSWORD]]), [home.policyFile]),
  ).toEqual([]);
};
const rich = (stage: string): string[] => {
  const field = mark(`${stage}: field name`);
  return [
    '--field',
    `${field}=${mark(`${stage}: field value`)}`,
    '--field',
    'password',
    '--notes',
    mark(`${stage}: notes`),
    '--url',
    `https://example.org/${mark(`${stage}: URL`)}`,
    '--tag',
    mark(`${stage}: tag`),
    '--hint',
    `${field}=${mark(`${stage}: hint`)}`,
    '--alias',
    `${field}=${mark(`${stage}: alias`)}`,
    '--binding',
    `B_${mark(`${stage}: binding`)}=${field}`,
  ];
};

describe('no file holds what a user stored', () => {
  const key = mark('key');
  const single = mark('key of a single value');

  test('[D Audit] the search finds a marker in each of its forms', () => {
    for (const [, form] of formsOf(key)) expect(form.length).toBeGreaterThanOrEqual(24);
    const blob = Buffer.from(`{"x":"${key}"}`).toString('base64');
    expect([...formsOf(key).values()].some((form) => blob.includes(form.toString('latin1')))).toBe(true);
  });

  test('[D Audit] after set', async () => {
    await home.ok(['set', key, ...rich('set')], { stdin: mark('set: bare field') });
    await home.set(single, mark('set: value'));
    await noTraces();
  });

  test('[D Audit] after an edit', async () => {
    await home.ok(['set', key, ...rich('edit')], { stdin: mark('edit: bare field') });
    await home.set(single, mark('edit: value'));
    await home.ok(['set', key, '--no-notes', '--no-url']);
    await noTraces();
  });

  test('[D Audit] after reads and refused commands', async () => {
    await home.ok(['get', key]);
    await home.cli(['get', mark('key that does not exist')]);
    await home.cli(['set', single, '--field', `${mark('refused field')}=${mark('refused value')}`]);
    await home.cli(['get', single], { env: { VAULT_PASSWORD: mark('wrong password') } });
    await noTraces();
  });

  test('[D Audit] after runs, with markers in their arguments and output', async () => {
    const server = await new ToolServer(MODERN).start(home);
    try {
      const { command, args } = node(
        'console.log(Object.values(process.env).join(), process.argv[1])',
        mark('run: argument'),
      );
      await server.ok('secret_run', { keys: [single], command, args });
      await server.ok('secret_run_with_bindings', {
        key,
        command,
        args: [...args, mark('run: further argument')],
      });
      await server.fails('secret_run', { keys: [mark('run: key')], command });
      await server.call('secret_run', { keys: [], command: mark('run: command') });
      await home.cli(['run', '-k', single, '--', command, ...args, mark('cli run: argument')]);
      await noTraces();
    } finally {
      await server.stop();
    }
    await noTraces();
  });

  test('[D Audit] after kill -9 of a server in the middle of a run', async () => {
    const server = await new ToolServer(MODERN).start(home);
    const slow = node(
      'console.log(process.env, process.argv); setTimeout(() => {}, 3000)',
      mark('killed run: argument'),
    );
    server.call('secret_run', { keys: [single], ...slow }).catch(() => {});
    await pause(700);
    server.process.kill('SIGKILL');
    await server.exited;
    await noTraces();
  });

  test('[D Audit] after kill -9 of set at various moments', async () => {
    for (const delay of [20, 60, 100, 140, 180, 220, 260, 320]) {
      const args = ['set', mark(`killed set ${delay}: key`), '--notes', mark(`killed set ${delay}: notes`)];
      const child = start(args, { env: home.env, cwd: home.dir });
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.stdin.on('error', () => {});
      child.stdin.end(mark(`killed set ${delay}: value`));
      await pause(delay);
      child.kill('SIGKILL');
      await closed;
    }
    await noTraces();
    await home.ok(['list']);
    await home.ok(['audit', 'verify']);
  });

  test('[D Audit] after delete', async () => {
    await home.ok(['delete', key, '--yes']);
    await home.ok(['delete', single, '--yes']);
    await noTraces();
  });
});
