/**
 * Stands in an argument for text that is only known when a shell, `xargs` or `find` runs. A real argument cannot
 * hold it: `judge` refuses NUL first.
 */
export const COMPUTED = '\0';

/** A command and its arguments. */
export type CommandLine = readonly [command: string, ...args: string[]];

/** What a launcher or a shell would go on to do. */
export type Step =
  /** It runs this. A guess comes from options that were not understood: any argument might be the command. */
  | { readonly kind: 'run'; readonly line: CommandLine; readonly guess?: true }
  /** It is a shell that reads its standard input. */
  | { readonly kind: 'input' }
  /** It hands this text to a shell. */
  | { readonly kind: 'text'; readonly text: string }
  /** What it does cannot be told; `why` completes "always denied: ". */
  | { readonly kind: 'refuse'; readonly why: string };

/** Finds in a program's arguments what the program itself would run. */
export type Follow = (args: readonly string[]) => readonly Step[];

/** The step that runs `words`, or none when there are no words. */
export function run(words: readonly string[], guess?: true): readonly Step[] {
  const [command, ...args] = words;
  if (command === undefined) return [];
  return [{ kind: 'run', line: [command, ...args], ...(guess && { guess }) }];
}

/** The step that hands a text to a shell. */
export function text(script: string): Step {
  return { kind: 'text', text: script };
}

/** The step of a shell that reads its standard input. */
export const input: Step = { kind: 'input' };

/** The step that ends in a denial. */
export function refuse(why: string): Step {
  return { kind: 'refuse', why };
}

/** Whether any of the words holds text that is not known yet. */
export function isComputed(...words: readonly string[]): boolean {
  return words.some((word) => word.includes(COMPUTED));
}
