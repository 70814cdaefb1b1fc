import { lstatSync, realpathSync, statfsSync } from 'node:fs';
import { VaultError } from '../errors.ts';
import { checkDirectory, checkFiles, databaseFile } from '../vault/files.ts';
import { type Finding, findingOf } from './finding.ts';
import type { Places } from './places.ts';

/** The vault's directory, its file, and the directory that remembers how new the vault is. */
export function vaultFindings({ directory, state }: Places): Finding[] {
  const folder = directoryFinding(directory);
  if (folder.status === 'missing') return [folder];
  return [folder, fileFinding(directory), stateFinding(state)];
}

const CHECK = 'vault directory';

function directoryFinding(directory: string): Finding {
  try {
    if (!checkDirectory(directory)) {
      return {
        check: CHECK,
        status: 'missing',
        detail: `there is none at ${directory}`,
        advice: 'vaultctl init makes one; --vault-dir or VAULT_DIR names another place',
      };
    }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return findingOf(CHECK, 'missing', error);
  }
  const mode = modeOf(directory);
  if (mode !== '0700') return openToOthers(CHECK, directory, mode);
  const place = riskyPlace(directory);
  if (place === null) return { check: CHECK, status: 'ok', detail: `${directory}, mode 0700` };
  return {
    check: CHECK,
    status: 'warning',
    detail: `${directory} is ${place}`,
    advice: 'keep the vault on a disk of this machine, and copies of it elsewhere',
  };
}

function fileFinding(directory: string): Finding {
  const check = 'vault file';
  try {
    checkFiles(directory);
    const file = databaseFile(directory);
    return { check, status: 'ok', detail: `${file}, mode ${modeOf(file)}` };
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return findingOf(check, 'missing', error);
  }
}

function stateFinding(state: string): Finding {
  const check = 'state directory';
  try {
    if (!checkDirectory(state)) {
      return {
        check,
        status: 'warning',
        detail: `there is none at ${state}: an older copy of the vault would not be noticed`,
        advice: 'the next command that opens the vault makes it',
      };
    }
  } catch (error) {
    if (!(error instanceof VaultError)) throw error;
    return { check, status: 'warning', detail: error.message, advice: `make ${state} yours alone` };
  }
  const mode = modeOf(state);
  return mode === '0700'
    ? { check, status: 'ok', detail: `${state}, mode 0700` }
    : openToOthers(check, state, mode);
}

function openToOthers(check: string, path: string, mode: string): Finding {
  return {
    check,
    status: 'warning',
    detail: `${path} has mode ${mode}: other users can see what is in it`,
    advice: `run: chmod 700 '${path}'`,
  };
}

function modeOf(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8).padStart(4, '0');
}

/** File systems of other machines, by the magic number of `statfs(2)` on Linux. */
const networkSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x01021997, '9p, a folder of the host'],
  [0x786f4256, 'a folder of the host'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x65735546, 'FUSE'],
]);

/** Folders that programs copy to other machines, as they are usually called. */
const syncedFolder =
  /^(dropbox|onedrive|google ?drive|googledrive|my drive|mobile documents|cloudstorage|icloud ?drive|nextcloud|owncloud|pcloud ?drive|syncthing|box sync)(?=$|[ (])/i;

/** Why a directory is no good place for the vault, or null. */
export function riskyPlace(directory: string): string | null {
  const real = realpathSync(directory);
  const synced = real.split('/').find((part) => syncedFolder.test(part));
  if (synced !== undefined) {
    return `in a synced folder (${synced}): a copy made in the middle of a change is damaged, and an older one may come back`;
  }
  const network = process.platform === 'linux' ? networkSystems.get(statfsSync(real).type) : undefined;
  return network === undefined
    ? null
    : `on a file system of another machine or program (${network}): its locks and modes may not hold`;
}
