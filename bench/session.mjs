// What commands cost through an unlocked session, beside a bare start of Node, in one run: medians of interleaved
// rounds and their ratios. Usage: node bench/session.mjs [rounds]. Needs a build; makes a vault of its own.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';

const rounds = Number(process.argv[2] ?? 60);
const program = resolve(import.meta.dirname, '../dist/vaultctl.js');
const home = mkdtempSync(join(tmpdir(), 'vaultctl-bench-'));
const env = { HOME: home, XDG_RUNTIME_DIR: home, PATH: process.env.PATH };
const withPassword = { ...env, VAULT_PASSWORD: 'correct horse battery staple' };
const policy = (sandbox) => `default_action: deny\nallowed_commands: ["true"]\nsandbox: ${sandbox}\n`;
const policyFile = join(home, '.vault', 'mcp-policy.yaml');

console.log(
  `${cpus()[0].model}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 20)} MiB; Node ${process.version}\n`,
);
try {
  vaultctl(['init'], withPassword);
  for (let i = 0; i < 100; i += 1) vaultctl(['set', `app/key-${i}`], withPassword, `value-${i}-0123456789`);
  writeFileSync(policyFile, policy('off'), { mode: 0o600 });
  vaultctl(['unlock'], withPassword);
  const list = measure('bare', 'list', 'masked', 'run');
  writeFileSync(policyFile, policy('auto'), { mode: 0o600 });
  vaultctl(['policy', 'trust'], withPassword);
  const boxed = measure('bare', 'list', 'run');
  report(list, boxed);
} finally {
  spawnSync(process.execPath, [program, 'lock'], { env });
  rmSync(home, { recursive: true });
}

function measure(...names) {
  const commands = {
    bare: ['-e', '0'],
    list: [program, 'list'],
    masked: [program, 'get', 'app/key-7', '--masked'],
    run: [program, 'run', '-k', 'app/key-7', '--', 'true'],
  };
  const times = new Map(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) {
      const started = performance.now();
      const { status, stderr } = spawnSync(process.execPath, commands[name], { env, encoding: 'utf8' });
      times.get(name).push(performance.now() - started);
      if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
    }
  }
  return new Map(names.map((name) => [name, median(times.get(name))]));
}

function report(plain, boxed) {
  const rows = [
    ['bare Node', plain.get('bare'), ''],
    ['list', plain.get('list'), ratio(plain, 'list', 1.35)],
    ['get --masked', plain.get('masked'), ratio(plain, 'masked', 1.35)],
    ['run -- true, sandbox off', plain.get('run'), over(plain)],
    ['run -- true, sandbox on', boxed.get('run'), over(boxed)],
  ];
  console.log('| through a session, 100 secrets | ms | against the target |\n|---|---:|---|');
  for (const [name, ms, verdict] of rows) console.log(`| ${name} | ${ms.toFixed(1)} | ${verdict} |`);
}

function ratio(times, name, target) {
  const value = times.get(name) / times.get('bare');
  return `${value.toFixed(2)} x bare Node, ${value <= target ? 'met' : 'missed'} (${target})`;
}

function over(times) {
  const value = times.get('run') - times.get('list');
  return `list ${value.toFixed(1).replace(/^(?!-)/, '+')} ms, ${value <= 8 ? 'met' : 'missed'} (+8)`;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function vaultctl(args, variables, input = '') {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: variables,
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
}
