// Where the real agent clients are that some tests drive: outside the project, as they are large, and by the lock file
// that says which.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What says which clients, and in which versions. */
export const manifests = fileURLToPath(new URL('clients', import.meta.url));

const lock = createHash('sha256')
  .update(readFileSync(join(manifests, 'package-lock.json')))
  .digest('hex');
const cache = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');

/** The folder they are in once they are there. */
export const folder = join(cache, 'vaultctl-tests', `clients-${lock.slice(0, 16)}`);

/** What starts each: scripts for Node that look for the program made for this system. */
export const programs = {
  claude: join(folder, 'node_modules', '@anthropic-ai', 'claude-code', 'cli-wrapper.cjs'),
  codex: join(folder, 'node_modules', '@openai', 'codex', 'bin', 'codex.js'),
};

/** Whether they are there. */
export const areThere = () => Object.values(programs).every((path) => existsSync(path));
