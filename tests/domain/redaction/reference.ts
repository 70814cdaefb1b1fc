import type { RedactionValue } from '../../../src/domain/redactor.ts';

interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly pattern: number;
}

/** Redaction spelled out: every occurrence of every pattern, in order, merged where they overlap. Slow. */
export function redactSlowly(patterns: readonly RedactionValue[], text: Buffer): Buffer {
  const found = patterns.flatMap(({ bytes }, pattern) => occurrences(bytes, pattern, text));
  found.sort((a, b) => a.start - b.start || b.end - a.end || a.pattern - b.pattern);

  const groups: { start: number; end: number; best: Occurrence }[] = [];
  for (const each of found) {
    const last = groups.at(-1);
    if (last === undefined || each.start >= last.end) groups.push({ ...each, best: each });
    else {
      last.end = Math.max(last.end, each.end);
      if (each.end - each.start > last.best.end - last.best.start) last.best = each;
    }
  }

  const parts: Buffer[] = [];
  let position = 0;
  for (const { start, end, best } of groups) {
    parts.push(text.subarray(position, start), Buffer.from(`[REDACTED:${patterns[best.pattern]?.label}]`));
    position = end;
  }
  return Buffer.concat([...parts, text.subarray(position)]);
}

function occurrences(bytes: Buffer, pattern: number, text: Buffer): Occurrence[] {
  if (bytes.length === 0) return [];
  const found: Occurrence[] = [];
  for (let at = text.indexOf(bytes); at !== -1; at = text.indexOf(bytes, at + 1)) {
    found.push({ start: at, end: at + bytes.length, pattern });
  }
  return found;
}
