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
import { leftoversNextTo } from './write/testing/tree-state.ts';

beforeAll(prepareBuilds);
afterAll(endBuilds);

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
