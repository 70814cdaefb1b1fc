import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuditEvent } from '../domain/audit-record.ts';
import { auditText } from '../domain/audit-text.ts';
import { formatDuration } from '../domain/duration.ts';
import { formatTime } from '../domain/time.ts';
import { VaultError } from '../errors.ts';
import type { MasterPassword } from '../app/master-password.ts';
import { type Places, policyFileOf } from '../app/places.ts';
import { loadPolicy } from '../app/policy-file.ts';
import type { PolicyTrust } from '../app/run-context.ts';
import { createRunLimit, type RunLimit } from '../app/run-limit.ts';
import { createRunMemory, type RunMemory } from '../app/run-memory.ts';
import { hiddenPlaces } from '../app/run-sandbox.ts';
import type { Masks } from '../process/sandbox/sandbox.ts';
import { openVault } from '../vault/open-vault.ts';
import type { Vault } from '../vault/vault.ts';
import type { SessionStatus, SessionTerms } from './messages.ts';
import { type Proved, proofOf } from './proof.ts';
import { parseTerms } from './requests.ts';
import { Span } from './span.ts';

/** Why a session ends. */
export type LockReason =
  'asked' | 'idle' | 'its time is over' | 'the vault was changed' | 'unreachable' | 'ended';

const MAX_RUNNING = 8;
const MAX_WAITING = 64;

/** An unlocked vault with everything its clients share, and with the times it is unlocked for. */
export class Session {
  readonly vault: Vault;
  readonly masterPassword: Buffer;
  readonly memory: RunMemory;
  /** Of agents' runs. */
  readonly agentLimit: RunLimit = createRunLimit(MAX_RUNNING, MAX_WAITING);
  /** Of runs of the command line, where eight development servers must not be the end of it. */
  readonly ownerLimit: RunLimit = createRunLimit(MAX_WAITING, MAX_WAITING);
  readonly #clock: () => Date;
  readonly #since: string;
  #terms: SessionTerms;
  #trust: PolicyTrust;
  #lifetime: Span;
  #idle: Span;
  #reveal: Span;
  #active = 0;
  #challenge = newChallenge();

  private constructor(
    vault: Vault,
    masterPassword: Buffer,
    { terms, trust, clock }: { terms: SessionTerms; trust: PolicyTrust; clock: () => Date },
  ) {
    this.vault = vault;
    this.masterPassword = masterPassword;
    this.memory = createRunMemory(masterPassword);
    this.#clock = clock;
    this.#since = formatTime(clock());
    this.#terms = terms;
    this.#trust = trust;
    this.#lifetime = new Span(terms.lifetime);
    this.#idle = new Span(terms.idle);
    this.#reveal = new Span(terms.reveal);
  }

  /** Opens the vault and seals the policy as it is now. Throws VaultError; keeps the password. */
  static async open(
    { password, unlock }: MasterPassword,
    terms: SessionTerms,
    clock: () => Date,
  ): Promise<Session> {
    const vault = await openVault(terms, password, clock);
    try {
      const trust = { hash: await policyHash(vault.directory), base: terms.cwd };
      const session = new Session(vault, password, { terms, trust, clock });
      session.record('unlock', { unlock, ...session.#begun() });
      return session;
    } catch (error) {
      vault.close();
      throw error;
    }
  }

  get terms(): SessionTerms {
    return this.#terms;
  }

  get trust(): PolicyTrust {
    return this.#trust;
  }

  get clock(): () => Date {
    return this.#clock;
  }

  get places(): Places {
    const { directory, state } = this.#terms;
    return { directory, state, policyFile: policyFileOf(directory) };
  }

  /** What no program in the sandbox may see; the way to this session is part of it. */
  get hidden(): Masks {
    return hiddenPlaces(this.places, this.#terms.env);
  }

  /** Whether it also reveals and writes at the moment. */
  get reveals(): boolean {
    return !this.#reveal.over;
  }

  /** Why it must end now; null when it need not. */
  get due(): LockReason | null {
    if (this.#lifetime.over) return 'its time is over';
    if (this.#active === 0 && this.#idle.over) return 'idle';
    return this.vault.isCurrent() ? null : 'the vault was changed';
  }

  /** Does work for a client, which keeps the session from being idle. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#active += 1;
    try {
      return await work();
    } finally {
      this.#active -= 1;
      this.#idle = new Span(this.#terms.idle);
    }
  }

  /** What the next proof is made over. Each serves once. */
  get challenge(): string {
    return this.#challenge;
  }

  /** Seals the policy as it is now. Throws `locked` on a wrong proof. */
  async trustPolicy(proof: Buffer): Promise<void> {
    this.#check(proof, 'policy trust', { type: 'trust' });
    this.#trust = { ...this.#trust, hash: await policyHash(this.vault.directory) };
    this.record('policy trust', this.#sealed());
  }

  /** Begins anew, on other terms but for the same vault, without ending what runs. Throws `locked` on a wrong proof. */
  async renew(proof: Buffer, terms: string): Promise<void> {
    this.#check(proof, 'unlock', { type: 'renew', terms });
    const { directory, state } = this.#terms;
    this.#terms = { ...parseTerms(terms), directory, state };
    this.#trust = { hash: await policyHash(this.vault.directory), base: this.#terms.cwd };
    this.#lifetime = new Span(this.#terms.lifetime);
    this.#idle = new Span(this.#terms.idle);
    this.#reveal = new Span(this.#terms.reveal);
    this.record('unlock', this.#begun());
  }

  async status(running: number, version: string): Promise<SessionStatus> {
    const hash = await policyHash(this.vault.directory);
    const policy = hash === null ? 'none' : hash === this.#trust.hash ? 'trusted' : 'changed';
    return {
      vault: this.vault.directory,
      since: this.#since,
      until: this.#at(this.#lifetime.left),
      idle_until: this.#at(
        Math.min(this.#lifetime.left, this.#active > 0 ? this.#terms.idle : this.#idle.left),
      ),
      ...(this.reveals && { reveal_until: this.#at(this.#reveal.left) }),
      policy,
      ...(hash !== null && { policy_hash: hash }),
      running,
      version,
    };
  }

  /** Records the end and closes the vault. */
  close(reason: LockReason): void {
    try {
      this.record('lock', { reason });
    } catch {
      // The session ends all the same.
    }
    this.vault.close();
    this.masterPassword.fill(0);
  }

  /** Records what was refused. A journal that cannot be written lets nobody through. */
  recordRefusal(action: string, reason: string, key?: string): void {
    try {
      this.record(action, { outcome: 'denied', reason, ...(key !== undefined && { key: auditText(key) }) });
    } catch {
      // It is refused all the same.
    }
  }

  record(action: string, about: Partial<AuditEvent>): void {
    this.vault.record(
      { source: 'cli', action, outcome: 'success', unlock: 'session', ...about },
      { durable: true },
    );
  }

  #check(proof: Buffer, action: string, request: Proved): void {
    const expected = proofOf(this.vault, this.#challenge, request);
    this.#challenge = newChallenge();
    if (proof.length === expected.length && timingSafeEqual(proof, expected)) return;
    const error = new VaultError('locked', 'wrong master password');
    this.record(action, { outcome: 'error', reason: error.message });
    throw error;
  }

  #begun(): Partial<AuditEvent> {
    const { reveal } = this.#terms;
    const reason = `reveals and changes for ${formatDuration(reveal)}`;
    return { ...this.#sealed(), ...(reveal > 0 && { reason }) };
  }

  #sealed(): Partial<AuditEvent> {
    return this.#trust.hash === null ? {} : { policy_hash: this.#trust.hash };
  }

  #at(fromNow: number): string {
    return formatTime(new Date(this.#clock().getTime() + Math.max(0, fromNow)));
  }
}

function newChallenge(): string {
  return randomBytes(32).toString('base64');
}

/** Null where there is none. One that is refused cannot be trusted either. */
async function policyHash(directory: string): Promise<string | null> {
  try {
    return (await loadPolicy(policyFileOf(directory))).hash;
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
