import { beforeAll, describe, expect, test } from 'vitest';
import { type AuthorityClass, commandClasses, toolClasses } from '../../src/app/authority.ts';
import { tools } from '../../src/mcp/tools/catalog.ts';
import { ALLOW_ALL, exists } from '../spec/support/home.ts';
import { random } from '../spec/support/text.ts';
import { ask, command, tool } from './support/raw-client.ts';
import { useSession } from './support/unlocked.ts';

const VALUE = random();
const NOTES = random();
const OTHER = random();

const session = useSession(async (home) => {
  await home.set('app', VALUE, `--notes=${NOTES}`);
  await home.ok(['set', 'db', '--field', 'host=localhost', '--field', 'password'], { stdin: OTHER });
  await home.policy({ ...ALLOW_ALL, denied_commands: ['whoami'] });
});

/** Each command by its full name: command lines of it, each with its class. */
const LINES: Record<string, [AuthorityClass, ...string[]][]> = {
  init: [['free']],
  set: [
    ['write', 'app'],
    ['write', 'new', '--field', 'a=b'],
    ['write', 'app', '--notes=x'],
  ],
  get: [
    ['reveal', 'app'],
    ['reveal', 'app', '--json'],
    ['reveal', 'db', '--field', 'password', '-n'],
    ['reveal', 'db', '--field', 'host'],
    ['reveal', '--', 'app'],
    ['use', 'app', '--masked'],
    ['use', '--masked', 'db', '--field', 'password', '--json'],
  ],
  list: [['use'], ['use', '--json']],
  delete: [
    ['write', 'app'],
    ['write', 'app', '--yes'],
  ],
  run: [
    ['use', '-k', 'app', '--', 'true'],
    ['use', '--redact', '-k', 'app', '--', 'true'],
    ['use', '--explain', '-k', 'app', '--', 'true'],
  ],
  export: [
    ['reveal', '--all'],
    ['reveal', '-k', 'app', '--format=json'],
  ],
  generate: [['free']],
  'audit list': [['reveal']],
  'audit export': [['reveal']],
  'audit verify': [['reveal'], ['write', '--accept']],
  'policy check': [['free']],
  'policy explain': [['free', '--', 'true']],
  'policy trust': [['write']],
  score: [['use'], ['use', '--json']],
  unlock: [['free']],
  lock: [['free']],
  status: [['free']],
  doctor: [['free']],
  edition: [['free']],
  'mcp-server': [['free']],
  'mcp install': [['free', 'codex']],
  'mcp list': [['free']],
  'mcp uninstall': [['free', 'codex']],
  passwd: [['write']],
  'recovery new': [['write']],
  'recovery use': [['free']],
  'recovery status': [['free']],
  'keychain enable': [['write']],
  'keychain disable': [['free']],
  'keychain status': [['free']],
};

const rows = Object.entries(LINES).flatMap(([name, lines]) =>
  lines.map(([needs, ...args]) => ({ line: [...name.split(' '), ...args], needs })),
);

describe('without the password', () => {
  test('each command of the table is tried below, and no other', () => {
    expect(Object.keys(LINES).toSorted()).toEqual(Object.keys(commandClasses).toSorted());
  });

  test.each(rows)('the session does $needs: $line', async ({ line, needs }) => {
    expect(await ask(session.socket, command(line))).toBe(needs === 'use' ? 'exit 0' : `local ${needs}`);
  });

  test.each(Object.entries(toolClasses))('the session answers the tool %s, which does %s', async (name) => {
    const example = tools.find((one) => one.name === name)?.example ?? {};
    expect(await ask(session.socket, tool(name, example))).toBe('exit 0');
  });

  test('each tool has its class', () => {
    expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(toolClasses).toSorted());
  });
});

const REFUSED = rows.filter(({ needs }) => needs === 'reveal' || needs === 'write');

describe('without a terminal', () => {
  let before = '';
  beforeAll(async () => {
    before = await session.home.snapshot();
  });

  test.each(REFUSED)('$line exits with 4, says why, and prints nothing', async ({ line, needs }) => {
    const { code, stdout, stderr } = await session.cli(line, { stdin: random() });
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    const why = needs === 'reveal' ? 'does not reveal them' : 'does not change them';
    expect(stderr).toContain(`this session uses secrets and ${why}`);
    expect(stderr).toContain('--reveal');
    expect(stderr).not.toContain(VALUE);
  });

  test('nothing of that has changed anything', async () => {
    expect(await session.home.snapshot()).toBe(before);
    expect(before).toContain(VALUE);
  });

  test('nothing is exported into a file', async () => {
    const file = session.home.file('out.env');
    expect((await session.cli(['export', '--all', '-o', file])).code).toBe(4);
    expect((await session.cli(['audit', 'export', '-o', file])).code).toBe(4);
    expect(await exists(file)).toBe(false);
  });

  test('secrets are listed, scored and masked, and neither value nor notes are in any of it', async () => {
    const said = [
      await session.ok(['list']),
      await session.ok(['list', '--json']),
      await session.ok(['score', '--json']),
      await session.ok(['get', 'app', '--masked', '--json']),
      await session.ok(['get', 'db', '--masked']),
      await session.ok(['run', '--explain', '--json', '-k', '*', '--', 'printf', 'x']),
    ].map(({ stdout, stderr }) => stdout + stderr);
    expect(said[0]).toBe('app\ndb\n');
    expect(said[3]).toContain(`***${VALUE.slice(-4)}`);
    expect(said[4]).toContain('host=localhost');
    for (const secret of [VALUE, NOTES, OTHER]) expect(said.join('\n')).not.toContain(secret);
  });

  test('a program gets the values, and what it prints of them is taken out', async () => {
    const script = 'printf "%s %s" "${#APP}" "$APP"; printf %s "$DB_PASSWORD" >&2';
    const { stdout, stderr } = await session.ok(['run', '-k', 'app', '-k', 'db', '--', 'sh', '-c', script]);
    expect(stdout).toBe(`${VALUE.length} [REDACTED:app]`);
    expect(stderr).toContain('[REDACTED:db');
    expect(stderr).not.toContain(OTHER);
  });

  test('a denied program does not run: exit code 5', async () => {
    const { code, stdout, stderr } = await session.cli(['run', '-k', 'app', '--', 'whoami']);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toContain('command not allowed');
    for (const name of ['env', 'printenv']) {
      expect((await session.cli(['run', '-k', 'app', '--', name])).code, name).toBe(5);
    }
  });

  test.each([
    ['--redact=off'],
    ['--redact=false'],
    ['--redact=0'],
    ['--no-redact'],
    ['--unredacted'],
    ['--raw'],
  ])('redaction cannot be switched off by %s', async (option) => {
    const line = ['run', option, '-k', 'app', '--', 'sh', '-c', 'printf %s "$APP"'];
    const { code, stdout, stderr } = await session.cli(line);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toContain(VALUE);
  });

  test('each record of a run says that it was the session’s, and by which policy', async () => {
    await session.ok(['run', '-k', 'app', '--', 'true']);
    await session.cli(['run', '-k', 'app', '--', 'whoami']);
    await session.cli(['run', '-k', 'none', '--', 'true']);
    await session.cli(['run', '-k', 'app', '--', '/nowhere/at/all']);
    const runs = (await session.recordsOf('run')).slice(-5);
    expect(
      runs.map(({ phase, outcome }) => `${typeof phase === 'string' ? phase : 'refused'} ${String(outcome)}`),
    ).toEqual(['start success', 'end success', 'refused denied', 'refused error', 'refused error']);
    const { stdout } = await session.ok(['status', '--json']);
    const { policy_hash } = (JSON.parse(stdout) as { session: { policy_hash: string } }).session;
    for (const run of runs) expect(run).toMatchObject({ source: 'cli', unlock: 'session', policy_hash });
  });
});
