/** What a program finds in its environment besides secrets, and where the master password must not be. */
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { PASSWORD } from '../spec/support/home.ts';
import { isLinux } from './support/machine.ts';
import { type Attack, attacks } from './support/table.ts';
import { ALLOW, useTarget, withOwnServer } from './support/target.ts';
import { probe, seen, writeProbe } from './support/variables.ts';

const target = useTarget(writeProbe);

/** A server of its own, with more in its environment than a client needs. */
const inherited = (
  input: string,
  env: Record<string, string | undefined>,
  expected: string,
  ...names: string[]
): Attack => ({
  input,
  expected,
  attempt: () => withOwnServer(target, { env }, (own) => seen(own, { keys: [] }, ...names)),
});

attacks('environment', [
  {
    input: 'what a program has without secrets',
    expected: 'HOME, LANG, PATH, TMPDIR',
    attempt: () => seen(target, { keys: [] }),
  },
  {
    input: 'what a program has with one secret',
    expected: 'APP, HOME, LANG, PATH, TMPDIR',
    attempt: () => seen(target, { keys: ['app'] }),
  },
  inherited(
    'what a client holds for itself (tokens, loader and interpreter variables)',
    {
      CLIENT_TOKEN: 'x',
      AWS_SECRET_ACCESS_KEY: 'x',
      LD_DEBUG_OUTPUT: '/dev/null',
      PYTHONSTARTUP: 'x',
      BASH_ENV: 'x',
      LC_ALL: 'C',
      TZ: 'UTC',
    },
    'HOME, LANG, LC_ALL, PATH, TMPDIR, TZ',
  ),
  inherited(
    'the master password in variables that are passed on',
    { TZ: PASSWORD, LC_ALL: `x${PASSWORD}y`, TERM: PASSWORD, USER: `${PASSWORD}\n` },
    'HOME, LANG, PATH, TMPDIR',
  ),
  inherited(
    'VAULT_DIR and VAULT_PASSWORD of the server',
    { VAULT_DIR: undefined },
    'no VAULT_PASSWORD, no VAULT_DIR, no VAULT_PASSWORD_FILE',
    'VAULT_PASSWORD',
    'VAULT_DIR',
    'VAULT_PASSWORD_FILE',
  ),
  {
    input: 'the name of the password file, also in a variable that is passed on',
    expected: 'no VAULT_PASSWORD_FILE, no TERM',
    attempt: async () => {
      const file = await target.home.write('password-file', PASSWORD);
      const env = { VAULT_PASSWORD: undefined, VAULT_PASSWORD_FILE: file, TERM: file };
      return withOwnServer(target, { env }, (own) => seen(own, { keys: [] }, 'VAULT_PASSWORD_FILE', 'TERM'));
    },
  },
  {
    input: 'vaultctl run: the master password, under three names and inside of a value',
    expected: 'no VAULT_PASSWORD, no VAULT_PASSWORD_FILE, no COPY, no INSIDE',
    attempt: async () => {
      const { command, args } = probe(target, 'VAULT_PASSWORD', 'VAULT_PASSWORD_FILE', 'COPY', 'INSIDE');
      const env = { COPY: PASSWORD, INSIDE: `postgres://me:${PASSWORD}@host` };
      return (await target.home.ok(['run', '-k', 'app', '--', command, ...args], { env })).stdout;
    },
  },
  {
    input: 'the master password in the arguments and the title of the tool server, and of what it runs',
    expected: 'in none',
    unable: !isLinux && 'there is no /proc here',
    attempt: async () => {
      const own = readFileSync(`/proc/${target.server.process.pid}/cmdline`, 'utf8');
      const comm = readFileSync(`/proc/${target.server.process.pid}/comm`, 'utf8');
      const child = await seen(target, { keys: ['app'] });
      return [own, comm, child].some((text) => text.includes(PASSWORD) || text.includes('ARGUMENT'))
        ? 'in one'
        : 'in none';
    },
  },
  {
    input: 'the master password printed by a program that knows it',
    expected: 'redacted',
    attempt: async () => {
      await target.home.policy(ALLOW);
      const { stdout } = await target.server.ok('secret_run', { keys: [], command: 'cat', args: ['needle'] });
      return /^\[REDACTED:[^\]]*\]\s*$/.test(String(stdout)) ? 'redacted' : 'something else';
    },
  },
  {
    input: 'the master password in a diagnostic report of the tool server',
    expected: 'a report without it',
    attempt: async () => {
      const folder = target.home.file('reports');
      await mkdir(folder, { recursive: true });
      const env = { NODE_OPTIONS: `--report-on-signal --report-directory=${folder}` };
      return withOwnServer(target, { env }, async (own) => {
        await own.server.ok('secret_list');
        own.server.process.kill('SIGUSR2');
        await expect.poll(() => textsIn(folder), { timeout: 10_000 }).toMatch(/\}\s*$/);
        return textsIn(folder).includes(PASSWORD) ? 'it is in the report' : 'a report without it';
      });
    },
  },
  {
    input: 'the master password in what the tool server answered and wrote during all of this',
    expected: 'nowhere',
    attempt: async () => {
      const said = `${target.server.transcript}${target.server.stderr}`;
      return said.includes(PASSWORD) ? 'somewhere' : 'nowhere';
    },
  },
]);

function textsIn(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('');
}
