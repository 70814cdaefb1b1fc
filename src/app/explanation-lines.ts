import { VaultError } from '../errors.ts';
import type { ExplainedVariable, RunExplanation } from './explain-run.ts';

/** An explanation in words: what each part is about, and its lines. */
export interface ExplainedPart {
  readonly about: string;
  readonly lines: readonly string[];
}

const MOST_VARIABLES = 50;

/** The parts both faces show. */
export function explanationParts(run: RunExplanation, asks: 'agent' | 'owner'): ExplainedPart[] {
  return [
    { about: 'program', lines: [program(run)] },
    { about: 'directory', lines: [run.directory] },
    { about: 'rule', lines: [rule(run, asks)] },
    { about: 'variables', lines: variables(run) },
    { about: 'redaction', lines: [redaction(run)] },
  ];
}

function program({ command, program: found }: RunExplanation): string {
  if (found instanceof VaultError) return `none: ${found.message}`;
  const by = found.found === found.file ? '' : `, found as ${found.found}`;
  return `${command} is ${found.file}${by}`;
}

function rule({ policy }: RunExplanation, asks: 'agent' | 'owner'): string {
  const verdict = `${policy.allowed ? 'allowed' : 'denied'} (${policy.rule})`;
  return asks === 'agent' ? verdict : `none: the owner runs it; to an agent it is ${verdict}`;
}

function variables({ variables: named }: RunExplanation): string[] {
  if (named instanceof VaultError) return [`none: ${named.message}`];
  if (named.length === 0) return ['none'];
  const lines = named.slice(0, MOST_VARIABLES).map(variable);
  return named.length > MOST_VARIABLES ? [...lines, `and ${named.length - MOST_VARIABLES} more`] : lines;
}

function variable(entry: ExplainedVariable): string {
  const { name, key, field, askedFor, bound, sensitive, replaces } = entry;
  const notes = [
    ...(bound ? ['by a binding'] : []),
    ...(askedFor === undefined ? [] : [`asked for as ${askedFor}`]),
    sensitive ? 'sensitive' : 'readable',
    ...(replaces ? ['replaces one of the environment'] : []),
  ];
  return `${name} from ${key}${field === undefined ? '' : `, field ${field}`} (${notes.join('; ')})`;
}

function redaction({ redaction: mode, variables: named }: RunExplanation): string {
  if (named instanceof VaultError) return mode;
  const keys = [...new Set(named.filter(({ sensitive }) => sensitive).map(({ key }) => key))];
  if (mode === 'off') {
    return `off: output passes as it is${keys.length === 0 ? '' : `; --redact would take out ${keys.join(', ')}`}`;
  }
  const markers = keys.slice(0, MOST_VARIABLES).map((key) => `[REDACTED:${key}]`);
  const more = keys.length > markers.length ? ` and ${keys.length - markers.length} more` : '';
  return `${mode}: ${markers.length === 0 ? 'nothing sensitive is injected' : `values come back as ${markers.join(', ')}${more}`}`;
}
