import { keychainFinding } from './doctor-keychain.ts';
import { passwordFinding } from './doctor-password.ts';
import { policyFinding, sandboxSetting } from './doctor-policy.ts';
import { sandboxFinding, systemOf } from './doctor-sandbox.ts';
import {
  argonFinding,
  coreDumpFinding,
  debuggerFinding,
  nodeFinding,
  terminalFinding,
} from './doctor-runtime.ts';
import { type SessionFacts, sessionFinding } from './doctor-session.ts';
import { vaultFindings } from './doctor-vault.ts';
import type { Finding } from './finding.ts';
import type { Places } from './places.ts';

/** What is examined: where things are, and what this process was given. */
export interface Patient {
  readonly places: Places;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** Null when the vault is locked. */
  readonly session: SessionFacts | null;
}

/**
 * Looks at everything that protects here, without a password and without opening the vault. Changes nothing and
 * never throws for what it finds.
 */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { probeSandbox } = await import('../process/sandbox/sandbox.ts');
  return [
    nodeFinding(),
    ...vaultFindings(patient.places),
    await policyFinding(patient.places.policyFile, patient),
    sandboxFinding(await probeSandbox(), await sandboxSetting(patient.places.policyFile), systemOf()),
    passwordFinding(patient.env),
    sessionFinding(patient.env, patient.session),
    await keychainFinding(patient.places, patient.env),
    coreDumpFinding(),
    debuggerFinding(patient.env),
    await argonFinding(),
    await terminalFinding(),
  ];
}
