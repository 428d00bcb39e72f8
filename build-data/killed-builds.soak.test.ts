import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  endBuilds,
  finish,
  folder,
  inputsOf,
  prepareBuilds,
  run,
  start,
  versionOfCompleteTree,
} from '../tests/support/builds-under-test.ts';
import { leftoversNextTo } from './write/testing/tree-state.ts';
import { printedRandom } from '../tests/support/test-size.ts';

beforeAll(prepareBuilds);
afterAll(endBuilds);

/** Trees that are built in parallel, with static files and without. */
const lanes = [
  { name: 'lane1', kills: 12, options: ['--target', 'compute'] },
  { name: 'lane2', kills: 2, options: ['--target', 'static'] },
  { name: 'lane3', kills: 12, options: ['--target', 'compute'] },
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
          const finished = finish(child);
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
