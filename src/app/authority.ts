/**
 * What each command and tool needs of who asks. An unlocked session does what is `use`; `reveal` and `write` need the
 * master password, or a session that was opened for them; `free` needs no vault.
 */

export type AuthorityClass = 'use' | 'reveal' | 'write' | 'free';

interface CommandClass {
  readonly class: AuthorityClass;
  /** With this option it is of another class. */
  readonly unless?: { readonly option: string; readonly class: AuthorityClass };
  /** Never on the authority of a session: it changes what sessions may do, or the password itself. */
  readonly asks?: true;
}

export const commandClasses: Readonly<Record<string, CommandClass>> = {
  init: { class: 'free' },
  set: { class: 'write' },
  get: { class: 'reveal', unless: { option: 'masked', class: 'use' } },
  list: { class: 'use' },
  delete: { class: 'write' },
  run: { class: 'use' },
  export: { class: 'reveal' },
  generate: { class: 'free' },
  // Records name keys and commands, and whoever copies the journal out takes them along.
  'audit list': { class: 'reveal' },
  'audit export': { class: 'reveal' },
  'audit verify': { class: 'reveal', unless: { option: 'accept', class: 'write' } },
  'policy check': { class: 'free' },
  'policy explain': { class: 'free' },
  'policy trust': { class: 'write', asks: true },
  // The way into the vault itself; a recovery code is a right of its own.
  passwd: { class: 'write', asks: true },
  'recovery new': { class: 'write', asks: true },
  'recovery use': { class: 'free' },
  'recovery status': { class: 'free' },
  'keychain enable': { class: 'write', asks: true },
  'keychain disable': { class: 'free' },
  'keychain status': { class: 'free' },
  score: { class: 'use' },
  unlock: { class: 'free' },
  lock: { class: 'free' },
  // It asks the session, and says so where there is none.
  status: { class: 'free' },
  doctor: { class: 'free' },
  edition: { class: 'free' },
  'mcp install': { class: 'free' },
  'mcp list': { class: 'free' },
  'mcp uninstall': { class: 'free' },
  'mcp-server': { class: 'free' },
};

export const toolClasses: Readonly<Record<string, AuthorityClass>> = {
  secret_list: 'use',
  secret_exists: 'use',
  secret_get_masked: 'use',
  secret_run: 'use',
  secret_list_fields: 'use',
  secret_get_field: 'use',
  secret_run_with_bindings: 'use',
  security_score: 'use',
};

/** The class of a command by its full name, with the options it is given. What is not in the table needs the password. */
export function classOfCommand(name: string, options: Readonly<Record<string, unknown>>): AuthorityClass {
  const known = Object.hasOwn(commandClasses, name) ? commandClasses[name] : undefined;
  if (known === undefined) return 'write';
  const { unless } = known;
  return unless !== undefined && options[unless.option] === true ? unless.class : known.class;
}

/** The class of a tool. What is not in the table needs the password. */
export function classOfTool(name: string): AuthorityClass {
  return (Object.hasOwn(toolClasses, name) ? toolClasses[name] : undefined) ?? 'write';
}

/** Whether a command asks for the password even where a session would do. */
export function alwaysAsks(name: string): boolean {
  return Object.hasOwn(commandClasses, name) && commandClasses[name]?.asks === true;
}

/** Whether every command that begins with this word needs no vault. */
export function isFreeWord(word: string): boolean {
  const found = Object.entries(commandClasses).filter(
    ([name]) => name === word || name.startsWith(`${word} `),
  );
  return found.length > 0 && found.every(([, { class: needs }]) => needs === 'free');
}
