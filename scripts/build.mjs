// Builds dist/: one entry, split into chunks so that a command loads only what it needs, and the keychain's helper.
import { build } from 'esbuild';
import { chmod, readFile, rm } from 'node:fs/promises';

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: { vaultctl: 'src/cli/main.ts', 'keychain-helper': 'src/process/keychain-helper.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // The modules, where a package has both: the CommonJS ones lose their named exports in a dynamic import.
  mainFields: ['module', 'main'],
  // Native code cannot be bundled; everything else is, for one short start.
  external: ['@node-rs/argon2', '@napi-rs/keyring'],
  define: { VAULTCTL_VERSION: JSON.stringify(version) },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  minifySyntax: true,
  legalComments: 'linked',
  logLevel: 'warning',
});
await chmod('dist/vaultctl.js', 0o755);
