import { randomInt } from 'node:crypto';

import { seededRandom, type SeededRandom } from '../../build-data/sample/seeded-random.ts';

/** Whether long tests run at full size, as in `npm run test:soak`. */
export const isFullSize = process.env['COASTWATCH_FULL_SIZE'] === '1';

/** The size of a long test: the full size in the soak tests, a tenth of it in `npm test`. */
export const sizeOf = (fullSize: number): number => (isFullSize ? fullSize : Math.ceil(fullSize / 10));

/** A new seed for each run; `COASTWATCH_SEED` repeats a run that has failed. */
export const seed = Number(process.env['COASTWATCH_SEED'] ?? randomInt(2 ** 31));

/** Random numbers for a test, which prints the seed, so that a failure can be repeated. */
export function printedRandom(purpose: string): SeededRandom {
  console.info(`${purpose}: COASTWATCH_SEED=${seed}`);
  return seededRandom(seed, purpose);
}

/** All items in the soak tests; about a tenth of them in `npm test`, and at least one. */
export function sampleOf<Item>(items: readonly Item[], random: SeededRandom): readonly Item[] {
  if (isFullSize) return items;
  const sample = items.filter(() => random.chance(0.1));
  return sample.length > 0 || items.length === 0 ? sample : [random.pick(items)];
}
