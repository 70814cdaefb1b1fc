import type { RunExplanation } from '../../app/explain-run.ts';
import type { ExplainedPart } from '../../app/explanation-lines.ts';
import { exitCodes, VaultError } from '../../errors.ts';
import { visible } from './visible.ts';

/** One line a fact, with what it is about in front of the first. */
export function renderExplanation(parts: readonly ExplainedPart[]): string {
  const width = Math.max(...parts.map(({ about }) => about.length)) + 2;
  const lines = parts.flatMap(({ about, lines: facts }) =>
    facts.map((fact, i) => `${(i === 0 ? about : '').padEnd(width)}${visible(fact)}`),
  );
  return `${lines.join('\n')}\n`;
}

/** The same as an object; `exit_code` is 0 when it would run, and a part that fails is null. */
export function explanationAsJson({ failures, ...run }: RunExplanation): Record<string, unknown> {
  const { command, program, directory, policy, variables, redaction } = run;
  const [first] = failures;
  return {
    exit_code: first === undefined ? 0 : exitCodes[first.code],
    errors: failures.map(({ message }) => message),
    command,
    program: program instanceof VaultError ? null : { file: program.file, found: program.found },
    directory,
    policy,
    variables:
      variables instanceof VaultError
        ? null
        : variables.map(({ askedFor, ...rest }) => ({
            ...rest,
            ...(askedFor !== undefined && { asked_for: askedFor }),
          })),
    redaction,
  };
}
