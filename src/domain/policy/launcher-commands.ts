import { anyArgument, anyText, commandAfter, commandOptions } from './options.ts';
import { type Follow, type Step, COMPUTED, input, refuse, run, text } from './step.ts';

/** Every argument may be a command, or text for a shell. */
export function both(args: readonly string[]): readonly Step[] {
  return [...anyArgument(args), ...anyText(args)];
}

/** What an argument says after a prefix is text for a shell. */
export function textAfter(pattern: RegExp): Follow {
  return (args) =>
    args.flatMap((arg) => {
      const found = pattern.exec(arg)?.[1];
      return found === undefined ? [] : [text(found)];
    });
}

/** Linux: `script -c TEXT file`; BSD: `script file command`. */
export function scriptCommand(args: readonly string[]): readonly Step[] {
  const table = {
    flags: 'adefkpqr --append --return --flush --force --quiet',
    values: 'tTBIOEmo --timing --log-out --log-in --log-io --logging-format --echo --output-limit',
    texts: 'c --command',
    operands: 1,
  };
  // Options may also follow the file, and so may a second `--`.
  const after = commandAfter(table)(args).flatMap((step) =>
    step.kind === 'run' && step.line[0] === '--' ? run(step.line.slice(1)) : [step],
  );
  const steps = [...after, ...commandOptions({ texts: table.texts })(args)];
  return steps.length > 0 ? steps : [input];
}

/** Besides its arguments: `-Sx/bin/program`, glued to letters. */
export function daemonCommand(args: readonly string[]): readonly Step[] {
  const glued = args.flatMap((arg) => /^-[A-Za-z]*?[ax](.+)$/s.exec(arg)?.[1] ?? []);
  return [...anyArgument(args), ...glued.flatMap((command) => run([command], true))];
}

/** In its oldest form `tar` has all letters in the first argument, and their values behind it: `tar cIf zstd file`. */
export function tarLetters([letters = '', ...values]: readonly string[]): readonly Step[] {
  if (!/^[A-Za-z]*[IF][A-Za-z]*$/.test(letters)) return [];
  return anyText(values.slice(0, letters.replaceAll(/[^bfgCFHIKLNTVX]/g, '').length));
}

/** `ip netns exec name command` and `ip vrf exec name command`; words may be abbreviated. */
export function ipCommand(args: readonly string[]): readonly Step[] {
  return args.some((arg) => /^(ne|v)/.test(arg)) ? anyArgument(args) : [];
}

/** `watch` joins its words into text, or with `-x` runs them. */
export function watchedText(args: readonly string[]): readonly Step[] {
  const steps = commandAfter({
    flags: 'bcdegtxwprfC --beep --color --differences --errexit --chgexit --no-title --exec --precise',
    values: 'n q --interval --equexit',
  })(args);
  return steps.flatMap((step) => (step.kind === 'run' ? [step, text(step.line.join(' '))] : [step]));
}

/** `flock file command` or `flock file -c TEXT`. */
export function flockCommand(args: readonly string[]): readonly Step[] {
  const steps = commandAfter({
    flags: 'efnosuxF --shared --exclusive --nonblock --nb --unlock --close --no-fork --verbose',
    values: 'wE --timeout --wait --conflict-exit-code',
    operands: 1,
  })(args);
  return steps.flatMap((step) => {
    if (step.kind !== 'run' || !/^(-c|--command)$/.test(step.line[0])) return [step];
    return [text(step.line.slice(1).join(' '))];
  });
}

/** `su` takes text for a shell after `-c` and runs one that reads its input without; `runuser -u` runs a command. */
export function suCommand(args: readonly string[]): readonly Step[] {
  const texts = commandOptions({ texts: 'c --command --session-command' })(args);
  const named = args.some((arg) => /^(-u|--user)/.test(arg));
  return [...texts, ...anyArgument(args), ...(texts.length === 0 && !named ? [input] : [])];
}

/** `sudo` and kin; their options are many, so those that are not here make every argument a guess. */
export function sudoCommand(args: readonly string[]): readonly Step[] {
  const table = {
    flags: 'ABEHKLNPSVbehkn --preserve-env --non-interactive --set-home --stdin --background',
    values: 'CDRTUgprtu --user --group --chdir --chroot --prompt --host',
    assignments: true,
  } as const;
  // With `-s` or `-i` a shell reads the words, or its input when there are none.
  const shell = args.some((arg) => /^-[A-Za-z]*[si]|^--(shell|login)$/.test(arg));
  return shell ? orShell(0, both)(args) : commandAfter(table)(args);
}

/** Some launchers start a shell that reads its input when no command is given. */
export function orShell(operands: number, follow: Follow): Follow {
  return (args) => {
    const words = args.filter((arg) => !arg.startsWith('-'));
    return words.length > operands ? follow(args) : [input];
  };
}

/** Joins its words into text for a shell; without any, the text comes from its input or from the list after `:::`. */
export function parallelCommand(args: readonly string[]): readonly Step[] {
  const table = {
    flags:
      '0kmqtuvxX --keep-order --group --ungroup --line-buffer --lb --tag --bar --progress --eta --dry-run --null',
    values:
      'adIjLnNPsS --arg-file --colsep --delay --delimiter --jobs --joblog --max-args --results --retries --timeout',
  };
  const list = args.findIndex((arg) => /^:{3,4}\+?$/.test(arg));
  const words = list < 0 ? args : args.slice(0, list);
  const named = words.map((word) => word.replaceAll(/\{[\w./#%+-]*\}/g, '$item'));
  const steps = commandAfter(table)(named);
  if (!steps.some(({ kind }) => kind === 'run')) return [input];
  return steps.flatMap((step) => (step.kind === 'run' ? [step, text(step.line.join(' '))] : [step]));
}

/** What `xargs` adds, or puts in the place of a mark, is only known when it runs. */
export function xargsCommand(args: readonly string[]): readonly Step[] {
  const table = {
    flags:
      '0oprtx --null --open-tty --interactive --no-run-if-empty --verbose --exit --show-limits --replace --max-lines --eof',
    values: 'adEILnPsJRS --arg-file --delimiter --max-args --max-procs --max-chars --process-slot-var',
  };
  const mark = replaceMark(args);
  return commandAfter(table)(args).flatMap((step) => {
    if (step.kind !== 'run') return [step];
    const words = step.line.map((word) => (mark === '' ? word : word.replaceAll(mark, COMPUTED)));
    return run([...words, COMPUTED], step.guess);
  });
}

function replaceMark(args: readonly string[]): string {
  const at = args.findIndex((arg) => /^-[0oprtx]*[IJ]|^-i|^--replace/.test(arg));
  const option = args[at] ?? '';
  if (at < 0) return '';
  const glued = option.replace(/^--replace=?|^-[0oprtx]*[IJi]/, '');
  return glued || (/[IJ]$/.test(option) ? (args[at + 1] ?? '') : '{}');
}

/** Each `-exec` and kin runs what follows, up to `;` or `{} +`, with file names in the place of `{}`. */
export function findActions(args: readonly string[]): readonly Step[] {
  const action = /^-(exec|execdir|ok|okdir)$/;
  if (args.filter((arg) => action.test(arg)).length > MAX_ACTIONS) return [tooManyActions];
  return args.flatMap((arg, index) => {
    if (!action.test(arg)) return [];
    return actionFrom(
      args.slice(index + 1),
      (word, before) => word === ';' || (word === '+' && before === '{}'),
    );
  });
}

/** `fd -x` and kin run what follows, up to `;`. */
export function fdActions(args: readonly string[]): readonly Step[] {
  const action = /^(?:--exec(?:-batch)?|-[A-Za-z]*[xX])(?:=?(.*))$/s;
  if (args.filter((arg) => action.test(arg)).length > MAX_ACTIONS) return [tooManyActions];
  return args.flatMap((arg, index) => {
    const [, glued] = action.exec(arg) ?? [];
    if (glued === undefined) return [];
    return actionFrom([...(glued ? [glued] : []), ...args.slice(index + 1)], (word) => word === ';');
  });
}

/** Each may reach to the last argument. */
const MAX_ACTIONS = 100;
const tooManyActions = refuse('too many commands inside one another');

function actionFrom(
  args: readonly string[],
  ends: (word: string, before: string | undefined) => boolean,
): readonly Step[] {
  const length = args.findIndex((word, index) => ends(word, args[index - 1]));
  const words = length < 0 ? args : args.slice(0, length);
  return run(words.map((word) => word.replaceAll(/\{[./]*\}/g, COMPUTED)));
}

/** `coreutils --coreutils-prog=env` and `coreutils env`. */
export function coreutilsProgram(args: readonly string[]): readonly Step[] {
  const [first = '', ...rest] = args;
  const named = /^--coreutils-prog(?:-shebang)?=(.*)$/s.exec(first)?.[1];
  return run(named === undefined ? args : [named, ...rest]);
}

/** `npm exec`, `uv run` and kin: the command stands somewhere among subcommands and options. */
export function runner(args: readonly string[]): readonly Step[] {
  return [...anyArgument(args), ...commandOptions({ texts: 'c --call --command --run' })(args)];
}
