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
    from: '    recordRefusal(context, request, error, { ...reached, ...(opened && { opened }) });\n',
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
    guard: 'what a run refused early would have opened is known to its record',
    file: 'src/app/run-record.ts',
    from: 'opened ? [] : openForRecord(context.vault, request.secrets, policy)',
    to: 'opened || openForRecord === null || policy === null ? [] : []',
    tests: ['tests/app/refused-runs.test.ts'],
  },
  {
    guard: 'what was opened for a record alone is wiped',
    file: 'src/app/run-record.ts',
    from: '  for (const { value } of openedNow) value.fill(0);\n',
    tests: ['tests/app/refused-runs.test.ts'],
  },
  {
    guard: 'what an owner chose through an alias is known to the record of a refused run',
    file: 'src/app/run-for-owner.ts',
    from: '  if (policy) reached.policy = policy;\n',
    tests: ['tests/app/refused-runs.test.ts'],
  },
  {
    guard: 'what an agent chose through an alias is known to the record of a refused run',
    file: 'src/app/run-by-policy.ts',
    from: '{ policy: loaded.policy, policyHash: loaded.hash }',
    to: '{ policyHash: loaded.hash }',
    tests: ['tests/app/refused-runs.test.ts'],
  },
  {
    guard: 'a field that does not open keeps no other from being redacted in the record of a refused run',
    file: 'src/app/open-for-record.ts',
    from: 'orNone(() => [{ key: secret.key, value: vault.openField(secret, field) }])',
    to: '[{ key: secret.key, value: vault.openField(secret, field) }]',
    tests: ['tests/app/refused-runs.test.ts'],
  },
  {
    guard: 'a run refused for a secret that is not there has its record, without the values of the others',
    file: 'src/app/open-for-record.ts',
    from: '    orNone(() => selectSecrets(vault, [key], aliases).map(({ secret }) => secret)),\n',
    to: '    selectSecrets(vault, [key], aliases).map(({ secret }) => secret),\n',
    tests: ['tests/app/refused-runs.test.ts'],
  },
];
