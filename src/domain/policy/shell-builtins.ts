import { anyText, commandAfter } from './options.ts';
import { type Follow, type Step, COMPUTED, isComputed, refuse, run, text } from './step.ts';

/** Words that a shell itself gives a meaning to, and what they run. */
export const shellBuiltins: ReadonlyMap<string, Follow> = new Map<string, Follow>([
  ['builtin', knownFirst((args) => run(args))],
  [
    'command',
    knownFirst((args) => (/^-p?[vV]/.test(args[0] ?? '') ? [] : commandAfter({ flags: 'p' })(args))),
  ],
  ['exec', knownFirst(execCommand)],
  ['eval', (args) => (args.length > 0 ? [text(args.join(' '))] : [])],
  ['.', sourcedFile],
  ['source', sourcedFile],
  // These keep text for later, or run a command for each of something.
  ...['trap', 'alias', 'bind', 'complete', 'compgen', 'fc', 'hash', 'mapfile', 'readarray', 'enable'].map(
    (name) => [name, (args: readonly string[]) => [...anyText(args), ...aliasTexts(args)]] as const,
  ),
  // zsh.
  ['-', (args) => run(args)],
  ['noglob', (args) => run(args)],
  ['nocorrect', (args) => run(args)],
  ['repeat', (args) => run(args.slice(1))],
  ['sched', anyText],
  ['zargs', anyText],
  ['emulate', anyText],
]);

/** Whether a shell would print all its variables for this command, as `set` and `export -p` do. */
export function printsVariables(name: string, args: readonly string[]): boolean {
  // An unquoted expansion can vanish, and then the bare form is left.
  const words = args.filter((arg) => arg !== COMPUTED);
  switch (name) {
    case 'set':
      return words.length === 0;
    case 'compgen':
      return words.some((word) => /^-[A-Za-z]*[veA]/.test(word) || isComputed(word));
    case 'export':
    case 'readonly':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'float':
    case 'integer':
      return words.every((word) => /^[-+]/.test(word)) || words.some((word) => /^-(\w*p|.*\0)/.test(word));
    default:
      return false;
  }
}

/** Where the command word begins is only sure when nothing before it can vanish. */
function knownFirst(follow: Follow): Follow {
  return (args) => (isComputed(args[0] ?? '') ? [refuse('a computed command')] : follow(args));
}

/** `exec -a name file`: the file may be a multi-call program that goes by the name. */
function execCommand(args: readonly string[]): readonly Step[] {
  const at = args.findIndex((arg) => /^-[cl]*a/.test(arg));
  const glued = (args[at] ?? '').replace(/^-[cl]*a/, '');
  const name = at < 0 ? undefined : glued || args[at + 1];
  const steps = commandAfter({ flags: 'cl', values: 'a' })(args);
  if (name === undefined) return steps;
  return [
    ...steps,
    ...steps.flatMap((step) => (step.kind === 'run' ? run([name, ...step.line.slice(1)]) : [])),
  ];
}

/** A sourced file is a script of its own, but not when what it holds is made by this very text. */
function sourcedFile(args: readonly string[]): readonly Step[] {
  const file = args.find((arg) => arg !== '--') ?? '';
  return isComputed(file) || /^\/(dev|proc)\//.test(file) ? [refuse('a sourced text that is not known')] : [];
}

function aliasTexts(args: readonly string[]): readonly Step[] {
  return args.flatMap((arg) => {
    const value = /^[^=]+=(.*)$/s.exec(arg)?.[1];
    return value === undefined ? [] : [text(value)];
  });
}
