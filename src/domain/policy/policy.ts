/** The policy as parsed from `mcp-policy.yaml`, and what judging a command by it answers. */

export interface AliasEntry {
  /** A key glob. */
  readonly pattern: string;
  /** The key glob that replaces it. */
  readonly target: string;
}

export interface Policy {
  readonly version: 1;
  readonly defaultAction: 'allow' | 'deny';
  /** Each entry is a command name, a path, or several words, as written. */
  readonly deniedCommands: readonly string[];
  readonly allowedCommands: readonly string[];
  readonly envAliases: ReadonlyMap<string, readonly AliasEntry[]>;
  readonly sandbox: 'auto' | 'off' | 'required';
  readonly redaction: 'full' | 'exact';
  /** Bytes of standard output kept in a tool's answer; standard error keeps half of it. */
  readonly maxOutputBytes: number;
}

/** A program as looked up on the system. */
export interface Program {
  /** The command as the caller gave it; it stays `argv[0]`. */
  readonly given: string;
  /** Absolute path found for it, links not followed. */
  readonly found: string;
  /** The file that runs: absolute, links followed. */
  readonly file: string;
  /** How many names (hard links) the file has. */
  readonly links: number;
}

/** What judging needs to know of the system; `process/` provides it, tests fake it. Nothing here throws. */
export interface World {
  /** The working directory of the run, absolute. */
  readonly cwd: string;
  /** What `~` stands for, absolute. */
  readonly home: string;
  /** Looks a command up as the runner would; null when nothing can run under that name. */
  resolve(command: string): Program | null;
  /** The path, relative ones from `cwd`, with every link followed; parts that do not exist stay as spelled. */
  realpath(path: string): string;
  /** The names in a directory; none when it cannot be read. */
  list(path: string): readonly string[];
  /** Whether two paths are one file (device and inode), links followed. */
  sameFile(a: string, b: string): boolean;
}

/** The verdict on one command. `rule` says in a few words what decided, for hints and records. */
export type Verdict =
  { readonly ok: true; readonly rule: string } | { readonly ok: false; readonly rule: string };
