import type { Finding } from '../app/finding.ts';
import type { Io } from './io.ts';
import { printJson } from './print-answer.ts';
import { renderFindings } from './render/findings.ts';

/** One line a finding, or a JSON array of them. */
export async function printFindings(io: Io, findings: readonly Finding[], json: boolean): Promise<void> {
  if (json) await printJson(io, findings);
  else await io.print(renderFindings(findings, io.stdout));
}
