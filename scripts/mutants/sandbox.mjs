/** The sandbox: each part of the isolation, each place that is hidden, and the policy's word on it. */

const sandbox = { file: 'src/process/sandbox/sandbox.ts', tests: ['tests/process/sandbox.test.ts'] };
const wide = { file: 'src/process/sandbox/sandbox.ts', tests: ['tests/mcp/sandbox.test.ts'] };
const places = { file: 'src/app/run-sandbox.ts', tests: ['tests/app/run-sandbox.test.ts'] };

export const mutants = [
  {
    ...sandbox,
    guard: 'a program sees no process but its own',
    from: ' --unshare-pid --unshare-ipc',
    to: ' --unshare-ipc',
  },
  {
    ...sandbox,
    guard: 'a program sees no shared memory of others',
    from: ' --unshare-pid --unshare-ipc',
    to: ' --unshare-pid',
    tests: ['tests/process/sandbox-parts.test.ts'],
  },
  {
    ...wide,
    guard: 'a program dies with a server that is killed',
    from: ' --die-with-parent',
    to: '',
    name: 'dies with a server that is killed',
  },
  { ...sandbox, guard: 'a program has a /proc of its own', from: ' --proc /proc', to: '' },
  {
    ...sandbox,
    guard: 'root in the sandbox cannot take the masks off',
    from: ' --cap-drop ALL',
    to: '',
    tests: ['tests/process/sandbox-parts.test.ts', 'tests/process/sandbox.test.ts'],
  },
  {
    ...sandbox,
    guard: 'root in the sandbox changes no setting of the kernel',
    from: '--ro-bind-try /proc/sys /proc/sys ',
  },
  {
    ...sandbox,
    guard: 'directories above a mask stay in their place',
    from: '    ...held(masks.directories.filter(isDirectory)),\n',
  },
  {
    ...sandbox,
    guard: 'all directories above a mask stay in their place, not the nearest alone',
    from: 'if (can(dirname(at), constants.W_OK)) above.add(at);',
    to: 'if (can(dirname(at), constants.W_OK) && above.size === 0) above.add(at);',
  },
  {
    ...sandbox,
    guard: 'nothing mounted before shows through a mask',
    from: "    ...held(masks.directories.filter(isDirectory)),\n    // Last, so that nothing mounted before shows through.\n    ...masks.directories.filter(isDirectory).flatMap((path) => ['--tmpfs', realpathSync(path)]),\n",
    to: "    ...masks.directories.filter(isDirectory).flatMap((path) => ['--tmpfs', realpathSync(path)]),\n    ...held(masks.directories.filter(isDirectory)),\n",
  },
  {
    ...sandbox,
    guard: 'masked directories are empty',
    from: "...masks.directories.filter(isDirectory).flatMap((path) => ['--tmpfs', realpathSync(path)]),",
  },
  {
    ...sandbox,
    guard: 'masked files are empty',
    from: "...masks.files.filter(existsSync).flatMap((path) => ['--ro-bind', '/dev/null', realpathSync(path)]),",
  },
  {
    ...sandbox,
    guard: 'a masked directory is masked where its link leads',
    from: "['--tmpfs', realpathSync(path)]",
    to: "['--dir', `${path}-gone`.slice(0, 0) + '/tmp']",
    tests: ['tests/process/sandbox-parts.test.ts'],
  },
  {
    ...sandbox,
    guard: 'bubblewrap is not taken from the PATH',
    from: 'const bwrap = PLACES.map((place) => `${place}/bwrap`).find((place) => can(place, constants.X_OK));',
    to: "const bwrap = (process.env['PATH'] ?? '').split(':').map((place) => `${place}/bwrap`).find((place) => can(place, constants.X_OK));",
    tests: ['tests/process/sandbox-parts.test.ts'],
  },
  {
    guard: 'those within have their time, the sandbox itself is not asked to end',
    file: 'src/process/process-group.ts',
    from: 'const ask = live.get(leader) === true ? signalMembers : signalGroup;',
    to: 'const ask = live.get(leader) === null ? signalMembers : signalGroup;',
    tests: ['tests/process/sandbox.test.ts'],
  },
  {
    guard: 'an agent’s program runs inside the sandbox',
    file: 'src/app/run-by-policy.ts',
    from: 'sandbox?.wrap(child, program.found, context.hidden) ?? child',
    to: 'sandbox === null ? child : child',
    tests: ['tests/mcp/sandbox.test.ts'],
    name: 'with sandbox: required',
  },
  {
    ...places,
    guard: 'a sandbox that is required and missing stops the run',
    from: "if (policy.sandbox === 'auto') return null;",
    to: "if (policy.sandbox !== 'off') return null;",
    tests: ['tests/mcp/sandbox.test.ts'],
    name: 'where bubblewrap is not to be had',
  },
  {
    ...places,
    guard: 'the vault is hidden',
    from: 'directories: [...orderTakers(env), directory, state],',
    to: 'directories: [...orderTakers(env), state],',
  },
  {
    ...places,
    guard: 'what is remembered of the vault is hidden',
    from: 'directories: [...orderTakers(env), directory, state],',
    to: 'directories: [...orderTakers(env), directory],',
  },
  {
    ...places,
    guard: 'the password file is hidden',
    from: '...(passwordFile ? [passwordFile] : []), ',
  },
  {
    ...places,
    guard: 'sockets of the user’s systemd, bus and containers are hidden',
    from: '    `/run/user/${user}`,\n',
  },
  {
    ...places,
    guard: 'the socket of tmux is hidden',
    from: "    `${TMUX_TMPDIR || '/tmp'}/tmux-${user}`,\n",
  },
  { ...places, guard: 'the socket of screen is hidden', from: "    '/run/screen',\n" },
  {
    ...places,
    guard: 'the socket of screen in the home is hidden',
    from: '    ...(HOME ? [`${HOME}/.screen`] : []),\n',
  },
];
