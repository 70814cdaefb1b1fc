/** The names a secret may go by as a variable. */
import { type Attack, attacks } from './support/table.ts';
import { ALLOW, escaped, useTarget, VALUE } from './support/target.ts';
import { digest, probe, seen, writeProbe } from './support/variables.ts';

/** Every key a row needs; all hold a value of their own. */
const KEYS =
  'd e h r s t ld/preload path bash-env Git/SSH-command a/b a-b a_b a.b Token token db/user __proto__ constructor';
const valueOf = (key: string): string => `${key} ${VALUE} ${key}`;

const target = useTarget(async (home) => {
  await writeProbe(home);
  await Promise.all(KEYS.split(' ').map((key) => home.set(key, valueOf(key))));
  const names = ['user', '__proto__', 'constructor', 'toString'];
  const fields = names.flatMap((name) => ['--field', `${name}=${name} of db`]);
  const bindings = ['__proto__=user', 'constructor=__proto__', 'toString=toString'];
  const aliases = ['user=hasOwnProperty', 'user=valueOf'].flatMap((each) => ['--alias', each]);
  await home.ok(['set', 'db', ...fields, ...bindings.flatMap((each) => ['--binding', each]), ...aliases]);
});

/** A name assembled of a prefix and a key of one letter. */
const assembled = (name: string): Attack => ({
  input: `the variable ${escaped(name)}, assembled by the prefix`,
  expected: 'refused by its name',
  attempt: async () => {
    const args = { keys: [name.slice(-1).toLowerCase()], env_prefix: name.slice(0, -1) };
    const outcome = await seen(target, args, name);
    return outcome.includes(`cannot be given as the variable ${/^[\w.-]+$/.test(name) ? name : '"'}`)
      ? 'refused by its name'
      : outcome;
  },
});

attacks('environment', [
  ...(
    'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT LD_ANYTHING_ELSE LD_D DYLD_INSERT_LIBRARIES GLIBC_TUNABLES GCONV_PATH ' +
    'PATH HOME TMPDIR IFS CDPATH SHELLOPTS BASHOPTS PROMPT_COMMAND HISTFILE BASH_LOADABLES_PATH ' +
    'NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED PYTHONPATH PYTHONHOME PYTHONINSPECT ' +
    'PYTHONUSERBASE PYTHONWARNINGS PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS CLASSPATH DOTNET_STARTUP_HOOKS LUA_PATH ' +
    'GIT_SSH_COMMAND GIT_ASKPASS GIT_CONFIG_COUNT GIT_EXEC_PATH GIT_DIR EDITOR PAGER BROWSER SSH_ASKPASS ' +
    'LESS LESSCLOSE MANPATH MAKEFLAGS CFLAGS NPM_CONFIG_SCRIPT_SHELD npm_config_D Ld_D ld_preloaD ' +
    'VAULT_PASSWORD VAULT_PASSWORD_FILE VAULT_DIR SSLKEYLOGFILE SSL_CERT_FILE CURL_CA_BUNDLE TAR_OPTIONS ' +
    'XDG_CONFIG_HOME DBUS_SESSION_BUS_ADDRESS BASH_FUNC_ECHO%%D TERMINFO_DIRS RES_OPTIONS OPENSSL_MODULES'
  )
    .split(' ')

    .map(assembled),
  ...[
    'A=D',
    '=D',
    'A=B=D',
    'A\nD',
    '\nD',
    'A\rD',
    'A D',
    ' D',
    'A\tD',
    'A\u00a0D',
    'A\u200bD',
    'A\u202eD',
    'A\u0085D',
    'A\u001bD',
  ].map(assembled),
]);

const refusal = (input: string, args: () => Record<string, unknown>, ...parts: string[]): Attack => ({
  input,
  expected: `refused, naming ${parts.join(' and ')}`,
  attempt: async () => {
    const outcome = await seen(target, args());
    const refused = /cannot be given as the variable|would both set the variable/.test(outcome);
    return refused && parts.every((part) => outcome.includes(part))
      ? `refused, naming ${parts.join(' and ')}`
      : outcome;
  },
});

attacks('environment', [
  refusal('the key ld/preload', () => ({ keys: ['ld/preload'] }), 'ld/preload', 'LD_PRELOAD'),
  refusal('the key ld/preload by a pattern', () => ({ keys: ['l*/p*'] }), 'ld/preload', 'LD_PRELOAD'),
  refusal('the key path', () => ({ keys: ['path'] }), 'path', 'PATH'),
  refusal('the key bash-env', () => ({ keys: ['bash-env'] }), 'bash-env', 'BASH_ENV'),
  refusal(
    'the key Git/SSH-command',
    () => ({ keys: ['Git/SSH-command'] }),
    'Git/SSH-command',
    'GIT_SSH_COMMAND',
  ),
  refusal('a good key beside a bad one', () => ({ keys: ['app', 'path'] }), 'path', 'PATH'),
  refusal('two keys that become one name by / and -', () => ({ keys: ['a/b', 'a-b'] }), 'a/b', 'a-b', 'A_B'),
  refusal('two keys that become one name by - and _', () => ({ keys: ['a-b', 'a_b'] }), 'a-b', 'a_b', 'A_B'),
  refusal('two keys that become one name by a pattern', () => ({ keys: ['a[_-]b'] }), 'a-b', 'a_b', 'A_B'),
  refusal('two keys that become one name by a dot', () => ({ keys: ['a.b', 'a_b'] }), 'a.b', 'a_b', 'A_B'),
  refusal(
    'two keys that differ in case only',
    () => ({ keys: ['token', 'Token'] }),
    'token',
    'Token',
    'TOKEN',
  ),
  refusal('a key and the field of another', () => ({ keys: ['db', 'db/user'] }), 'db', 'db/user', 'DB_USER'),
  {
    input: 'env_prefix with a NUL byte',
    expected: "invalid arguments: 'env_prefix' contains a NUL character",
    attempt: () => seen(target, { keys: ['d'], env_prefix: 'A\0' }),
  },
  {
    input: 'env_prefix of 2,000 letters',
    expected: 'refused',
    attempt: async () =>
      (await seen(target, { keys: ['d'], env_prefix: 'A'.repeat(2_000) })).replace(
        /^d cannot be given .* has at most .*/s,
        'refused',
      ),
  },
  {
    input: 'the same key twice: one variable (must work)',
    expected: `TOKEN ${digest(valueOf('token'))}`,
    attempt: () => seen(target, { keys: ['token', 'token'] }, 'TOKEN'),
  },
  ...[
    'MY_PATH',
    'LDAP_PASSWORD',
    'GIT_TOKEN_D',
    'VAULT_TOKENS',
    'NODE_AUTH_TOKEN_D',
    'PATHS',
    'A.D',
    'A-D',
    '1D',
  ].map((name) => ({
    input: `the variable ${name}, which only looks like a bad one (must work)`,
    expected: `${name} ${digest(valueOf(name.slice(-1).toLowerCase()))}`,
    attempt: () =>
      seen(target, { keys: [name.slice(-1).toLowerCase()], env_prefix: name.slice(0, -1) }, name),
  })),
  {
    input: 'the key __proto__',
    expected: `__PROTO__ ${digest(valueOf('__proto__'))}, no __proto__, no polluted`,
    attempt: () => seen(target, { keys: ['__proto__'] }, '__PROTO__', '__proto__', 'polluted'),
  },
  {
    input: 'the key constructor',
    expected: `CONSTRUCTOR ${digest(valueOf('constructor'))}`,
    attempt: () => seen(target, { keys: ['constructor'] }, 'CONSTRUCTOR'),
  },
  {
    input: 'fields by the names __proto__, constructor, toString',
    expected: ['__proto__', 'constructor', 'toString']
      .map((name) => `DB_${name.toUpperCase()} ${digest(`${name} of db`)}`)
      .join(', '),
    attempt: () => seen(target, { keys: ['db'] }, 'DB___PROTO__', 'DB_CONSTRUCTOR', 'DB_TOSTRING'),
  },
  {
    input: 'bindings to the variables __proto__, constructor, toString',
    expected: `__proto__ ${digest('user of db')}, constructor ${digest('__proto__ of db')}, toString ${digest('toString of db')}`,
    attempt: async () => {
      await target.home.policy(ALLOW);
      const names = ['__proto__', 'constructor', 'toString'];
      const run = await target.ask({ key: 'db', ...probe(target, ...names) }, 'secret_run_with_bindings');
      return run.outcome === 'runs' ? run.printed : run.outcome;
    },
  },
  ...['hasOwnProperty', 'valueOf'].map((alias) => ({
    input: `a field asked for by its alias ${alias}`,
    expected: 'user',
    attempt: async () =>
      String((await target.server.ok('secret_get_field', { key: 'db', field: alias }))['field']),
  })),
  ...['isPrototypeOf', 'propertyIsEnumerable', '__defineGetter__'].map((name) => ({
    input: `a field that is not there, by the name ${name}`,
    expected: `field not found: ${name}`,
    attempt: () => target.server.fails('secret_get_field', { key: 'db', field: name }),
  })),
  ...['toString', 'hasOwnProperty', '__proto__/x'].map((key) => ({
    input: `a key that is not there, by the name ${key}`,
    expected: `secret not found: ${key}`,
    attempt: () => seen(target, { keys: [key] }),
  })),
  ...['__proto__', 'constructor', 'toString'].map((alias) => ({
    input: `env: ${alias}, where the policy has no alias of that name`,
    expected: 'unknown',
    attempt: async () =>
      (await seen(target, { keys: ['app'], env: alias })).replace(/^.*(unknown|no) .*alias.*$/s, 'unknown'),
  })),
  {
    input: 'env: __proto__, where the policy has such an alias (must work)',
    expected: `TOKEN ${digest(valueOf('token'))}, APP ${digest(valueOf('token'))}`,
    attempt: async () => {
      await target.home.policy(
        `{"version":1,"default_action":"allow","sandbox":"off","env_aliases":{"__proto__":[{"pattern":"app","target":"token"}]}}`,
      );
      return (await target.ask({ keys: ['app'], env: '__proto__', ...probe(target, 'TOKEN', 'APP') }))
        .printed;
    },
  },
]);

/** `set --binding`, on the command line. */
const binding = (name: string): Attack => ({
  input: `set db --binding with the variable ${escaped(name)}`,
  expected: 'refused with exit code 1, nothing is kept',
  attempt: async () => {
    const result = await target.home.cli(['set', 'db', '--binding', `${name}=user`]);
    const { stdout } = await target.home.ok(['list', '--json']);
    if (result.code !== 1) return `exit ${String(result.code)}: ${result.stderr}`;
    return stdout.includes(`"${name}"`) ? 'kept' : 'refused with exit code 1, nothing is kept';
  },
});

attacks(
  'environment',
  ['LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV', 'PATH', 'VAULT_PASSWORD', 'A B', 'A\nB', 'A\u200bB', ''].map(
    binding,
  ),
);
