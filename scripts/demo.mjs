// `npm start`: a vault, a policy, and a real agent client that uses secrets it never sees. Offline, in a
// temporary home; every `->` and `<-` line is a line that went over the pipe. Exits 1 if a promise is broken.
import { Client } from '@modelcontextprotocol/client';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RecordingTransport } from './recording-transport.mjs';

const program = fileURLToPath(new URL('../dist/vaultctl.js', import.meta.url));
const home = realpathSync(mkdtempSync(join(tmpdir(), 'vaultctl-demo-')));
const env = {
  PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  HOME: home,
  XDG_RUNTIME_DIR: home,
  LANG: 'C.UTF-8',
};
/** The owner's; agents get none. */
const masterPassword = randomBytes(18).toString('base64url');
const secrets = {
  token: `tok-${randomBytes(24).toString('hex')}`,
  password: randomBytes(18).toString('base64url'),
};
const checks = [];
const started = performance.now();

try {
  makeVault();
  writePolicy();
  await useAsAgent();
  showSession();
  showAudit();
  conclude();
} catch (error) {
  promise(`the demo ran to its end (${error.message})`, false);
} finally {
  spawnSync(process.execPath, [program, 'lock'], { env });
  rmSync(home, { recursive: true, force: true });
}
process.exitCode = checks.every((check) => check.kept) ? 0 : 1;

function makeVault() {
  title('The owner makes a vault. Values come from standard input, never from the command line.');
  vaultctl(['init']);
  vaultctl(['set', 'deploy/token', '--tag', 'ci', '--expires', '30d', '--notes', 'for the demo'], {
    input: secrets.token,
  });
  const fields = ['--field', 'host=db.internal', '--field', 'user=app', '--field', 'password'];
  const bindings = [
    '--binding',
    'PGHOST=host',
    '--binding',
    'PGUSER=user',
    '--binding',
    'PGPASSWORD=password',
  ];
  vaultctl(['set', 'db/main', ...fields, ...bindings, '--tag', 'prod'], { input: secrets.password });
}

function writePolicy() {
  title('The owner says what agents may run. Everything else is denied.');
  mkdirSync(join(home, 'bin'));
  tool('deploy', 'echo "deploying with token $DEPLOY_TOKEN"; echo "token is $DEPLOY_TOKEN" >&2');
  tool('db-check', 'echo "connecting to $PGHOST as $PGUSER with $PGPASSWORD"');
  tool('slow', 'sleep 60');
  const policy = [
    'version: 1',
    'default_action: deny',
    'allowed_commands:',
    ...['deploy', 'db-check', 'slow'].map((name) => `  - ${join(home, 'bin', name)}`),
  ].join('\n');
  writeFileSync(join(home, '.vault', 'mcp-policy.yaml'), `${policy}\n`, { mode: 0o600 });
  console.log(policy.replaceAll(/^/gm, '  '));
}

async function useAsAgent() {
  title('An agent client starts the tool server and speaks MCP to it: -> is sent, <- is received.');
  const transport = new RecordingTransport({
    command: process.execPath,
    args: [program, 'mcp-server'],
    env,
    cwd: home,
  });
  const client = new Client({ name: 'demo-agent', version: '1.0.0' });
  await client.connect(transport);
  const call = (say, name, args) => {
    title(say);
    return client.callTool({ name, arguments: args });
  };

  const locked = await call('The vault is locked.', 'secret_list', {});
  promise('a locked vault gives nothing', failed(locked, 'vault is locked: run vaultctl unlock'));

  title('The owner unlocks it, once. The server needs no password and no restart.');
  vaultctl(['unlock']);

  title('Which tools are there?');
  const { tools } = await client.listTools();
  promise(
    'there are eight tools, and none returns a value',
    tools.length === 8 && !tools.some(({ name }) => name === 'secret_get'),
  );

  const list = await call('Which secrets are there? Keys and metadata, no values.', 'secret_list', {});
  promise(
    'the listing has both keys',
    list.structuredContent?.secrets.map(({ key }) => key).join() === 'db/main,deploy/token',
  );

  const exists = await call('Is there one called deploy/token?', 'secret_exists', { key: 'deploy/token' });
  promise('the secret exists', exists.structuredContent?.exists === true);

  const masked = await call('What does it look like? Only the last four characters.', 'secret_get_masked', {
    key: 'deploy/token',
  });
  promise(
    'the value is masked',
    masked.structuredContent?.masked_value === '*'.repeat(48) + secrets.token.slice(-4),
  );

  const field = await call('A field that is not sensitive can be read.', 'secret_get_field', {
    key: 'db/main',
    field: 'host',
  });
  promise('the host is readable', field.structuredContent?.value === 'db.internal');

  const refused = await call('A sensitive one cannot.', 'secret_get_field', {
    key: 'db/main',
    field: 'password',
  });
  promise('the password is refused', failed(refused, "field 'password' is marked as sensitive"));

  const deploy = join(home, 'bin', 'deploy');
  const run = await call('Run a program with the token, even one that prints it.', 'secret_run', {
    keys: ['deploy/*'],
    command: deploy,
  });
  const { stdout, stderr, sanitized } = run.structuredContent ?? {};
  promise('the program had the token', stdout === 'deploying with token [REDACTED:deploy/token]\n');
  promise('both outputs are redacted', stderr === 'token is [REDACTED:deploy/token]\n' && sanitized === true);

  const bound = await call('Run one with the variable names the owner bound.', 'secret_run_with_bindings', {
    key: 'db/main',
    command: join(home, 'bin', 'db-check'),
  });
  promise(
    'bindings work',
    bound.structuredContent?.stdout === 'connecting to db.internal as app with [REDACTED:db/main]\n',
  );

  const denied = await call('Try what the policy does not allow.', 'secret_run', {
    keys: ['deploy/token'],
    command: 'sh',
    args: ['-c', 'env'],
  });
  promise('the shell is denied', failed(denied, 'command not allowed'));

  const slow = await call('Run something that takes too long.', 'secret_run', {
    keys: [],
    command: join(home, 'bin', 'slow'),
    timeout: '500ms',
  });
  promise('it is ended', failed(slow, 'timeout exceeded'));

  title('The client quits.');
  const code = await transport.close();
  promise('the server ended by itself', code === 0);
  const recorded = transport.lines.join('\n') + transport.stderr;
  for (const [name, value] of Object.entries({ ...secrets, 'master password': masterPassword })) {
    promise(`the ${name} is in none of ${transport.lines.length} protocol lines`, !recorded.includes(value));
  }
}

function showSession() {
  title('The session uses secrets for any program of the owner, and reveals none without the password.');
  const deploy = join(home, 'bin', 'deploy');
  const ran = vaultctl(['run', '-k', 'deploy/token', '--', deploy], { password: '' });
  promise(
    'a run of the command line is redacted too',
    ran === 'deploying with token [REDACTED:deploy/token]\n',
  );
  vaultctl(['get', 'deploy/token'], { password: '', expected: 4 });
  vaultctl(['lock'], { password: '' });
}

function showAudit() {
  title('What the owner sees afterwards.');
  const journal = vaultctl(['audit', 'export', '--format=jsonl', '--source', 'mcp']);
  const records = journal
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  for (const { timestamp, action, phase, outcome, key, keys, reason, exit_code, client } of records) {
    const about = [
      phase,
      key ?? keys?.join(' '),
      reason,
      exit_code === undefined ? undefined : `exit ${exit_code}`,
    ];
    console.log(
      `  ${timestamp}  ${outcome.padEnd(7)}  ${action}  ${about.filter(Boolean).join(', ')}  (${client})`,
    );
  }
  console.log(`  the last of them as it is: ${journal.trim().split('\n').at(-1)}`);
  promise('every call left its record', records.length === 12);
  promise('the journal holds no value', !Object.values(secrets).some((value) => journal.includes(value)));
  vaultctl(['audit', 'verify']);
}

function conclude() {
  title(
    `What was promised, and whether it was kept (${((performance.now() - started) / 1000).toFixed(1)} s)`,
  );
  for (const { what, kept } of checks) console.log(`  ${kept ? 'kept  ' : 'BROKEN'}  ${what}`);
  title('Your own vault');
  console.log(`  npm install -g .                   puts vaultctl on your PATH
  vaultctl init                      then: vaultctl set <key>
  write ~/.vault/mcp-policy.yaml, mode 0600, as above
  vaultctl unlock                    once, for the day; agents use secrets and see none
  vaultctl mcp install claude-code   or claude-desktop codex cursor vscode windsurf gemini zed opencode

  It shows what it changes in the client's settings and asks. No password is written: the server goes through your session.
  On machines where nobody can unlock, VAULT_PASSWORD_FILE names a file of mode 0600 with the password.`);
}

/** Runs the built program as its owner would, shows the command, and returns what it printed. */
function vaultctl(args, { input = '', password = masterPassword, expected = 0 } = {}) {
  console.log(`  $ vaultctl ${args.join(' ')}${input === '' ? '' : '   < a generated value'}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { ...env, ...(password !== '' && { VAULT_PASSWORD: password }) },
    cwd: home,
    input,
    encoding: 'utf8',
  });
  if (args[0] !== 'audit' || args[1] === 'verify')
    process.stdout.write((stdout + stderr).replaceAll(/^(?=.)/gm, '    '));
  const words = args.slice(0, 2).join(' ');
  promise(`vaultctl ${words} ${expected === 0 ? 'succeeded' : 'was refused'}`, status === expected);
  return stdout;
}

function tool(name, script) {
  writeFileSync(join(home, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

function failed(result, message) {
  const { error } = JSON.parse(result.content[0].text);
  return result.isError === true && String(error.message ?? error).startsWith(message);
}

function title(text) {
  console.log(`\n${text}`);
}

function promise(what, kept) {
  checks.push({ what, kept });
  if (!kept) console.log(`  BROKEN PROMISE: ${what}`);
}
