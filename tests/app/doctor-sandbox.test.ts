import { describe, expect, test } from 'vitest';
import { sandboxFinding, type System } from '../../src/app/doctor-sandbox.ts';
import type { SandboxProbe } from '../../src/process/sandbox/sandbox.ts';

const works: SandboxProbe = { ok: true, sandbox: { wrap: (child) => child } };
const absent: SandboxProbe = { ok: false, cause: 'absent', reason: 'bubblewrap is not installed' };
const blocked: SandboxProbe = {
  ok: false,
  cause: 'blocked',
  reason: 'bubblewrap is installed, but the system does not let it work',
};
const elsewhere: SandboxProbe = { ok: false, cause: 'platform', reason: 'there is one on Linux only' };

const linux: System = {
  osRelease: 'ID=debian\n',
  setting: () => null,
  inContainer: false,
};

describe('the sandbox', () => {
  test.each([
    ['works', works, 'auto', 'ok'],
    ['works and is required', works, 'required', 'ok'],
    ['works and is switched off', works, 'off', 'warning'],
    ['is not installed', absent, 'auto', 'warning'],
    ['is not installed and not wanted', absent, 'off', 'note'],
    ['is not installed and required', absent, 'required', 'missing'],
    ['is blocked and required', blocked, 'required', 'missing'],
    ['is not for this system and required', elsewhere, 'required', 'missing'],
  ] as const)('that %s', (_, probe, setting, status) => {
    expect(sandboxFinding(probe, setting, linux).status).toBe(status);
  });
});

describe('the line that installs bubblewrap', () => {
  test.each([
    ['ID=debian', 'sudo apt install bubblewrap'],
    ['NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"', 'sudo apt install bubblewrap'],
    ['ID=fedora', 'sudo dnf install bubblewrap'],
    ['ID="rocky"\nID_LIKE="rhel centos fedora"', 'sudo dnf install bubblewrap'],
    ["ID='arch'", 'sudo pacman -S bubblewrap'],
    ['ID="opensuse-tumbleweed"\nID_LIKE="opensuse suse"', 'sudo zypper install bubblewrap'],
    ['ID=alpine', 'sudo apk add bubblewrap'],
    ['ID=nixos', 'environment.systemPackages'],
    ['ID=haiku\nVARIANT_ID=debian', 'package manager of this system'],
    ['', 'package manager of this system'],
  ])('for %j', (osRelease, line) => {
    expect(sandboxFinding(absent, 'auto', { ...linux, osRelease }).advice).toContain(line);
  });
});

describe('the cause of a sandbox that is not permitted', () => {
  test.each([
    [{ 'kernel/unprivileged_userns_clone': '0' }, 'kernel.unprivileged_userns_clone=1'],
    [{ 'kernel/unprivileged_userns_clone': '1', 'user/max_user_namespaces': '0' }, 'max_user_namespaces'],
    [{ 'kernel/apparmor_restrict_unprivileged_userns': '1' }, 'AppArmor'],
    [{}, 'run bwrap'],
  ])('%j', (settings: Readonly<Record<string, string>>, advice) => {
    const setting = (name: string): string | null => settings[name] ?? null;
    expect(sandboxFinding(blocked, 'auto', { ...linux, setting }).advice).toContain(advice);
  });

  test('a container', () => {
    expect(sandboxFinding(blocked, 'auto', { ...linux, inContainer: true }).advice).toContain('container');
  });

  test('elsewhere than on Linux nothing is to be installed', () => {
    const { advice, detail } = sandboxFinding(elsewhere, 'auto', linux);
    expect(advice).not.toMatch(/install|sudo/);
    expect(detail).toContain('Linux only');
  });
});
