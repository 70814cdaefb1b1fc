import { readFileSync } from 'node:fs';

/** Put in by the build; absent where the sources run as they are. */
declare const VAULTCTL_VERSION: string | undefined;

/** The program's version, such as `0.1.0`. */
export function version(): string {
  return typeof VAULTCTL_VERSION === 'string' ? VAULTCTL_VERSION : versionOfSources();
}

function versionOfSources(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(Reflect.get(Object(manifest), 'version'));
}
