/** What both runners take and say. */

import { z } from 'zod';
import { parseRunTimeout } from '../../app/run-timeout.ts';

const DEFAULT_TIMEOUT = 5 * 60 * 1000;

export const runArguments = {
  command: z
    .string()
    .describe('One program, by name or path, without its arguments. Not a shell line: put arguments in args'),
  args: z
    .array(z.string())
    .optional()
    .describe('Its arguments, one item each, passed on exactly: $NAME, quotes, pipes and > have no effect'),
  timeout: z.string().optional().describe('Longest it may run, such as 30s or 10m. Default 5m, at most 24h'),
};

export const runOutput = {
  exit_code: z.int().describe("The program's own; 128 + N when signal N ended it"),
  stdout: z.string(),
  stderr: z.string(),
  sanitized: z.boolean().describe('True when secret values were replaced in the output'),
};

export const runRules =
  'There is no shell: $NAME in args stays literal text, so let the program read its environment ' +
  '(sh -c "curl -H \\"Authorization: $TOKEN\\" ..." works only if the policy allows sh). ' +
  "Standard input is empty; the working directory is the server's. " +
  '[REDACTED:key] in the output means the program printed that secret: it was set and it worked, its value just stays hidden. ' +
  'A non-zero exit_code is an ordinary result. "command not allowed" comes from the owner\'s policy: do not look for a way around it, ' +
  'tell the user which command is needed. "timeout exceeded" means it was ended; give a longer timeout.';

/** Milliseconds. Throws `invalid`. */
export function parseTimeout(text: string | undefined): number {
  return text === undefined ? DEFAULT_TIMEOUT : parseRunTimeout(text);
}
