import { existsSync, readFileSync } from 'node:fs';
import type { Policy } from '../domain/policy/policy.ts';
import type { SandboxProbe } from '../process/sandbox/sandbox.ts';
import type { Finding } from './finding.ts';

/** What the advice depends on. */
export interface System {
  /** The text of `os-release(5)`; empty where there is none. */
  readonly osRelease: string;
  /** The text of a file below `/proc/sys`, without its newline; null where there is none. */
  readonly setting: (name: string) => string | null;
  readonly inContainer: boolean;
}

const CHECK = 'sandbox';
const WITHOUT = 'programs that agents run can see the vault file and the processes of this user';

/** Whether agents' programs can be isolated, and what to do where they cannot though the policy wants it. */
export function sandboxFinding(probe: SandboxProbe, setting: Policy['sandbox'], system: System): Finding {
  if (probe.ok) return working(setting);
  const detail = `${probe.reason}: ${WITHOUT}`;
  if (setting === 'required') {
    return {
      check: CHECK,
      status: 'missing',
      detail: `the policy says sandbox: required, and ${probe.reason}: agents can run nothing`,
      advice: remedy(probe, system),
    };
  }
  const status = setting === 'off' ? 'note' : 'warning';
  return { check: CHECK, status, detail, advice: remedy(probe, system) };
}

/** This machine. */
export function systemOf(): System {
  return {
    osRelease: textOf('/etc/os-release') ?? textOf('/usr/lib/os-release') ?? '',
    setting: (name) => textOf(`/proc/sys/${name}`)?.trim() ?? null,
    inContainer: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
  };
}

function working(setting: Policy['sandbox']): Finding {
  if (setting !== 'off') return { check: CHECK, status: 'ok', detail: 'bubblewrap works' };
  return {
    check: CHECK,
    status: 'warning',
    detail: `bubblewrap works, but the policy says sandbox: off: ${WITHOUT}`,
    advice: 'take the line out of the policy, or say sandbox: required',
  };
}

function remedy({ cause }: Extract<SandboxProbe, { ok: false }>, system: System): string {
  if (cause === 'platform') return 'keep the policy narrow: it and redaction are what holds here';
  return cause === 'absent' ? installAdvice(system.osRelease) : permitAdvice(system);
}

/** Each with the names of `ID` and `ID_LIKE` it is for. */
const installers: readonly (readonly [systems: string, command: string])[] = [
  ['debian ubuntu', 'sudo apt install bubblewrap'],
  ['fedora rhel centos', 'sudo dnf install bubblewrap'],
  ['arch', 'sudo pacman -S bubblewrap'],
  ['suse opensuse sles', 'sudo zypper install bubblewrap'],
  ['alpine', 'sudo apk add bubblewrap'],
  ['nixos', 'add pkgs.bubblewrap to environment.systemPackages, then: sudo nixos-rebuild switch'],
];

function installAdvice(osRelease: string): string {
  const fields = [...osRelease.matchAll(/^(?:ID|ID_LIKE)=["']?([^"'\n]*)/gm)];
  const ids = new Set(fields.flatMap(([, words = '']) => words.split(/[\s-]+/)));
  const found = installers.find(([systems]) => systems.split(' ').some((system) => ids.has(system)));
  if (found === undefined) return 'install bubblewrap with the package manager of this system';
  const [, command] = found;
  return command.startsWith('sudo') ? `run: ${command}` : command;
}

/** Bubblewrap needs user namespaces, which each of these takes away from ordinary programs. */
function permitAdvice({ setting, inContainer }: System): string {
  if (setting('kernel/unprivileged_userns_clone') === '0')
    return 'user namespaces are switched off; run: sudo sysctl kernel.unprivileged_userns_clone=1';
  if (setting('user/max_user_namespaces') === '0')
    return 'user namespaces are limited to none; run: sudo sysctl user.max_user_namespaces=10000';
  if (setting('kernel/apparmor_restrict_unprivileged_userns') === '1')
    return 'AppArmor keeps user namespaces for programs with a profile: give bwrap one that says "userns,", in /etc/apparmor.d';
  if (inContainer)
    return 'the container does not permit user namespaces; its owner can start it with a seccomp profile that does';
  return 'run bwrap --dev-bind / / --unshare-pid --proc /proc true to see what the system says';
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
