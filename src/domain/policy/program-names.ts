import { launcherFamilies, launchers } from './launchers.ts';
import type { Program, World } from './policy.ts';
import { otherShells, posixShells } from './shells.ts';

/** Programs that print the whole environment, under every name they are installed by. */
export const environmentPrinters: readonly string[] = ['env', 'printenv'];

/** A command as the deny rules see it. */
export interface Identity {
  /** Every name it goes by, in the form of `plainName`. */
  readonly names: ReadonlySet<string>;
  readonly program: Program | null;
}

/**
 * Who a command is: the name given, the name of the file it resolves to, and the names of known programs that are
 * the same file under other links. A multi-call program goes by the name given alone: that picks its applet.
 */
export function identify(command: string, world: World): Identity {
  const program = world.resolve(command);
  const given = plainName(command);
  const names = new Set(knownForms(given));
  if (program !== null && isMultiCall(program, world)) {
    // Some also take the applet from the end of the name: `x-env`.
    for (const name of knownForms(given.replace(/^.*[^\p{L}\d]/su, ''))) names.add(name);
  } else if (program !== null) {
    for (const name of knownForms(plainName(program.file))) names.add(name);
    // Looking all of them up takes milliseconds; only a file with several names can be one of them unseen.
    for (const name of program.links > 1 ? knownNames : environmentPrinters) {
      if (isSameFile(program, world.resolve(name), world)) names.add(name);
    }
  }
  return { names, program };
}

/** Whether two commands are one program: the same file, and for multi-call programs the same applet. */
export function isSameProgram(a: Program, b: Program, world: World): boolean {
  return isSameFile(a, b, world) && (!isMultiCall(a, world) || plainName(a.given) === plainName(b.given));
}

/** Programs that act by the name they are called by; a link to one says nothing about what it will do. */
export function isMultiCall(program: Program, world: World): boolean {
  if (multiCall.test(baseName(program.file))) return true;
  // Core utilities may be one file under many hard links. Then `env` and `nice` are the same.
  const [env, nice] = [world.resolve('env'), world.resolve('nice')];
  return env !== null && isSameFile(env, nice, world) && isSameFile(program, env, world);
}

/**
 * The last part of a command in the form names are compared in: no look-alike forms, no invisible or blank
 * characters, no dots or slashes at the end, one case.
 */
export function plainName(command: string): string {
  const visible = command.normalize('NFKC').replaceAll(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, '');
  return baseName(visible.replace(/[./\\]+$/, '')).toLowerCase();
}

const multiCall = /^(busybox|toybox|coreutils|snap|systemctl|kmod|rustup|volta-shim|mise|lvm)\b/;

const knownNames: ReadonlySet<string> = new Set([
  ...environmentPrinters,
  ...posixShells,
  ...otherShells,
  ...launchers.flatMap((launcher) => launcher.names),
]);

/** The name, and the known names it is a form of: `genv`, `bash-5.2`, `busybox.static`, `ld-linux.so.2`. */
function knownForms(name: string): readonly string[] {
  const family = launcherFamilies.find(([pattern]) => pattern.test(name));
  const forms = [name.replace(/^g/, ''), name.replace(/[-.]?(static|distrib|real|[\d.]+)$/, '')];
  return [name, ...forms.filter((form) => knownNames.has(form)), ...(family ? [family[1]] : [])];
}

function isSameFile(a: Program, b: Program | null, world: World): boolean {
  return b !== null && (a.file === b.file || world.sameFile(a.file, b.file));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
