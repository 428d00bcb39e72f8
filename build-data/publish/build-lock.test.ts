import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import { takeAddress, takeLock } from './build-lock.ts';
import { LockError } from '../write/output-error.ts';
import { folderOfTest } from '../../tests/support/temporary-folder.ts';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

describe('the lock of an output', () => {
  it('is refused to another build under any path of the output, and is free again after its release', async () => {
    await mkdir(join(folder, 'real'));
    await symlink('real', join(folder, 'link'));
    const release = await takeLock(join(folder, 'real/site'));
    const refused = takeLock(join(folder, 'link/site'), 'link/site');
    await expect(refused).rejects.toThrow(LockError);
    await expect(refused).rejects.toThrow('link/site is being written by another build. Wait until it has ended');
    await takeLock(join(folder, 'real/other')).then((release) => release());
    await release();
    await takeLock(join(folder, 'link/site')).then((release) => release());
  });

  it('is free as soon as the process that held it was killed, even where the file of a socket remains', async () => {
    const address = join(folder, 'lock');
    const listening = `require('net').createServer().listen(process.argv[1], () => console.log('listening'))`;
    const holder = spawn(process.execPath, ['-e', listening, address], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(holder.stdout, 'data');
    await expect(takeAddress(address, 'site')).rejects.toThrow(LockError);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await takeAddress(address, 'site').then((release) => release());
  });
});
