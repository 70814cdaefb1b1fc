import type { CommanderError } from 'commander';
import { VaultError } from '../errors.ts';

/**
 * What is wrong with the command line. Commander's message quotes it, and a mistyped option or a stray
 * argument may be somebody's secret: only names of commands and options are repeated.
 */
export function usageError(error: CommanderError, path: string): VaultError {
  const [message = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const hint = suggestion?.replace(/^\((.*)\)$/, '$1') ?? `${path} --help shows how`;
  switch (error.code) {
    case 'commander.unknownOption':
      return unknownOption(message, hint, path);
    case 'commander.excessArguments':
      return new VaultError(
        'usage',
        `too many arguments for ${path}`,
        `${path} --help shows how; values are never arguments`,
      );
    case 'commander.help':
      return new VaultError('usage', `${path} needs a command`, `${path} --help lists them`);
    default:
      return new VaultError('usage', message, hint);
  }
}

function unknownOption(message: string, hint: string, path: string): VaultError {
  // One dash: a single letter, what follows it could be a value.
  const [name = ''] = /--[^=' ]+|-[^-]/.exec(message) ?? [];
  const carriesValue = message !== `unknown option '${name}'`;
  return new VaultError('usage', `unknown option ${name}`, carriesValue ? `${path} --help shows how` : hint);
}
