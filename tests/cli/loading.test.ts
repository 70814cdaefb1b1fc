import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';

let inputs: Metafile['inputs'];

beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: ['src/cli/main.ts'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: 'unused',
    write: false,
    metafile: true,
    external: ['@node-rs/argon2', '@napi-rs/keyring'],
    logLevel: 'silent',
  });
  inputs = metafile.inputs;
});

/** The packages a module loads at once, through its static imports. */
function packagesOf(module: string): string[] {
  const seen = new Set([module]);
  for (const path of seen) {
    for (const { kind, path: imported } of inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') seen.add(imported);
    }
  }
  const names = [...seen].map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

describe('a command loads only what it needs', () => {
  test('the entry loads nothing before the check of the Node version', () => {
    expect(inputs['src/cli/main.ts']?.imports.map(({ kind }) => kind)).toEqual(['dynamic-import']);
  });

  test('the front loads no package, so that a command of a session needs none', () => {
    expect(packagesOf('src/cli/front.ts')).toEqual([]);
  });

  test('the parser of arguments loads no command', () => {
    expect(packagesOf('src/cli/parse-command-line.ts')).toEqual(['commander']);
  });

  test.each([
    'get',
    'list',
    'delete',
    'set',
    'generate',
    'edition',
    'doctor',
    'policy-check',
    'policy-explain',
    'audit-list',
    'audit-verify',
    'score',
    'init',
    'unlock',
    'lock',
    'status',
    'policy-trust',
    'passwd',
    'recovery-new',
    'recovery-use',
    'recovery-status',
    'keychain-enable',
    'keychain-disable',
    'keychain-status',
  ])('%s loads no package at once', (name) => {
    expect(inputs).toHaveProperty([`src/cli/commands/${name}.ts`]);
    expect(packagesOf(`src/cli/commands/${name}.ts`)).toEqual([]);
  });

  test('the library of the keychain is loaded by its helper process only', () => {
    const importers = Object.entries(inputs)
      .filter(([, { imports }]) => imports.some(({ path }) => path === '@napi-rs/keyring'))
      .map(([path]) => path);
    expect(importers).toEqual([]);
  });

  test.each(['run', 'export'])('%s loads no package but the one for key patterns', (name) => {
    expect(['', 'picomatch']).toContain(packagesOf(`src/cli/commands/${name}.ts`).join());
  });
});
