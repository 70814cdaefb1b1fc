// Builds dist/: the entry, which is all that a command of a session loads; the program behind it, split into chunks so
// that a command loads only what it needs; the process of a session; the keychain's helper.
import { build } from 'esbuild';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

const shared = {
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  // The modules, where a package has both: the CommonJS ones lose their named exports in a dynamic import.
  mainFields: ['module', 'main'],
  // Native code cannot be bundled; everything else is, for one short start.
  external: ['@node-rs/argon2', '@napi-rs/keyring'],
  define: { VAULTCTL_VERSION: JSON.stringify(version) },
  minifySyntax: true,
  legalComments: 'linked',
  logLevel: 'warning',
  // Only the sources as they are read their version from beside them.
  logOverride: { 'empty-import-meta': 'silent' },
};

/** The program behind the entry is the other build's. */
const programIsApart = {
  name: 'the program is built apart',
  setup({ onResolve }) {
    onResolve({ filter: /\/program\.ts$/ }, () => ({ path: './program.mjs', external: true }));
  },
};

await rm('dist', { recursive: true, force: true });
await build({
  ...shared,
  entryPoints: {
    program: 'src/cli/program.ts',
    session: 'src/cli/session-main.ts',
    'keychain-helper': 'src/process/keychain-helper.ts',
  },
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  format: 'esm',
  target: 'node24',
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
// One file, and CommonJS: an import of `node:fs` makes Node load all of its lazy parts, which takes longer than what a
// command of a session does besides. Its syntax is one that old versions of Node can parse.
await build({
  ...shared,
  entryPoints: { vaultctl: 'src/cli/main.ts' },
  format: 'cjs',
  target: 'node16',
  define: { ...shared.define, 'import.meta.filename': '__filename' },
  plugins: [programIsApart],
});
await writeFile('dist/package.json', '{ "type": "commonjs" }\n');
await chmod('dist/vaultctl.js', 0o755);
