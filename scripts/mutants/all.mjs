/**
 * Every guard of the program and how it is switched off: rows of `guard` (what it keeps from happening), `file`, the text
 * `from` and what stands in its place, the `tests` one of which must turn red, and `name` where only some of them count.
 */

import { mutants as answers } from './answers.mjs';
import { mutants as bounds } from './bounds.mjs';
import { mutants as clients } from './clients.mjs';
import { mutants as commands } from './commands.mjs';
import { mutants as environment } from './environment.mjs';
import { mutants as files } from './files.mjs';
import { mutants as journal } from './journal.mjs';
import { mutants as judging } from './judging.mjs';
import { mutants as names } from './names.mjs';
import { mutants as policyFile } from './policy-file.mjs';
import { mutants as recording } from './recording.mjs';
import { mutants as redaction } from './redaction.mjs';
import { mutants as running } from './running.mjs';
import { mutants as sandbox } from './sandbox.mjs';
import { mutants as scripts } from './scripts.mjs';
import { mutants as sealing } from './sealing.mjs';
import { mutants as server } from './server.mjs';
import { mutants as session } from './session.mjs';
import { mutants as sessionClients } from './session-clients.mjs';
import { mutants as shells } from './shells.mjs';
import { mutants as storage } from './storage.mjs';
import { mutants as survey } from './survey.mjs';
import { mutants as ways } from './ways.mjs';

const areas = {
  files,
  'policy file': policyFile,
  commands,
  judging,
  bounds,
  scripts,
  shells,
  names,
  sealing,
  'ways in': ways,
  storage,
  journal,
  recording,
  redaction,
  survey,
  environment,
  running,
  sandbox,
  server,
  session,
  'session clients': sessionClients,
  answers,
  clients,
};

export const mutants = Object.entries(areas).flatMap(([area, rows]) =>
  rows.map((row) => ({ area, to: '', ...row })),
);
