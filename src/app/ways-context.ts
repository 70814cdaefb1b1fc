import type { AuditEvent } from '../domain/audit-record.ts';
import type { Ways } from '../vault/ways.ts';
import type { Places } from './places.ts';

/** What use cases that change the ways into a vault are given. */
export interface WaysContext {
  readonly ways: Ways;
  readonly places: Places;
  readonly env: NodeJS.ProcessEnv;
  readonly unlock: NonNullable<AuditEvent['unlock']>;
  /** One line for the user's eyes. */
  readonly warn: (message: string) => void;
}
