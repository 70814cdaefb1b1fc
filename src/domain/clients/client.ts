/** Agent clients as data: where each keeps its tool servers, and what an entry looks like there. */

export type ClientId =
  | 'claude-code'
  | 'claude-desktop'
  | 'codex'
  | 'cursor'
  | 'vscode'
  | 'windsurf'
  | 'gemini'
  | 'zed'
  | 'opencode';

/** `json` is read by the client with a strict parser; `jsonc` may have comments and trailing commas. */
export type Format = 'json' | 'jsonc' | 'toml';

export interface Client {
  readonly id: ClientId;
  /** What people call it. */
  readonly title: string;
  readonly format: Format;
  /** The name of the object in the file that holds the servers. */
  readonly container: string;
  /** The file of the user; where it may be several, the likeliest first and the usual one last. */
  readonly userFiles: (system: System) => readonly FilePlace[];
  /** The same below a project's directory; null when the client has no such file. */
  readonly projectFiles: readonly string[] | null;
  /** The fields of an entry that starts this command line. */
  readonly fields: (commandLine: CommandLine) => Fields;
}

export interface FilePlace {
  /** Absolute, unless a variable of the client's has a relative path. */
  readonly file: string;
  /** The file is the one in use when this exists; absent: always. */
  readonly inUseWith?: string;
}

/** The system and the user whose clients are asked about. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** Absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export type CommandLine = readonly [program: string, ...args: string[]];

export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The name of our entry, in every client. */
export const SERVER_NAME = 'vaultctl';
