/** What is asked of a run, by an agent or by the owner; both faces turn their input into this. */
export interface RunRequest {
  readonly secrets: SecretChoice;
  readonly command: string;
  readonly args: readonly string[];
  /** Milliseconds. None: the owner's run has no limit. */
  readonly timeout?: number;
  /** Aborted when the call is cancelled or the client goes away. */
  readonly signal?: AbortSignal;
}

/** Which secrets go into which variables. */
export type SecretChoice =
  | {
      readonly by: 'keys';
      /** Keys and globs as the caller wrote them. */
      readonly keys: readonly string[];
      readonly envPrefix?: string;
      /** Name of an environment alias of the policy. */
      readonly alias?: string;
    }
  | { readonly by: 'bindings'; readonly key: string };

/** How the choice stands in a record. */
export function choiceForJournal(choice: SecretChoice): { key: string } | { keys: readonly string[] } {
  return choice.by === 'bindings' ? { key: choice.key } : { keys: choice.keys };
}
