/** One line of an examination: what was looked at, how it is, and what to do about it. Holds no value. */
export interface Finding {
  readonly check: string;
  readonly status: FindingStatus;
  readonly detail: string;
  readonly advice?: string;
}

/** `missing` and `error` are what makes an examination fail; the others do not. */
export type FindingStatus = 'ok' | 'note' | 'warning' | 'missing' | 'error';

/** A failure as a finding: its message is the detail, its hint the advice. */
export function findingOf(
  check: string,
  status: FindingStatus,
  { message, hint }: { readonly message: string; readonly hint: string | undefined },
): Finding {
  return { check, status, detail: message, ...(hint !== undefined && { advice: hint }) };
}

/** The findings that make the examination fail. */
export function failed(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ status }) => status === 'missing' || status === 'error');
}
