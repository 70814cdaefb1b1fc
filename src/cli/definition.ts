/** Commands as data: parsing, help and reference pages are rendered from it. */

import type { Io } from './io.ts';

export interface Argument {
  readonly description: string;
  readonly optional?: boolean;
  /** Takes everything that is left; only the last one can. */
  readonly variadic?: boolean;
}

export interface Option {
  /** One letter. */
  readonly short?: string;
  /** What the value is called in help. None: the option is a switch. */
  readonly value?: string;
  readonly repeatable?: boolean;
  readonly description: string;
}

/** By name, as typed: without dashes, words joined by `-`. */
export type Arguments = Readonly<Record<string, Argument>>;
export type Options = Readonly<Record<string, Option>>;

/** Of commands that take options only. */
export type NoArguments = Readonly<Record<string, never>>;

/** What a command is given, with the types its definition implies. */
export interface Input<A extends Arguments = Arguments, O extends Options = Options> {
  readonly args: { readonly [Name in keyof A]: ArgumentValue<A[Name]> };
  readonly options: { readonly [Name in keyof O]: OptionValue<O[Name]> };
  /** The global `--vault-dir`. */
  readonly vaultDir: string | undefined;
}

type ArgumentValue<A extends Argument> = A extends { variadic: true }
  ? readonly string[]
  : A extends { optional: true }
    ? string | undefined
    : string;

type OptionValue<O extends Option> = O extends { repeatable: true }
  ? readonly string[]
  : O extends { value: string }
    ? string | undefined
    : boolean;

export interface CommandModule<A extends Arguments = Arguments, O extends Options = Options> {
  /** Resolves to the exit code. A method, so that a module with narrower input is one too. */
  run(io: Io, input: Input<A, O>): Promise<number>;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

export interface CommandDefinition<A extends Arguments = Arguments, O extends Options = Options> {
  readonly name: string;
  readonly summary: string;
  /** More than the summary, for the command's own help. */
  readonly description?: string;
  readonly arguments: A;
  readonly options: O;
  /** What follows the first argument belongs to another program. */
  readonly passThrough?: boolean;
  readonly examples: readonly Example[];
  /** Imports the command; only the one that runs is loaded. */
  load(): Promise<CommandModule<A, O>>;
}

/** Commands under a common first word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandDefinition[];
}

/** Checks that the command takes what its definition gives. */
export function defineCommand<A extends Arguments, O extends Options>(
  definition: CommandDefinition<A, O>,
): CommandDefinition {
  return definition;
}
