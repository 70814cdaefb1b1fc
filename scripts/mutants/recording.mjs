/** Nothing happens unrecorded, and no record says too much. */

const audited = { file: 'src/app/audited.ts', tests: ['tests/app/audited.test.ts'] };

export const mutants = [
  {
    guard: 'no program runs before its record is on the disk',
    file: 'src/app/run-record.ts',
    from: "{ ...about, phase: 'start', outcome: 'success', ...reason }, { durable: true });",
    to: "{ ...about, phase: 'start', outcome: 'success', ...reason });",
    tests: ['tests/app/run-record.test.ts'],
  },
  {
    guard: 'no program runs whose record cannot be written',
    file: 'src/app/run-record.ts',
    from: "  context.vault.record({ ...about, phase: 'start'",
    to: "  if (context.vault.rolledBack === null) context.vault.record({ ...about, phase: 'start'",
    tests: ['tests/app/run-record.test.ts'],
  },
  {
    guard: 'a refused run is recorded',
    file: 'src/app/run-by-policy.ts',
    from: '    recordRefusal(context, request, error, { opened, ...(loaded && { policyHash: loaded.hash }) });\n',
    tests: ['tests/mcp/refused-records.test.ts'],
  },
  {
    ...audited,
    guard: 'an agent gets no answer that is not recorded',
    from: "    if (context.actor.source !== 'cli') throw error;\n",
  },
  {
    ...audited,
    guard: 'a failure is recorded',
    from: '    recordFailure(context, about, error);\n    throw error;',
    to: '    throw error;',
  },
  {
    ...audited,
    guard: 'an unforeseen error quotes nothing in the journal',
    from: "return error instanceof VaultError ? error.message : 'internal error';",
    to: 'return error instanceof Error ? error.message : String(error);',
  },
  {
    ...audited,
    guard: 'tokens given as keys are masked in the journal',
    from: '...(about.key !== undefined && { key: auditText(about.key) }),',
  },
  {
    ...audited,
    guard: 'tokens given among keys are masked in the journal',
    from: '...(about.keys !== undefined && { keys: about.keys.map((key) => auditText(key)) }),',
  },
  {
    guard: 'a request for a sensitive field is recorded as denied',
    file: 'src/app/audited.ts',
    from: "error.code === 'denied' ? 'denied' : 'error'",
    to: "error.code === 'denied' ? 'error' : 'error'",
    tests: ['tests/app/audited.test.ts'],
  },
  {
    guard: 'what an owner’s run refused early would have opened is known to its record',
    file: 'src/app/run-for-owner.ts',
    from: 'opened.length > 0 ? opened : openForRecord(context, request.secrets)',
    to: 'opened.length > 0 || openForRecord === null ? opened : []',
    tests: ['tests/app/run-for-owner.test.ts'],
  },
  {
    guard: 'a run refused for a secret that is not there has its record, without the values of the others',
    file: 'src/app/open-injection.ts',
    from: '      if (error instanceof VaultError) return [];\n',
    tests: ['tests/app/run-for-owner.test.ts'],
  },
];
