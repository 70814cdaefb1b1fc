import { isWeakPassword } from '../app/init-vault.ts';
import { type Io, warn } from './io.ts';

export async function warnIfWeak(io: Io, password: Buffer): Promise<void> {
  if (!(await isWeakPassword(password))) return;
  warn(io, 'the master password is weak: whoever gets a copy of the vault may guess it');
}
