/** The session: what it does for whom, when it ends, and what ends with it. */

const unit = (name) => ({ tests: [`tests/session/${name}.test.ts`] });
const whole = (name, title) => ({ ...unit(name), name: title });
const attack = (name, title) => ({ tests: [`tests/attacks/session-${name}.test.ts`], name: title });

const authority = { file: 'src/app/authority.ts', ...whole('classes', 'the session does') };
const perform = { file: 'src/cli/session/perform.ts' };
const session = { file: 'src/session/session.ts' };
const span = {
  file: 'src/session/span.ts',
  from: 'Math.min(this.#wall - Date.now(), this.#steady - performance.now())',
  ...unit('span'),
};
const broker = { file: 'src/session/broker.ts' };
const guard = { file: 'src/process/guard.ts', tests: ['tests/process/guard.test.ts'] };
const seen = whole('classes', 'a program gets the values');
const run = { file: 'src/app/run-for-session.ts' };

const protectedCommands = [
  ['set', "  set: { class: 'write'"],
  ['get', "  get: { class: 'reveal'"],
  ['delete', "  delete: { class: 'write'"],
  ['export', "  export: { class: 'reveal'"],
  ['audit list', "  'audit list': { class: 'reveal'"],
  ['audit export', "  'audit export': { class: 'reveal'"],
  ['audit verify', "  'audit verify': { class: 'reveal'"],
  ['audit verify --accept', "option: 'accept', class: 'write'"],
  ['policy trust', "  'policy trust': { class: 'write'"],
];

export const mutants = [
  ...protectedCommands.map(([name, from]) => ({
    ...authority,
    guard: `a session that uses secrets does not do ${name}`,
    from,
    to: from.replace(/'(write|reveal)'$/, "'use'"),
  })),
  {
    guard: 'a command without a class needs the password',
    file: 'src/app/authority.ts',
    from: "if (known === undefined) return 'write';",
    to: "if (known === undefined) return 'use';",
    tests: ['tests/app/authority.test.ts'],
  },
  {
    ...perform,
    guard: 'what reveals and writes is left to who has the password',
    from: "needs !== 'use' && (!session.reveals || alwaysAsks(asked.name))",
    to: 'alwaysAsks(asked.name)',
    ...whole('classes', 'the session does'),
  },
  {
    ...perform,
    guard: 'the policy is not trusted on the word of a session that reveals',
    from: ' || alwaysAsks(asked.name)',
    ...whole('reveal', 'the policy is not trusted without the password'),
  },
  {
    ...perform,
    guard: 'what began in the time to reveal does not write after it',
    from: '    if (session.reveals) return;\n',
    to: '    if (session.reveals || conversation !== null) return;\n',
    ...whole('reveal', 'what began in its time'),
  },
  {
    ...session,
    guard: 'the time to reveal comes to an end',
    from: 'return !this.#reveal.over;',
    to: 'return this.#terms.reveal > 0;',
    ...whole('reveal', 'until its time is over'),
  },
  {
    ...perform,
    guard: 'the vault a command line names is not another than the one that is used',
    from: 'if (given !== undefined) return resolve(cwd, given) !== directory;',
    to: 'if (given !== undefined) return resolve(cwd, given) === directory && given === cwd;',
    ...attack('messages', 'the command line --vault-dir /nowhere'),
  },
  {
    ...perform,
    guard: 'a client of another version is refused',
    from: 'if (request.version === version) return;',
    to: 'if (request.version !== undefined) return;',
    ...whole('unlock', 'for a client of another version'),
  },
  {
    guard: 'a command that is refused says what for',
    file: 'src/cli/session/through.ts',
    from: 'if (io.terminal() === null) refuse(answer.local);',
    ...whole('classes', 'exits with 4, says why'),
  },
  {
    guard: 'a password in the environment outranks a session',
    file: 'src/cli/session/through.ts',
    from: 'if (VAULT_PASSWORD !== undefined || VAULT_PASSWORD_FILE) return null;',
    ...whole('unlock', 'gives way to a password'),
  },
  {
    guard: 'only the policy that was sealed is obeyed',
    file: 'src/app/policy-file.ts',
    from: 'if (loaded.hash !== trust.hash) throw policyChanged(trust);',
    ...whole('policy', 'that is edited'),
  },
  {
    guard: 'relative entries of the policy do not follow the client',
    file: 'src/app/policy-file.ts',
    from: 'return { ...loaded, policy: basedOn(loaded.policy, trust.base) };',
    to: 'return trust.base === null ? { ...loaded, policy: basedOn(loaded.policy, trust.base) } : loaded;',
    ...whole('policy', 'with relative entries means'),
  },
  {
    ...session,
    guard: 'the policy is trusted with the password alone',
    from: "    this.#check(proof, 'policy trust', { type: 'trust' });\n",
    ...whole('policy', 'is not trusted by a client'),
  },
  {
    ...session,
    guard: 'a session is renewed with the password alone',
    from: "    this.#check(proof, 'unlock', { type: 'renew', terms });\n",
    ...whole('unlock', 'is not renewed by a wrong password'),
  },
  {
    ...session,
    guard: 'a proof of the password serves once',
    from: '    this.#challenge = newChallenge();\n',
    ...whole('unlock', 'takes a proof once'),
  },
  {
    guard: 'a proof of the password serves for what it was made',
    file: 'src/session/proof.ts',
    from: "vault.prove(challenge, request.type, request.type === 'renew' ? request.terms : '')",
    to: 'vault.prove(challenge)',
    ...whole('unlock', 'takes a proof once'),
  },
  {
    guard: 'whoever stands in the place of a session is told no password',
    file: 'src/session/proof.ts',
    from: 'return await requestAnswer(place, { ...request, proof });',
    to: "return await requestAnswer(place, { ...request, proof: password.toString('base64') });",
    ...attack('surroundings', 'a fake session and a person who unlocks'),
  },
  {
    ...session,
    guard: 'guessing the password is recorded',
    from: "    this.record(action, { outcome: 'error', reason: error.message });\n",
    to: '    void action;\n',
    ...attack('pressure', 'the master password guessed'),
  },
  {
    guard: 'programs get the environment of unlock',
    file: 'src/cli/session/client-io.ts',
    from: 'env: { ...hold.session.terms.env },',
    to: 'env: { ...process.env },',
    ...attack('surroundings', 'a client with nothing special'),
  },
  {
    ...run,
    guard: 'what a program prints for a client is redacted',
    from: 'stdout: redactInto(redactor.stream(), stdout),',
    to: 'stdout,',
    ...seen,
  },
  {
    ...run,
    guard: 'what a program prints on standard error for a client is redacted',
    from: 'stderr: redactInto(redactor.stream(), stderr),',
    to: 'stderr,',
    ...seen,
  },
  {
    ...run,
    guard: 'programs of clients make files with the mask of unlock',
    from: '          umask,\n',
    ...whole('runs', 'makes files with the mask'),
  },
  {
    guard: 'a command in a session is recorded as one',
    file: 'src/cli/open-vault.ts',
    from: "action, unlock: 'session' };",
    to: "action, unlock: 'prompt' };",
    ...whole('classes', 'each record of a run'),
  },
  {
    guard: 'a tool call in a session is recorded as one',
    file: 'src/mcp/session-tool.ts',
    from: "unlock: 'session' as const",
    to: "unlock: 'prompt' as const",
    tests: ['tests/mcp/session.test.ts'],
    name: 'is recorded with its client',
  },
  {
    guard: 'a program ends with the client it runs for',
    file: 'src/cli/commands/run.ts',
    from: 'AbortSignal.any([conversation.gone, broker.stopping])',
    to: 'AbortSignal.any([broker.stopping])',
    ...whole('runs', 'ends with its client'),
  },
  {
    ...perform,
    guard: 'a program ends with the tool call it runs for',
    from: 'AbortSignal.any([conversation.gone, stopping])',
    to: 'AbortSignal.any([stopping])',
    tests: ['tests/mcp/session.test.ts'],
    name: 'ends a program whose call is cancelled',
  },
  {
    ...broker,
    guard: 'a session nobody can reach ends',
    from: "this.#listener?.isReachable() === false ? 'unreachable' : this.#due()",
    to: 'this.#due()',
    ...whole('unlock', 'ends when its socket is taken away'),
  },
  {
    ...session,
    guard: 'a session ends at its time',
    from: "    if (this.#lifetime.over) return 'its time is over';\n",
    ...whole('unlock', 'ends at the time that was given'),
  },
  {
    ...session,
    guard: 'a session ends when it is idle',
    from: "    if (this.#active === 0 && this.#idle.over) return 'idle';\n",
    ...whole('unlock', 'ends when it is idle'),
  },
  {
    ...session,
    guard: 'a session in which something runs is not idle',
    from: 'if (this.#active === 0 && this.#idle.over)',
    to: 'if (this.#idle.over)',
    ...whole('unlock', 'is not idle while something runs'),
  },
  {
    guard: 'a time is over after the machine slept',
    ...span,
    to: 'this.#steady - performance.now()',
  },
  {
    guard: 'a time is not made longer by setting the clock back',
    ...span,
    to: 'this.#wall - Date.now()',
  },
  {
    guard: 'a session ends when its vault is replaced',
    file: 'src/vault/identity.ts',
    from: 'inodeOf(this.#file) === this.#inode && ',
    ...whole('ending', 'its file is replaced'),
  },
  {
    guard: 'a session ends when the password of its vault is changed',
    file: 'src/vault/identity.ts',
    from: ' && passwordsOf(this.#store) === this.#passwords',
    ...whole('ending', 'its header is another'),
  },
  {
    guard: 'programs end with a session that is killed',
    file: 'src/process/process-group.ts',
    from: '  guard?.add(leader);\n',
    ...whole('ending', 'a session that gets SIGKILL'),
  },
  {
    ...guard,
    guard: 'the guard of programs is not ended by signals',
    from: "trap '' HUP INT TERM QUIT USR1 USR2\n",
    to: 'true\n',
  },
  {
    ...guard,
    guard: 'a group that has ended is not killed under another owner',
    from: '    -*) case $groups in',
    to: '    no) case $groups in',
  },
  {
    guard: 'a session outlives the terminal it was unlocked in',
    file: 'src/cli/session-main.ts',
    from: "process.on('SIGHUP', () => undefined);\n",
    ...whole('ending', 'hears its terminal close'),
  },
  {
    guard: 'the memory of a session is not dumped',
    file: 'src/cli/session-main.ts',
    from: '\ncloseInspection();\n',
    to: '\n',
    ...attack('process', 'the core dump filter'),
  },
  {
    guard: 'a session does not end with a client whose program is suspended',
    file: 'src/process/terminal/run-on-clients-terminal.ts',
    from: 'clients.suspend().catch(() => undefined)',
    to: 'clients.suspend()',
    ...attack('messages', 'while its program is suspended'),
  },
  {
    ...session,
    guard: 'a session stays with the vault it opened',
    from: '{ ...parseTerms(terms), directory, state }',
    to: '{ directory, state, ...parseTerms(terms) }',
    ...whole('unlock', 'stays with the vault it holds'),
  },
  {
    ...session,
    guard: 'programs in a session’s sandbox see nothing of vault and session',
    from: 'hiddenPlaces(this.places, this.#terms.env)',
    to: '{ ...hiddenPlaces(this.places, this.#terms.env), directories: [] as string[] }',
    ...attack('process', 'a program in the sandbox and the socket of its session'),
  },
  {
    guard: 'a session beside a tool server is hidden from its programs',
    file: 'src/app/run-sandbox.ts',
    from: '  return [`${HOME}/`.startsWith(`${named}/`) ? `${named}/vaultctl` : named];\n',
    to: '  return [];\n',
    tests: ['tests/app/run-sandbox.test.ts'],
  },
];
