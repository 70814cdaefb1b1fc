import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

/** A package as the lock file has it. */
interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: true;
  readonly dev?: true;
  readonly link?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const PUBLIC = 'https://registry.npmjs.org/';
const root = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as {
  readonly lockfileVersion: number;
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
const running = locked.filter(([, { dev }]) => dev !== true);
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('what the project depends on', () => {
  test('is there to be checked', () => {
    expect(lock.lockfileVersion).toBe(3);
    expect(running.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
    expect(locked.length).toBeGreaterThan(100);
    process.stdout.write(
      `supply chain: ${running.length} packages run, of ${locked.length} in the lock file\n`,
    );
  });

  test('is named by exact versions, which are those of the lock file', () => {
    const { dependencies, devDependencies, optionalDependencies = {} } = manifest;
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })) {
      expect(version, name).toMatch(VERSION);
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
    }
    expect(lock.packages['']).toMatchObject({ dependencies, devDependencies, optionalDependencies });
  });

  test('runs nothing when it is installed, but for the tools that the manifest lists', () => {
    const scripts = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripts.filter(([, { dev }]) => dev !== true).map(([path]) => path)).toEqual([]);
    const listed = Object.keys(manifest.allowScripts);
    for (const [path, { version }] of scripts) {
      const inTheList = listed.includes(`${nameOf(path)}@${version}`);
      // Of others npm leaves the scripts alone.
      if (!inTheList) expect(manifest.allowScripts[nameOf(path)], path).not.toBe(true);
    }
    for (const entry of listed) {
      expect(scripts.map(([path, { version }]) => `${nameOf(path)}@${version}`)).toContain(entry);
    }
  });

  test('comes from a registry, the public one where the lock file names it, each with the hash of what it must be', () => {
    for (const [path, { version, resolved, integrity, link }] of locked) {
      // No address of a repository or of a file in the place of a version.
      expect(version, path).toMatch(VERSION);
      expect(link, path).toBeUndefined();
      if (resolved !== undefined) expect(resolved.startsWith(PUBLIC), path).toBe(true);
      expect(integrity, path).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });

  test('at run time stands in the table of ARCHITECTURE.md with its reasons, and nothing else does', () => {
    const [, section = ''] = read('ARCHITECTURE.md').split('\n## Dependencies\n');
    const rows = section.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((line) => {
      const [, names = '', use = '', reason = ''] = line.split('|');
      expect(use.trim().length, names).toBeGreaterThan(5);
      expect(reason.trim().length, names).toBeGreaterThan(10);
      const found = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const scope = /^@[^/]+\//.exec(found[0] ?? '')?.[0] ?? '';
      return found.map((name, index) => (index > 0 && !name.includes('/') ? scope + name : name));
    });
    const { dependencies, optionalDependencies = {} } = manifest;
    expect(named.toSorted()).toEqual(Object.keys({ ...dependencies, ...optionalDependencies }).toSorted());
  });
});

test(
  'the bill of materials names every package that runs, and none of the tools',
  { timeout: 60_000 },
  () => {
    const text = execFileSync(process.execPath, [join(root, 'scripts/sbom.mjs')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { bomFormat, components } = JSON.parse(text) as {
      readonly bomFormat: string;
      readonly components: readonly {
        readonly name: string;
        readonly version: string;
        readonly purl: string;
      }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const listed = components.map(({ purl }) => decodeURIComponent(purl.split('?')[0] ?? ''));
    const expected = running.map(([path, { version }]) => `pkg:npm/${nameOf(path)}@${version}`);
    expect([...new Set(listed)].toSorted()).toEqual([...new Set(expected)].toSorted());
  },
);
