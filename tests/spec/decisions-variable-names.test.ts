import { describe, expect, test } from 'vitest';
import { MODERN, useServer } from './support/client.ts';
import { ALLOW_ALL, exists, useVault } from './support/home.ts';
import { node, probe, seen, writeProbe } from './support/probe.ts';
import { random } from './support/text.ts';

const VALUE = random();
/** Names that change how programs load or run. */
const DANGEROUS = (
  'PATH HOME SHELL IFS ENV BASH_ENV NODE_OPTIONS PYTHONPATH PYTHONSTARTUP PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS ' +
  'GIT_SSH_COMMAND GIT_ASKPASS EDITOR PAGER VAULT_PASSWORD VAULT_DIR ' +
  'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT LD_SOMETHING_NEW DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH'
).split(' ');
const FINE = [
  'GIT_TOKEN',
  'VAULT_TOKEN',
  'MY_PATH',
  'APP_HOME',
  'NODE_TOKEN',
  'PATHS',
  'HOMEPAGE',
  'LDAP_PASSWORD',
];

/** The last letter of a name is the key, all before it the prefix: it is the final name that is judged. */
const split = (name: string): { keys: string[]; env_prefix: string } => ({
  keys: [name.slice(-1).toLowerCase()],
  env_prefix: name.slice(0, -1),
});

const home = useVault(async (fresh) => {
  await writeProbe(fresh);
  await fresh.policy(ALLOW_ALL);
  const letters = new Set([...DANGEROUS, ...FINE].map((name) => name.slice(-1).toLowerCase()));
  for (const letter of letters) await fresh.set(letter, VALUE);
  await fresh.set('path', VALUE);
  await fresh.set('ld/preload', VALUE);
  await fresh.set('vault/token', VALUE);
});
const server = useServer(home, MODERN);

describe('a name that changes how programs load or run', () => {
  for (const name of DANGEROUS) {
    test(`[D Selecting keys and naming variables] ${name} is refused and nothing runs`, async () => {
      const script = `require("node:fs").writeFileSync("ran-${name}", "")`;
      const message = await server.fails('secret_run', { ...split(name), ...node(script) });
      expect(message).toContain(name);
      expect(await exists(home.file(`ran-${name}`))).toBe(false);
    });
  }

  test('[D Selecting keys and naming variables] the refusal names both sides: the key and the variable', async () => {
    const message = await server.fails('secret_run', { keys: ['ld/preload'], command: 'true' });
    expect(message).toContain('ld/preload');
    expect(message).toContain('LD_PRELOAD');
  });

  test('[D Selecting keys and naming variables] vaultctl run refuses it as well: exit code 1, nothing runs', async () => {
    const { command, args } = node('require("node:fs").writeFileSync("ran-cli-path", "")');
    const result = await home.cli(['run', '-k', 'path', '--', command, ...args]);
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('PATH');
    expect(await exists(home.file('ran-cli-path'))).toBe(false);
  });

  test('[D Selecting keys and naming variables] such a key can be stored and read', async () => {
    expect((await home.ok(['get', 'path'])).stdout).toBe(`${VALUE}\n`);
  });

  test('[D Selecting keys and naming variables] with a prefix its final name is fine', async () => {
    const run = await server.ok('secret_run', {
      keys: ['path'],
      env_prefix: 'MY_',
      ...probe(home, 'MY_PATH'),
    });
    expect(JSON.parse(String(run['stdout']))).toEqual({ MY_PATH: seen(VALUE) });
  });
});

describe('a name that only looks like one', () => {
  for (const name of FINE) {
    test(`[D Selecting keys and naming variables] ${name} is fine`, async () => {
      const run = await server.ok('secret_run', { ...split(name), ...probe(home, name) });
      expect(JSON.parse(String(run['stdout']))).toEqual({ [name]: seen(VALUE) });
    });
  }
});
