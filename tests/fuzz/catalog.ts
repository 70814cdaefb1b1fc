import type { Target } from './target.ts';

interface Entry {
  readonly about: string;
  readonly make: () => Promise<Target>;
}

/** Every target by its name, loaded when it is run. */
export const targets: ReadonlyMap<string, Entry> = new Map<string, Entry>([
  [
    'policy',
    {
      about: 'texts of policies, and what the judge makes of policies and plain commands',
      make: async () => (await import('./targets/policy.ts')).policyTarget(),
    },
  ],
  [
    'patterns',
    {
      about: 'key patterns against a slow matcher, and the time they take',
      make: async () => (await import('./targets/patterns.ts')).patternsTarget(),
    },
  ],
  [
    'header',
    {
      about: "bytes of a vault's header, and what its password slots may ask for",
      make: async () => (await import('./targets/header.ts')).headerTarget(),
    },
  ],
  [
    'jsonrpc',
    {
      about: 'bytes into the line buffer, and lines into the tool server',
      make: async () => (await import('./targets/jsonrpc.ts')).jsonrpcTarget(),
    },
  ],
  [
    'launchers',
    {
      about: 'denied programs behind launchers and shell texts, and the time judging takes',
      make: async () => (await import('./targets/launchers.ts')).launchersTarget(),
    },
  ],
]);
