/** What every use case is given: the opened vault, who asks, and the few things that come from outside. */

import type { AuditEvent, Source } from '../domain/audit-record.ts';
import type { Vault } from '../vault/vault.ts';

export interface AppContext {
  readonly vault: Vault;
  readonly actor: Actor;
  readonly clock: () => Date;
  /** One line for the user's eyes: standard error, in every face. */
  readonly warn: (message: string) => void;
}

export interface Actor {
  readonly source: Source;
  /** The tool's or command's name, as the journal shows it. */
  readonly action: string;
  /** The agent client's name and version, where one is connected. */
  readonly client?: string;
  readonly unlock: NonNullable<AuditEvent['unlock']>;
}

/** The part of a record that says who did what. */
export function actorFields(actor: Actor): Pick<AuditEvent, 'source' | 'action' | 'client' | 'unlock'> {
  const { source, action, client, unlock } = actor;
  return { source, action, unlock, ...(client !== undefined && { client }) };
}
