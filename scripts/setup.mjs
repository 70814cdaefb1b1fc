// Brings a fresh clone to where the other scripts can run: dependencies, then dist/. Does nothing twice.
// Runs under whatever Node npm was started with, so it uses nothing newer than Node 20.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installedStamp = join(root, 'node_modules', '.installed-lock');
const builtStamp = join(root, 'dist', '.built-from');

installDependencies();
buildProgram();

function installDependencies() {
  const lock = hash([join(root, 'package-lock.json')]);
  if (stampIs(installedStamp, lock)) return;
  say('installing dependencies');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(installedStamp, lock);
}

function buildProgram() {
  const sources = hash([
    ...filesBelow(join(root, 'src')),
    join(root, 'scripts', 'build.mjs'),
    join(root, 'package.json'),
  ]);
  if (stampIs(builtStamp, sources) && existsSync(join(root, 'dist', 'vaultctl.js'))) return;
  say('building dist/');
  run(join(root, 'node_modules', '.bin', 'node'), [join(root, 'scripts', 'build.mjs')]);
  writeFileSync(builtStamp, sources);
}

function filesBelow(directory) {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .toSorted();
}

function hash(paths) {
  const digest = createHash('sha256');
  for (const path of paths) digest.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  return digest.digest('hex');
}

function stampIs(path, expected) {
  return existsSync(path) && readFileSync(path, 'utf8') === expected;
}

function run(program, args) {
  execFileSync(program, args, { cwd: root, stdio: ['ignore', 2, 2] });
}

function say(text) {
  process.stderr.write(`setup: ${text}\n`);
}
