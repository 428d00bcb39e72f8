import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { LocationIndex } from './location-index.ts';
import { indexLocations } from './testing/index-locations.ts';
import { bruteForceNearest, bruteForceWithin, positions, trueDistance } from './testing/scenes.ts';
import type { Position } from './wgs84.ts';

/** The positions of up to 300 records at up to 40 locations. */
const recordPositions = fc
  .tuple(fc.array(positions, { minLength: 1, maxLength: 40 }), fc.array(fc.nat(), { maxLength: 300 }))
  .map(([locations, choices]) => choices.flatMap((choice) => locations[choice % locations.length] ?? []));

function createIndex(records: readonly Position[]): LocationIndex {
  return indexLocations(
    Float64Array.from(records, ({ longitude }) => longitude),
    Float64Array.from(records, ({ latitude }) => latitude),
  );
}

const ascending = (records: Iterable<number>): number[] => [...records].sort((a, b) => a - b);

describe('an index of locations with many records', () => {
  it('finds the same records within a radius as a brute-force scan, edge included', () => {
    const radii = fc.double({ min: 0, max: 7.5, noNaN: true }).map((exponent) => 10 ** exponent);
    fc.assert(
      fc.property(recordPositions, positions, radii, fc.nat(), (records, centre, radius, choice) => {
        const index = createIndex(records);
        const edge = records[choice % Math.max(1, records.length)];
        for (const range of [radius, edge ? trueDistance(centre, edge) : 0, Infinity]) {
          expect(ascending(index.within(centre, range))).toEqual(bruteForceWithin(records, centre, range));
        }
      }),
    );
  });

  it('finds all records at the least distance', () => {
    fc.assert(
      fc.property(recordPositions, positions, (records, centre) => {
        const found = createIndex(records).nearest(centre);
        const expected = bruteForceNearest(records, centre, Infinity);
        expect(found?.distanceInMetres).toBe(expected?.distanceInMetres);
        expect(found && ascending(found.records.flatMap((run) => [...run]))).toEqual(expected?.points);
      }),
    );
  });
});
