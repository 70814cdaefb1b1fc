import { describe, expect, test } from 'vitest';
import { ERAS, failure, MODERN, success, useServer, type ToolServer } from './support/client.ts';
import { ALLOW_ALL, useVault, type PolicyKeys } from './support/home.ts';
import { random } from './support/text.ts';

const VALUE = random();
const home = useVault(async (fresh) => {
  await fresh.set('app', VALUE);
  await fresh.ok(['set', 'bound', '--field', 'user=u', '--binding', 'BOUND_USER=user']);
});

type Verdict = 'runs' | 'command not allowed';

/** Rule of the evaluation order, policy, command and arguments, verdict. */
const ORDER: [string, PolicyKeys, string, string[], Verdict][] = [
  // 4. default_action
  ['4: default_action allow lets a command run', { default_action: 'allow' }, 'echo', ['x'], 'runs'],
  ['4: default_action deny blocks it', { default_action: 'deny' }, 'echo', ['x'], 'command not allowed'],
  // 3. allowed_commands
  [
    '3: an allowed command runs though the default is deny',
    { default_action: 'deny', allowed_commands: ['echo'] },
    'echo',
    ['x'],
    'runs',
  ],
  [
    '3: another command falls to the default',
    { default_action: 'deny', allowed_commands: ['echo'] },
    'true',
    [],
    'command not allowed',
  ],
  // 2. denied_commands
  [
    '2: a denied command is blocked though the default is allow',
    { default_action: 'allow', denied_commands: ['echo'] },
    'echo',
    ['x'],
    'command not allowed',
  ],
  [
    '2: a command that is not denied falls to the default',
    { default_action: 'allow', denied_commands: ['echo'] },
    'true',
    [],
    'runs',
  ],
  [
    '2 before 3: denied wins over allowed',
    { default_action: 'deny', denied_commands: ['echo'], allowed_commands: ['echo'] },
    'echo',
    ['x'],
    'command not allowed',
  ],
  // 1. always denied
  ...['env', 'printenv', 'set', 'export'].flatMap(
    (name): [string, PolicyKeys, string, string[], Verdict][] => [
      [
        `1: ${name} is blocked though the default is allow`,
        { default_action: 'allow' },
        name,
        [],
        'command not allowed',
      ],
      [
        `1 before 3: ${name} is blocked though it is allowed`,
        { default_action: 'allow', allowed_commands: [name] },
        name,
        [],
        'command not allowed',
      ],
    ],
  ),
  [
    '1: cat on /proc/self/environ is blocked',
    { default_action: 'allow' },
    'cat',
    ['/proc/self/environ'],
    'command not allowed',
  ],
  [
    '1 before 3: also when cat is allowed',
    { default_action: 'deny', allowed_commands: ['cat'] },
    'cat',
    ['/proc/self/environ'],
    'command not allowed',
  ],
  [
    '1: cat on the environment of another process is blocked',
    { default_action: 'allow' },
    'cat',
    ['/proc/1/environ'],
    'command not allowed',
  ],
  [
    '1: also behind other arguments',
    { default_action: 'allow' },
    'cat',
    ['-v', '/etc/hostname', '/proc/1/environ'],
    'command not allowed',
  ],
  ['1: cat on another file is not', { default_action: 'allow' }, 'cat', ['/dev/null'], 'runs'],
  [
    '1: printenv with a name is blocked',
    { default_action: 'allow' },
    'printenv',
    ['APP'],
    'command not allowed',
  ],
  ['1: env with a command is blocked', { default_action: 'allow' }, 'env', ['true'], 'command not allowed'],
];

const verdict = async (server: ToolServer, tool: string, args: Record<string, unknown>): Promise<string> => {
  const answer = await server.call(tool, args);
  if (answer.isError) return failure(answer);
  success(answer);
  return 'runs';
};

describe.each(ERAS)('%s', (era) => {
  const server = useServer(home, era);
  const runBound = (command: string): Promise<string> =>
    verdict(server, 'secret_run_with_bindings', { key: 'bound', command });

  for (const [rule, policy, command, args, expected] of ORDER) {
    test(`[5.2] evaluation order ${rule}`, async () => {
      await home.policy({ version: 1, ...policy });
      expect(await verdict(server, 'secret_run', { keys: ['app'], command, args })).toBe(expected);
    });
  }

  for (const command of ['env', 'printenv', 'set', 'export']) {
    test(`[5.2] secret_run_with_bindings blocks ${command} as well`, async () => {
      await home.policy(ALLOW_ALL);
      expect(await runBound(command)).toBe('command not allowed');
    });
  }

  test('[5.2] secret_run_with_bindings follows the same lists', async () => {
    await home.policy({ version: 1, default_action: 'deny', allowed_commands: ['echo'] });
    expect(await runBound('echo')).toBe('runs');
    expect(await runBound('true')).toBe('command not allowed');
  });

  for (const [tool, args] of [
    ['secret_run', { keys: ['app'], command: 'echo' }],
    ['secret_run_with_bindings', { key: 'bound', command: 'echo' }],
  ] as const) {
    test(`[5.2] when the file does not exist, ${tool} fails with "policy not found"`, async () => {
      await home.noPolicy();
      expect(await server.fails(tool, args)).toBe('policy not found');
    });
  }

  test('[5.2] the readers need no policy file', async () => {
    await home.noPolicy();
    await server.ok('secret_list');
    await server.ok('secret_exists', { key: 'app' });
    await server.ok('secret_get_masked', { key: 'app' });
    await server.ok('secret_list_fields', { key: 'bound' });
    await server.ok('secret_get_field', { key: 'bound', field: 'user' });
    await server.ok('security_score');
  });
});

describe('the hand-written file', () => {
  const server = useServer(home, MODERN);
  const run = (command: string): Promise<string> => verdict(server, 'secret_run', { keys: ['app'], command });

  test('[2.3] YAML with all five keys of the table is understood', async () => {
    await home.policy(`# policy of this machine
version: 1
default_action: deny
denied_commands: []
allowed_commands:
  - echo
  - "true"
env_aliases:
  dev:
    - pattern: "app"
      target: "bound"
`);
    expect(await run('echo')).toBe('runs');
    expect(await run('true')).toBe('runs');
    expect(await run('false')).toBe('command not allowed');
  });

  test('[2.3] denied_commands may be empty', async () => {
    await home.policy('version: 1\ndefault_action: allow\ndenied_commands: []\n');
    expect(await run('echo')).toBe('runs');
  });

  test('[2.3] with default_action deny nothing runs without allowed_commands', async () => {
    await home.policy('version: 1\ndefault_action: deny\n');
    expect(await run('echo')).toBe('command not allowed');
  });

  test('[9] the policy file carries version 1', async () => {
    await home.policy('version: 1\ndefault_action: allow\n');
    expect(await run('echo')).toBe('runs');
  });

  test('[D Policy] it is read again on every call', async () => {
    await home.policy('version: 1\ndefault_action: allow\n');
    expect(await run('echo')).toBe('runs');
    await home.policy('version: 1\ndefault_action: deny\n');
    expect(await run('echo')).toBe('command not allowed');
    await home.noPolicy();
    expect(await run('echo')).toBe('policy not found');
  });
});
