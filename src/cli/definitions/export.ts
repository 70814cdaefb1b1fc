import { defineCommand, type Input, type NoArguments } from '../definition.ts';
import { keysOption } from './shared.ts';

const options = {
  key: keysOption,
  all: { description: 'every secret' },
  format: { value: 'FORMAT', description: 'env (default), sh or json' },
  output: {
    short: 'o',
    value: 'FILE',
    description: 'write to a file, mode 0600, instead of standard output',
  },
  force: { description: 'replace a file that has content' },
} as const;

export type ExportInput = Input<NoArguments, typeof options>;

export const exportCommand = defineCommand({
  name: 'export',
  summary: 'Write secrets out in the clear',
  description:
    'Writes NAME=value lines that a shell and a dotenv parser read back the same, shell commands (sh), or a JSON object.',
  arguments: {},
  options,
  examples: [
    { line: "vaultctl export -k 'app/*' -o .env", does: 'writes an environment file' },
    { line: 'vaultctl export --all --format=json', does: 'prints everything as JSON' },
  ],
  load: () => import('../commands/export.ts'),
});
