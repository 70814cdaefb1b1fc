import { exportSecrets } from '../../app/export-secrets.ts';
import type { ExportFormat } from '../../domain/export-format.ts';
import { VaultError } from '../../errors.ts';
import type { ExportInput } from '../definitions/export.ts';
import type { Io } from '../io.ts';
import { withVault } from '../open-vault.ts';
import { outputTo } from '../print-answer.ts';

const formats: ReadonlyMap<string, ExportFormat> = new Map([
  ['env', 'dotenv'],
  ['sh', 'sh'],
  ['json', 'json'],
]);

export async function run(io: Io, { options, vaultDir }: ExportInput): Promise<number> {
  const format = formats.get(options.format ?? 'env');
  if (format === undefined)
    throw new VaultError('usage', `--format is one of ${[...formats.keys()].join(', ')}`);
  const keys = chosenKeys(options);
  const output = outputTo(io, options.output, options.force);
  const text = await withVault(io, vaultDir, 'export', ({ context }) =>
    exportSecrets(context, { keys, format }),
  );
  await output(text);
  return 0;
}

function chosenKeys({ key, all }: ExportInput['options']): readonly string[] | null {
  if (all && key.length > 0) throw new VaultError('usage', 'export takes either -k KEY or --all, not both');
  if (!all && key.length === 0) throw new VaultError('usage', 'export needs -k KEY, or --all');
  return all ? null : key;
}
