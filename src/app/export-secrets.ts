import { type ExportFormat, formatVariables } from '../domain/export-format.ts';
import { audited } from './audited.ts';
import type { AppContext } from './context.ts';
import { openInjection } from './open-injection.ts';

export interface ExportRequest {
  /** Keys and globs; null exports everything. */
  readonly keys: readonly string[] | null;
  readonly format: ExportFormat;
}

/** Values in the clear as text in the chosen format, for the owner only. Throws `not-found`, `invalid`. */
export function exportSecrets(context: AppContext, request: ExportRequest): string {
  const keys = request.keys ?? context.vault.list().map((secret) => secret.key);
  return audited(context, { keys: request.keys ?? ['*all*'] }, () => {
    const { variables, keyOf } = openInjection(context, { by: 'keys', keys }, []);
    return formatVariables(variables, request.format, (name) => keyOf(name));
  });
}
