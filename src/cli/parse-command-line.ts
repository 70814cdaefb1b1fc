import { Command, CommanderError, Option as CommanderOption } from 'commander';
import { catalog } from './catalog.ts';
import type { CommandDefinition, CommandGroup, Input, Option } from './definition.ts';
import { usageError } from './usage-error.ts';

/** What a command line asks for: a command with its input, or a text (help, the version) to print. */
export type CommandLine =
  | {
      readonly kind: 'command';
      /** In full: `audit export`. */
      readonly name: string;
      readonly definition: CommandDefinition;
      readonly input: Input;
    }
  | { readonly kind: 'text'; readonly text: string };

interface Surroundings {
  readonly version: string;
  /** Columns help is wrapped to. */
  readonly width: number | undefined;
}

/** Reads the arguments after the program's name. Throws `usage`. */
export function parseCommandLine(argv: readonly string[], surroundings: Surroundings): CommandLine {
  let text = '';
  let asked: CommandLine | undefined;
  const root = createRoot(surroundings, (part) => (text += part));
  for (const entry of catalog) {
    addEntry(root, entry, argv, (command) => {
      asked = { kind: 'command', ...command };
    });
  }
  try {
    root.parse(withHelpRewritten(argv), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { kind: 'text', text };
    throw error;
  }
  if (asked === undefined) throw new TypeError('the command line was parsed to nothing');
  return asked;
}

function createRoot({ version, width = 100 }: Surroundings, write: (part: string) => void): Command {
  return configure(new Command('vaultctl'), 'vaultctl')
    .description('A local encrypted vault: programs and AI agents use secrets, agents never see them.')
    .version(version, '--version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureOutput({
      writeOut: write,
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getOutHasColors: () => false,
    });
}

/** What holds for every command, groups included: `path` is how it is called. */
function configure(command: Command, path: string): Command {
  return command
    .enablePositionalOptions()
    .addOption(
      new CommanderOption('--vault-dir <DIR>', 'the vault directory; default: VAULT_DIR, else ~/.vault'),
    )
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : usageError(error, path);
    });
}

type Ask = (command: Omit<Extract<CommandLine, { kind: 'command' }>, 'kind'>) => void;

function addEntry(
  parent: Command,
  entry: CommandDefinition | CommandGroup,
  argv: readonly string[],
  ask: Ask,
): void {
  const command = parent.command(entry.name).summary(entry.summary).description(entry.summary);
  // What the arguments do not name they cannot mean: it only has to be there for the list of commands.
  if (!argv.includes(entry.name)) return;
  if ('commands' in entry) {
    configure(command, pathOf(command)).helpCommand(false);
    for (const definition of entry.commands) addEntry(command, definition, argv, ask);
  } else {
    addDefinition(command, entry, ask);
  }
}

function addDefinition(command: Command, definition: CommandDefinition, ask: Ask): void {
  for (const [name, { description, optional, variadic }] of Object.entries(definition.arguments)) {
    const shown = variadic === true ? `${name}...` : name;
    command.argument(optional === true ? `[${shown}]` : `<${shown}>`, description);
  }
  for (const [name, option] of Object.entries(definition.options))
    command.addOption(commanderOption(name, option));
  configure(command, pathOf(command))
    .description(definition.description ?? `${definition.summary}.`)
    .passThroughOptions(definition.passThrough ?? false)
    .addHelpText('after', examplesText(definition))
    .action(() => ask({ name: nameOf(command), definition, input: inputOf(command, definition) }));
}

function commanderOption(name: string, { short, value, repeatable, description }: Option): CommanderOption {
  const flags = `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`;
  const option = new CommanderOption(
    flags,
    repeatable === true ? `${description} (repeatable)` : description,
  );
  // To commander, --no-x unsets --x; here it is a switch of its own.
  option.negate = false;
  if (repeatable === true)
    option.argParser((text: string, before?: readonly string[]) => [...(before ?? []), text]);
  return option;
}

function examplesText({ examples }: CommandDefinition): string {
  const lines = examples.map(({ line, does }) => `  ${line}\n      ${does}`);
  return `\nExamples:\n${lines.join('\n')}`;
}

function inputOf(command: Command, definition: CommandDefinition): Input {
  const given = new Map(
    command.options.map((option) => [option.name(), command.getOptionValue(option.attributeName())]),
  );
  const options = Object.entries(definition.options).map(([name, { value, repeatable }]) => {
    const absent = repeatable === true ? [] : value === undefined ? false : undefined;
    return [name, given.get(name) ?? absent];
  });
  const args = Object.keys(definition.arguments).map((name, index) => [name, command.processedArgs[index]]);
  return {
    options: Object.fromEntries(options),
    args: Object.fromEntries(args),
    vaultDir: vaultDirOf(command),
  };
}

/** As given nearest to the command. */
function vaultDirOf(command: Command): string | undefined {
  const { vaultDir } = command.opts<{ vaultDir?: string }>();
  if (vaultDir !== undefined || command.parent === null) return vaultDir;
  return vaultDirOf(command.parent);
}

/** How it is called, without the program's own name. */
function nameOf(command: Command): string {
  return pathOf(command).split(' ').slice(1).join(' ');
}

function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

/** `help a b` is `a b --help`; nothing at all is `--help`. A command that does not exist fails, help or not. */
function withHelpRewritten(argv: readonly string[]): string[] {
  const [first = '--help', ...rest] = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv;
  const isKnown = first.startsWith('-') || catalog.some((entry) => entry.name === first);
  return isKnown ? [first, ...rest] : [first];
}
