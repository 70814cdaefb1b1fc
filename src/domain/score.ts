/** The vault's health: four components of 25 points, and the issues behind them. */

import type { FieldKind } from './field-kind.ts';
import {
  findDuplicates,
  findExpired,
  findExpiring,
  findWeak,
  type Issue,
  type IssueType,
  type RatedValue,
} from './security-issue.ts';
import { rateStrength } from './strength.ts';

export interface ScoredSecret {
  readonly key: string;
  readonly expiresAt?: string;
  /** A single value, or the sensitive fields. Empty ones are not rated. */
  readonly values: readonly { readonly field: string; readonly value: string; readonly kind?: FieldKind }[];
}

/** The answer of section 4.9, in its names. */
export interface SecurityScore {
  readonly overall_score: number;
  readonly components: {
    readonly strength: number;
    readonly uniqueness: number;
    readonly expiration: number;
    readonly coverage: number;
  };
  readonly issues_count: {
    readonly duplicates: number;
    readonly weak: number;
    readonly expiring: number;
    readonly expired: number;
  };
  readonly top_issues: readonly SecurityIssue[];
  readonly suggestions: readonly string[];
  readonly limited: boolean;
}

export interface SecurityIssue {
  readonly type: IssueType;
  readonly severity: 'warning' | 'critical';
  readonly count?: number;
  readonly description: string;
  readonly secret_keys?: readonly string[];
}

export interface ScoreOptions {
  /** Issues name their keys; without it nothing in the answer does. */
  readonly includeKeys: boolean;
  /** The Free edition: at most three weak and three duplicate issues are listed. */
  readonly limited: boolean;
  /** Awaited between two values: rating takes some 20 ms each, in which nothing else would go on. */
  readonly pause?: () => Promise<void>;
}

const FREE_ISSUES = 3;

/** Rates and compares the values; none of them is in the answer. */
export async function scoreSecrets(
  secrets: readonly ScoredSecret[],
  now: Date,
  options: ScoreOptions,
): Promise<SecurityScore> {
  const rated = await rateAll(secrets, options.pause);
  const expired = findExpired(secrets, now);
  const duplicate = findDuplicates(rated);
  const weak = findWeak(rated);
  const expiring = findExpiring(secrets, now);

  const components = rateComponents(rated, secrets, expired.length);
  const most = options.limited ? FREE_ISSUES : Infinity;
  const listed = [...expired, ...duplicate.slice(0, most), ...weak.slice(0, most), ...expiring];
  return {
    overall_score: Object.values(components).reduce((sum, points) => sum + points, 0),
    components,
    issues_count: {
      duplicates: duplicate.length,
      weak: weak.length,
      expiring: expiring.length,
      expired: expired.length,
    },
    top_issues: listed.map((issue) => present(issue, options.includeKeys)),
    suggestions: [...new Set(listed.map(({ type }) => suggestions[type]))],
    limited: duplicate.length > most || weak.length > most,
  };
}

async function rateAll(
  secrets: readonly ScoredSecret[],
  pause: ScoreOptions['pause'],
): Promise<RatedValue[]> {
  const values = secrets.flatMap((secret) => secret.values.map((value) => ({ key: secret.key, ...value })));
  const rated: RatedValue[] = [];
  for (const { key, value, kind } of values) {
    if (value === '') continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other, for the pause
    rated.push({ key, value, rating: await rateStrength(value, kind) });
    // oxlint-disable-next-line no-await-in-loop -- the same
    await pause?.();
  }
  return rated;
}

const FULL = 25;

/** Points of 25 each; all of them where there is nothing to rate. */
function rateComponents(
  rated: readonly RatedValue[],
  secrets: readonly ScoredSecret[],
  expired: number,
): SecurityScore['components'] {
  const ratings = rated.reduce((sum, { rating }) => sum + rating, 0);
  const distinct = new Set(rated.map(({ value }) => value)).size;
  const dated = secrets.filter((secret) => secret.expiresAt !== undefined).length;
  return {
    strength: rated.length === 0 ? FULL : Math.round((FULL * ratings) / (4 * rated.length)),
    uniqueness: rated.length === 0 ? FULL : Math.round((FULL * distinct) / rated.length),
    expiration: dated === 0 ? FULL : Math.floor((FULL * (dated - expired)) / dated),
    coverage: FULL,
  };
}

const suggestions: Readonly<Record<IssueType, string>> = {
  expired: 'Replace the expired secrets, or remove an expiry that no longer holds.',
  duplicate: 'Give every secret a value of its own, so that one leak opens one door.',
  weak: 'Replace weak values with generated ones, for instance from vaultctl generate -l 24.',
  expiring: 'Renew the secrets that expire soon, before the programs that use them fail.',
};

function present({ keys, type, ...rest }: Issue, includeKeys: boolean): SecurityIssue {
  return {
    type,
    severity: type === 'expired' ? 'critical' : 'warning',
    ...rest,
    ...(includeKeys && { secret_keys: keys }),
  };
}
