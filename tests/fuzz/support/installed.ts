import { launchers } from '../../../src/domain/policy/launchers.ts';
import type { World } from '../../../src/domain/policy/policy.ts';
import { otherShells, posixShells } from '../../../src/domain/policy/shells.ts';
import { fakeWorld } from '../../domain/policy/fake-world.ts';

/** Names of launchers and shells, and of some programs that run nothing else. */
export const installedNames: readonly string[] = [
  ...launchers.flatMap(({ names }) => names),
  ...posixShells,
  ...otherShells,
  'ls',
  'true',
  'echo',
  'id',
  'git',
  'curl',
  'cat',
  'env',
  'printenv',
];

const installed = new Set(installedNames);

/** The small system of the policy's tests, with every launcher and shell in `/usr/bin`. */
export function installedWorld(): World {
  const small = fakeWorld();
  return {
    ...small,
    resolve(given) {
      const name = given.replace(/^(\/usr)?\/bin\//, '');
      const program = small.resolve(given);
      if (program !== null || !installed.has(name)) return program;
      return { given, found: `/usr/bin/${name}`, file: `/usr/bin/${name}`, links: 1 };
    },
  };
}
