import { type Step, input, isComputed, refuse, text } from './step.ts';

/** Shells whose text `shell-text.ts` can read. */
export const posixShells =
  'sh bash dash ash hush ksh ksh93 mksh lksh pdksh oksh loksh yash posh zsh rbash rksh rzsh osh'.split(' ');

/** Shells with a language of their own: their text is never understood. */
export const otherShells = 'fish csh tcsh rc es elvish nu xonsh ion murex pwsh'.split(' ');

/** What a shell of the first kind would do: read text after `-c`, run a script file, or read its input. */
export function followShell(args: readonly string[]): readonly Step[] {
  let fromText = false;
  let fromInput = false;
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '--version' || arg === '--help') return [];
    if (arg === '--' || arg === '-') {
      at += 1;
      break;
    }
    if (isComputed(arg) || !/^[-+]./s.test(arg)) break;
    if (arg.startsWith('--')) {
      if (/^--(rcfile|init-file|emulate)$/.test(arg)) at += 1;
      continue;
    }
    // Shells take `+c` for `-c`.
    if (arg.includes('c')) fromText = true;
    if (arg.includes('s')) fromInput = true;
    // `-o name` and bash's `-O name`: each letter takes one later argument.
    at += arg.replaceAll(/[^oO]/g, '').length;
  }
  const operand = args[at];
  if (operand === undefined) return [fromText ? refuse('a shell without its text') : input];
  if (fromText) return [text(operand)];
  const known = !fromInput && !isComputed(operand) && !/^\/(dev|proc)\//.test(operand);
  return known ? [] : [refuse('a shell whose script is not known')];
}

/** What a shell of the second kind would do: only a script file is let through. */
export function followOtherShell(args: readonly string[]): readonly Step[] {
  const [first] = args;
  if (first !== undefined && !first.startsWith('-') && !isComputed(first)) return [];
  return [refuse('a shell whose text is not understood')];
}
