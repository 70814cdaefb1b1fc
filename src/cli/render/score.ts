import type { SecurityIssue, SecurityScore } from '../../domain/score.ts';
import { createStyle, type Style } from './style.ts';
import { visible } from './visible.ts';

/** The score for people, a few lines. */
export function renderScore(score: SecurityScore, terminal: { readonly hasColor: boolean }): string {
  const style = createStyle(terminal.hasColor);
  const { components, issues_count: count } = score;
  const lines = [
    style.bold(`Security score: ${score.overall_score} of 100`),
    ...Object.entries(components).map(
      ([name, points]) => `  ${name.padEnd(11)} ${String(points).padStart(2)} of 25`,
    ),
    `Issues: ${count.expired} expired, ${count.duplicates} duplicate, ${count.weak} weak, ${count.expiring} expiring`,
    ...score.top_issues.map((issue) => issueLine(issue, style)),
    ...(score.limited ? ['  (the Free edition lists at most 3 weak and 3 duplicate ones)'] : []),
    ...score.suggestions.map((suggestion) => `* ${suggestion}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function issueLine({ type, severity, description, secret_keys: keys }: SecurityIssue, style: Style): string {
  const mark = severity === 'critical' ? style.red : style.yellow;
  const named = keys === undefined ? '' : ` ${visible(keys.join(', '))}`;
  return `  ${mark(type.padEnd(9))} ${description}${named}`;
}
