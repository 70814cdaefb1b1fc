/** The journal's record: what happened, by whom, with which outcome. Never a value. */

export type Source = 'cli' | 'mcp' | 'dashboard' | 'team';
export type Outcome = 'success' | 'denied' | 'error';

/** What a caller reports. Names are those of the exported record; what does not apply is left out. */
export interface AuditEvent {
  readonly source: Source;
  /** The tool's or the command's name: `secret_run`, `set`, `audit export`. */
  readonly action: string;
  readonly phase?: 'start' | 'end';
  readonly outcome: Outcome;
  readonly key?: string;
  readonly keys?: readonly string[];
  readonly command?: string;
  /** Already redacted. */
  readonly args?: readonly string[];
  /** Why it was denied or failed, already redacted. */
  readonly reason?: string;
  readonly exit_code?: number;
  readonly duration_ms?: number;
  /** The connected client's name and version, as it gave them. */
  readonly client?: string;
  readonly run_id?: string;
  /** SHA-256 of the policy file's bytes, lower-case hex. */
  readonly policy_hash?: string;
  readonly sandbox?: 'on' | 'off';
  /** Where the authority to open the vault came from. */
  readonly unlock?: 'environment' | 'file' | 'prompt' | 'session' | 'keychain' | 'recovery';
}

/** An event in its place in the journal. */
export interface AuditRecord extends AuditEvent {
  readonly v: 1;
  /** Counts from 1 without gaps. */
  readonly seq: number;
  /** RFC 3339, UTC, whole seconds. */
  readonly timestamp: string;
  /** Lower-case hex; 64 zeros in the first record. */
  readonly prev_hash: string;
  readonly hash: string;
}
