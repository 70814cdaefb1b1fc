// Brings the real agent clients that some tests drive, once: Claude Code and Codex, in the versions of
// scripts/clients/package-lock.json, without running their install scripts. Where they cannot be had the tests that need
// them are skipped and say so.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { areThere, folder, manifests } from './agent-clients.mjs';

if (!areThere()) {
  process.stderr.write('setup: getting agent clients for the tests (some 770 MB on disk, once)\n');
  const ok = bring();
  if (!ok) process.stderr.write('setup: npm could not get them: the tests that need them are skipped\n');
}

/** Installs beside the place and moves it there, so that what is there is whole. */
function bring() {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    cpSync(manifests, draft, { recursive: true });
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=silent', '--fetch-retries=1'];
    const { status } = spawnSync('npm', ['ci', ...flags], {
      cwd: draft,
      stdio: ['ignore', 2, 2],
      timeout: 600_000,
    });
    if (status !== 0) return false;
    const starts = [
      join('@anthropic-ai', 'claude-code', 'cli-wrapper.cjs'),
      join('@openai', 'codex', 'bin', 'codex.js'),
    ]
      .map((path) => join(draft, 'node_modules', path))
      .every((path) => spawnSync(process.execPath, [path, '--version'], { stdio: 'ignore' }).status === 0);
    if (!starts) return false;
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
