/** What `set` is asked to do. Whatever is not given stays as it is. */
export interface SetRequest {
  readonly key: string;
  /** The single value. */
  readonly value?: Buffer;
  readonly fields: readonly GivenField[];
  readonly removeFields: readonly string[];
  /** Environment variable name to field name. */
  readonly bindings: ReadonlyMap<string, string>;
  readonly unbind: readonly string[];
  readonly tags: readonly string[];
  readonly untag: readonly string[];
  /** null takes them away. */
  readonly notes?: string | null;
  readonly url?: string | null;
  /** As typed: a duration, an RFC 3339 time or a date; null takes it away. */
  readonly expires?: string | null;
  /** Field names, or several of each, that override what would be inferred. */
  readonly sensitive: readonly string[];
  readonly plain: readonly string[];
  readonly kinds: ReadonlyMap<string, string>;
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly hints: ReadonlyMap<string, string>;
  /** Allows a single value to become fields, or the other way round; nothing of the old values stays. */
  readonly replace: boolean;
}

export interface GivenField {
  readonly name: string;
  readonly value: Buffer;
  /** Given without a value on the command line, which makes it sensitive. */
  readonly bare: boolean;
}
