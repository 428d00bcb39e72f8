import { type ChildProcess, spawnSync } from 'node:child_process';
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
  start,
  versionOfCompleteTree,
} from '../tests/support/builds-under-test.ts';
import { runToEnd } from '../tests/support/run-node.ts';
import { filesOf, leftoversNextTo } from './testing/tree-state.ts';
import { printedRandom } from '../tests/support/test-size.ts';

beforeAll(prepareBuilds);
afterAll(endBuilds);

/** Trees that are built in parallel, with static files and without. */
const lanes = [
  { name: 'lane1', kills: 24, options: ['--target', 'compute'] },
  { name: 'lane2', kills: 2, options: ['--target', 'static'] },
  { name: 'lane3', kills: 24, options: ['--target', 'compute'] },
];
const random = printedRandom('killed builds');
const totalKills = lanes.reduce((sum, { kills }) => sum + kills, 0);

describe('a build that is killed', () => {
  it(`leaves the old tree or the new one complete at any of ${totalKills} moments, and the next build cleans up`, async () => {
    const seen = { old: 0, new: 0, ended: 0 };
    await Promise.all(
      lanes.map(async ({ name, kills, options }) => {
        const output = join(folder, name);
        const commandLine = (seed: number): string[] => [...inputsOf(seed), ...options, '--out', output];
        expect((await run(commandLine(1))).exitCode).toBe(0);
        let seed = 1;
        let published = await versionOfCompleteTree(output, options);
        let writingInMilliseconds = Infinity;
        let killed = 0;
        // The first build is not killed: it measures how long a build takes after it begins to write. On a machine
        // whose speed varies, a later build may end before it is killed; another build is then killed instead.
        for (let attempt = 0; killed < kills && attempt <= 2 * kills; attempt++) {
          seed = 3 - seed;
          const child = start(commandLine(seed));
          const finished = runToEnd(child);
          await waitForBuild(output, child);
          const began = performance.now();
          if (attempt > 0) {
            await new Promise((resolve) => setTimeout(resolve, random.unit() * writingInMilliseconds));
            child.kill('SIGKILL');
          }
          await finished;
          const isKilled = child.signalCode === 'SIGKILL';
          if (!isKilled) writingInMilliseconds = Math.min(writingInMilliseconds, performance.now() - began);
          const found = await versionOfCompleteTree(output, options);
          if (isKilled) killed++;
          if (attempt > 0) seen[isKilled ? (found === published ? 'old' : 'new') : 'ended']++;
          published = found;
        }
        const { exitCode, stderr } = await run(commandLine(seed));
        expect(exitCode, stderr).toBe(0);
        await versionOfCompleteTree(output, options);
        expect(await leftoversNextTo(output)).toEqual([]);
      }),
    );
    expect(seen.old + seen.new).toBeGreaterThan(totalKills / 2);
    console.info(
      `${totalKills} builds killed: the old tree was published ${seen.old} times, the new one ${seen.new} times; ` +
        `${seen.ended} builds ended before they could be killed.`,
    );
  }, 240_000);
});

/** Resolves when a build has begun to write, or has ended. */
async function waitForBuild(output: string, child: ChildProcess): Promise<void> {
  const before = new Set(await leftoversNextTo(output));
  const isNew = (name: string): boolean => name.startsWith('building-') && !before.has(name);
  while (child.exitCode === null && !(await leftoversNextTo(output)).some(isNew)) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe('two simultaneous builds', () => {
  it('run one after the other, or one of them is refused with the reason', async () => {
    const output = join(folder, 'shared');
    const options = ['--target', 'compute'];
    const ends = { built: 0, refused: 0 };
    for (let round = 0; round < 3; round++) {
      const finished = await Promise.all([1, 2].map((seed) => run([...inputsOf(seed), ...options, '--out', output])));
      for (const { exitCode, stderr } of finished) {
        if (exitCode === 0) ends.built++;
        else {
          ends.refused++;
          expect([exitCode, stderr]).toEqual([
            1,
            expect.stringContaining(`${output} is being written by another build`),
          ]);
        }
      }
      expect(finished.some(({ exitCode }) => exitCode === 0)).toBe(true);
      await versionOfCompleteTree(output, options);
      expect(await leftoversNextTo(output)).toEqual([]);
    }
    console.info(`3 pairs of builds at once survived: ${ends.built} built, ${ends.refused} refused.`);
  }, 60_000);
});

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
