import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  endBuilds,
  folder,
  inputsOf,
  prepareBuilds,
  run,
  versionOfCompleteTree,
} from '../tests/support/builds-under-test.ts';
import { filesOf, leftoversNextTo } from './write/testing/tree-state.ts';

beforeAll(prepareBuilds);
afterAll(endBuilds);

/**
 * Mounts a small disk at a path and returns whether that succeeded. Only root can mount, and not in every environment.
 */
function mountSmallDisk(path: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', path]).status === 0;
}

function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'coastwatch-disk-'));
  const isMounted = mountSmallDisk(path);
  if (isMounted) spawnSync('umount', [path]);
  else console.warn('NO SMALL DISK can be mounted here: the tests of full and read-only disks are SKIPPED');
  rmdirSync(path);
  return isMounted;
}

describe('a build onto a full or read-only disk', () => {
  it.skipIf(!canMount())(
    'reports the failure and keeps the published tree',
    async () => {
      const disk = await mkdtemp(join(folder, 'disk'));
      expect(mountSmallDisk(disk)).toBe(true);
      try {
        const options = ['--target', 'compute'];
        const output = join(disk, 'site');
        expect((await run([...inputsOf(1), ...options, '--out', output])).exitCode).toBe(0);
        const published = await versionOfCompleteTree(output, options);
        const before = await filesOf(output);
        const expectRefusal = async (reason: string): Promise<void> => {
          const { exitCode, stderr } = await run([...inputsOf(2), ...options, '--out', output]);
          expect([exitCode, stderr.trimEnd().split('\n').at(-1)]).toEqual([
            1,
            expect.stringMatching(
              new RegExp(`^${output} was not written: ${reason} .* The published version is unchanged\\.$`),
            ),
          ]);
          expect(await filesOf(output)).toEqual(before);
          expect(await leftoversNextTo(output)).toEqual([]);
        };
        let fullDiskBuilds = 0;
        for (let freeKilobytes = 0; freeKilobytes <= 160; freeKilobytes += 40) {
          await fillUp(disk, freeKilobytes);
          await expectRefusal('the disk is full');
          fullDiskBuilds++;
        }
        await rm(join(disk, 'ballast'));
        spawnSync('mount', ['-o', 'remount,ro', disk]);
        await expectRefusal('the file system is read-only');
        spawnSync('mount', ['-o', 'remount,rw', disk]);
        expect((await run([...inputsOf(2), ...options, '--out', output])).exitCode).toBe(0);
        expect(await versionOfCompleteTree(output, options)).not.toBe(published);
        console.info(`${fullDiskBuilds + 1} builds onto a full or read-only disk survived.`);
      } finally {
        spawnSync('umount', ['--lazy', disk]);
      }
    },
    60_000,
  );
});

/** Fills a disk except for this much space. */
async function fillUp(disk: string, freeKilobytes: number): Promise<void> {
  const ballast = join(disk, 'ballast');
  await rm(ballast, { force: true });
  const { bavail, bsize } = await statfs(disk);
  await writeFile(ballast, new Uint8Array(Math.max(0, bavail * bsize - freeKilobytes * 1024)));
}
