import type { JournalFilter } from '../app/audit-journal.ts';
import { parseMoment } from '../app/moment.ts';
import type { Source } from '../domain/audit-record.ts';
import { VaultError } from '../errors.ts';

const sources: readonly Source[] = ['cli', 'mcp', 'dashboard', 'team'];

interface FilterOptions {
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly source: string | undefined;
}

/** Throws `usage` for an unknown source, `invalid` for a time that is none. */
export function parseFilter({ since, until, source }: FilterOptions, now: Date): JournalFilter {
  return {
    ...(since !== undefined && { since: parseMoment(since, 'start', now) }),
    ...(until !== undefined && { until: parseMoment(until, 'end', now) }),
    ...(source !== undefined && { source: parseSource(source) }),
  };
}

function parseSource(text: string): Source {
  const known = sources.find((source) => source === text);
  if (known === undefined) throw new VaultError('usage', `--source is one of ${sources.join(', ')}`);
  return known;
}
