/** What a client asks of the session, and how the session answers. No answer of the use class has a place for a value. */

import type { ErrorCode } from '../errors.ts';

export type SessionRequest = CommandRequest | ToolRequest | ControlRequest;

/** A command line, for the session to run as the command would run here. */
export interface CommandRequest {
  readonly type: 'command';
  readonly version: string;
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The vault directory the client's environment names, absolute; it decides nothing. */
  readonly vaultDir?: string | undefined;
  readonly terminal: ClientTerminal;
}

/** What the client's streams are. */
export interface ClientTerminal {
  readonly stdin: boolean;
  readonly stdout: boolean;
  readonly stderr: boolean;
  readonly color: boolean;
  /** Whether somebody is there to be asked. */
  readonly person: boolean;
  readonly columns?: number | undefined;
  /** `TERM`, where one of the streams is a terminal. */
  readonly term?: string | undefined;
}

/** A call of one of the tool server's tools; the answer comes as output, in JSON. */
export interface ToolRequest {
  readonly type: 'tool';
  readonly version: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
  /** The vault the server was started for, where it was told; absolute. */
  readonly vaultDir?: string | undefined;
  readonly client?: string | undefined;
}

/**
 * About the session itself. What gives it more than it has carries no password, which whoever stands in the place of
 * the session would get, but a proof that the client opened the vault with it (`proof.ts`).
 */
export type ControlRequest =
  | { readonly type: 'status' }
  | { readonly type: 'lock' }
  /** Asks for what the next proof is made over. */
  | { readonly type: 'challenge' }
  /** The policy as it is now is the one to obey. */
  | { readonly type: 'trust'; readonly proof: string }
  /**
   * The times of the session begin anew, as `unlock` was asked; so do its environment and the policy. `terms` are
   * `SessionTerms` in JSON, as they were proved.
   */
  | { readonly type: 'renew'; readonly proof: string; readonly terms: string };

/** What is recorded when a session begins. */
export interface SessionTerms {
  /** Milliseconds. */
  readonly lifetime: number;
  readonly idle: number;
  /** For how long the session also reveals and writes; 0: never. */
  readonly reveal: number;
  /** Absolute. */
  readonly directory: string;
  readonly state: string;
  /** What children start from: the environment `unlock` was started with. */
  readonly env: Readonly<Record<string, string>>;
  /** Relative paths in the policy start from here. */
  readonly cwd: string;
  readonly umask: number;
}

export interface SessionStatus {
  readonly vault: string;
  /** RFC 3339. */
  readonly since: string;
  readonly until: string;
  readonly idle_until: string;
  /** While it reveals and writes. */
  readonly reveal_until?: string;
  /** The policy file against the one that was sealed. */
  readonly policy: 'trusted' | 'changed' | 'none';
  readonly policy_hash?: string;
  readonly running: number;
  readonly version: string;
}

/** A question to the person at the client. */
export type Question =
  | { readonly kind: 'hidden'; readonly label: string }
  | { readonly kind: 'confirm'; readonly question: string };

/** How a request ended. */
export type SessionEnd =
  | { readonly exit: number }
  /** The session does not do it; the client may, on its own authority. */
  | { readonly local: LocalReason }
  | { readonly failed: { readonly code: ErrorCode; readonly message: string; readonly hint?: string } };

/** `free`: needs no vault. `reveal`, `write`: needs the password. `elsewhere`: it is about another vault. */
export type LocalReason = 'free' | 'reveal' | 'write' | 'elsewhere';
