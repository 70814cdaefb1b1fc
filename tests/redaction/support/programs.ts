import { existsSync } from 'node:fs';

/** What not every system has; `scripts/test-programs.mjs` installs them where it can. */
const OPTIONAL = 'bash busybox curl hexdump jq openssl perl python3 xmllint xxd'.split(' ');
const ABSENT = OPTIONAL.filter(
  (name) => !['/usr/local/bin', '/usr/bin', '/bin'].some((dir) => existsSync(`${dir}/${name}`)),
);

/** The programs a command names that are not installed. */
export function absentFrom(command: string): string[] {
  return ABSENT.filter((name) => new RegExp(`\\b${name}\\b`).test(command));
}
