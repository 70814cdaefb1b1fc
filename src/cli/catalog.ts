import type { CommandDefinition, CommandGroup } from './definition.ts';
import { auditExport } from './definitions/audit-export.ts';
import { auditList } from './definitions/audit-list.ts';
import { auditVerify } from './definitions/audit-verify.ts';
import { deleteCommand } from './definitions/delete.ts';
import { doctor } from './definitions/doctor.ts';
import { edition } from './definitions/edition.ts';
import { exportCommand } from './definitions/export.ts';
import { generate } from './definitions/generate.ts';
import { get } from './definitions/get.ts';
import { init } from './definitions/init.ts';
import { keychainDisable } from './definitions/keychain-disable.ts';
import { keychainEnable } from './definitions/keychain-enable.ts';
import { keychainStatus } from './definitions/keychain-status.ts';
import { list } from './definitions/list.ts';
import { lock } from './definitions/lock.ts';
import { mcpInstall } from './definitions/mcp-install.ts';
import { mcpList } from './definitions/mcp-list.ts';
import { mcpServer } from './definitions/mcp-server.ts';
import { mcpUninstall } from './definitions/mcp-uninstall.ts';
import { passwd } from './definitions/passwd.ts';
import { policyCheck } from './definitions/policy-check.ts';
import { policyExplain } from './definitions/policy-explain.ts';
import { policyTrust } from './definitions/policy-trust.ts';
import { recoveryNew } from './definitions/recovery-new.ts';
import { recoveryStatus } from './definitions/recovery-status.ts';
import { recoveryUse } from './definitions/recovery-use.ts';
import { runCommand } from './definitions/run.ts';
import { score } from './definitions/score.ts';
import { set } from './definitions/set.ts';
import { status } from './definitions/status.ts';
import { unlock } from './definitions/unlock.ts';

/** Every command, in the order help shows them. */
export const catalog: readonly (CommandDefinition | CommandGroup)[] = [
  init,
  set,
  get,
  list,
  deleteCommand,
  runCommand,
  exportCommand,
  generate,
  { name: 'audit', summary: 'Read and check the journal', commands: [auditList, auditExport, auditVerify] },
  {
    name: 'policy',
    summary: 'Check what agents may run',
    commands: [policyCheck, policyExplain, policyTrust],
  },
  unlock,
  lock,
  status,
  passwd,
  {
    name: 'recovery',
    summary: 'A code for when the master password is forgotten',
    commands: [recoveryNew, recoveryUse, recoveryStatus],
  },
  {
    name: 'keychain',
    summary: "The master password in the operating system's keychain",
    commands: [keychainEnable, keychainDisable, keychainStatus],
  },
  score,
  doctor,
  edition,
  mcpServer,
  {
    name: 'mcp',
    summary: 'Connect AI agents to the tool server',
    commands: [mcpInstall, mcpUninstall, mcpList],
  },
];
