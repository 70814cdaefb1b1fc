// Builds dist/: one entry, split into chunks so that a command loads only what it needs, and the keychain's helper.
import { build } from 'esbuild';
import { chmod, readFile, rm } from 'node:fs/promises';

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));

const shared = {
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
  minifySyntax: true,
  legalComments: 'linked',
  logLevel: 'warning',
};

/** Leaves an import of a module to the file that another build makes of it. */
const builtApart = (name) => ({
  name: `${name} is built apart`,
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`/${name}\\.ts$`) }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : undefined,
    );
  },
});

await rm('dist', { recursive: true, force: true });
await build({
  ...shared,
  // The second is the process that an unlocked session is.
  entryPoints: {
    program: 'src/cli/program.ts',
    session: 'src/cli/session-main.ts',
    'keychain-helper': 'src/process/keychain-helper.ts',
  },
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
});
// What a command of a session loads is one file: a dozen chunks would cost more than everything else it does.
await build({ ...shared, entryPoints: { front: 'src/cli/front.ts' }, plugins: [builtApart('program')] });
await build({ ...shared, entryPoints: { vaultctl: 'src/cli/main.ts' }, plugins: [builtApart('front')] });
await chmod('dist/vaultctl.js', 0o755);
