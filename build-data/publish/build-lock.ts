import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';

import { hasCode, LockError } from '../write/output-error.ts';

/*
 * Only one build at a time writes to an output directory. The lock is the address of a local socket: the system lets
 * only one process listen there, and frees the address when that process ends, however it ends. A killed build
 * therefore leaves no lock.
 *
 * Builds in other containers and on other machines have other addresses. `output-directory.ts` explains why they cannot
 * damage what this build publishes.
 */

export type ReleaseLock = () => Promise<void>;

/**
 * Takes the lock of an output, whose parent directory must exist. `given` is the path for messages. Throws LockError if
 * another build holds the lock.
 */
export async function takeLock(output: string, given = output): Promise<ReleaseLock> {
  // The inode is the same for all paths of the parent directory.
  const { dev, ino } = await stat(dirname(output), { bigint: true });
  const identity = createHash('sha256')
    .update(`${dev} ${ino} ${basename(output)}`)
    .digest('hex')
    .slice(0, 32);
  return takeAddress(addressOf(`coastwatch-${identity}`), given);
}

export async function takeAddress(address: string, given: string): Promise<ReleaseLock> {
  const server = createServer((connection) => connection.destroy());
  if (!(await listen(server, address))) {
    throw new LockError(
      `${given} is being written by another build. Wait until it has ended, then build again. Nothing was changed.`,
    );
  }
  server.unref();
  return promisify(server.close.bind(server));
}

/** Linux has sockets without a file, and Windows has named pipes. */
function addressOf(name: string): string {
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `/tmp/${name}`;
}

async function listen(server: Server, address: string): Promise<boolean> {
  if (await tryToListen(server, address)) return true;
  // The file of a socket remains when its process is killed, but then nobody accepts connections.
  if (!address.startsWith('/') || (await acceptsConnections(address))) return false;
  await rm(address, { force: true });
  return tryToListen(server, address);
}

function tryToListen(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error): void => {
      if (hasCode(error, 'EADDRINUSE')) resolve(false);
      else reject(error);
    };
    server.once('error', onError);
    server.listen(address, () => {
      server.off('error', onError);
      resolve(true);
    });
  });
}

function acceptsConnections(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(address, () => {
      connection.destroy();
      resolve(true);
    });
    connection.once('error', (error) => {
      resolve(!hasCode(error, 'ECONNREFUSED', 'ENOENT', 'ENOTSOCK'));
    });
  });
}
