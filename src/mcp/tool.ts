/** What a tool is, apart from the protocol that carries it. */

import type { z } from 'zod';
import type { RunContext } from '../app/run-context.ts';
import { recordingFailure } from '../app/audited.ts';
import { checkArguments } from './arguments.ts';

export interface ToolContext extends RunContext {
  /** Aborted when the call is cancelled, the client has gone, or the server ends. */
  readonly signal: AbortSignal;
}

/** Hints for clients on what a call may do. They are advice; the policy decides. */
export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly openWorldHint: boolean;
}

export const READER: Annotations = { readOnlyHint: true, openWorldHint: false };
export const RUNNER: Annotations = { readOnlyHint: false, destructiveHint: true, openWorldHint: true };

export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Written for the model that decides on the call. */
  readonly description: string;
  readonly annotations: Annotations;
  /** A flat strict object: no unions, no nulls, so that every client can pass it on. */
  readonly input: Input;
  readonly output: z.ZodObject;
  /** Arguments of a right call, shown when a call was not. */
  readonly example: z.input<Input>;
  run(context: ToolContext, input: z.output<Input>): object | Promise<object>;
}

/** A tool as the server uses it: `call` takes the arguments as they came. */
export interface Tool extends Omit<ToolDefinition<z.ZodObject>, 'run'> {
  /** Checks the arguments, runs, and checks the result. Throws VaultError. */
  call(context: ToolContext, args: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): Tool {
  return {
    ...definition,
    async call(context, args) {
      const input = recordingFailure(context, {}, () => checkArguments(definition, args));
      const output = { ...(await definition.run(context, input)) };
      // What the schema does not foresee does not leave: a property too many would be a leak.
      definition.output.parse(output);
      return output;
    },
  };
}
