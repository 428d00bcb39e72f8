import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnChunkOf } from '../../../build-data/write/write-column-snapshot.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { trueDistance } from '../../../core/geo/testing/scenes.ts';
import { dataIndexOfScene, inListOrder } from '../testing/data-index-of-scene.ts';
import * as oracle from '../testing/oracle.ts';
import { engineScenes } from '../testing/scenes.ts';
import { summarise } from './summary.ts';

const notNamedSharks = ['', 'unknown sp.', 'whale carcass', 'sonar object', 'detection event - possible', 'other'];

describe('the summary of a place', () => {
  it('equals one that scans all records, regardless of the filters', () => {
    fc.assert(
      fc.property(engineScenes, fc.double({ min: 50, max: 1_000_000, noNaN: true }), (scene, radiusInMetres) => {
        const { records, features } = inListOrder(scene);
        const centre = scene.query.search?.centre ?? { longitude: 115, latitude: -32 };
        const summary = summarise(dataIndexOfScene(scene, columnChunkOf), centre, radiusInMetres);
        const inside = records.filter((record) => trueDistance(centre, oracle.positionOf(record)) <= radiusInMetres);
        const idsOf = (listed: readonly RawDataRecord[]): readonly number[] => listed.map(({ RawDataId }) => RawDataId);

        expect(summary.records).toBe(inside.length);
        expect(summary.byMark).toEqual(oracle.countMarks(inside));
        expect(summary.byMonth).toEqual(
          Array.from({ length: 12 }, (_, month) =>
            oracle.countMarks(inside.filter((record) => oracle.monthOf(record) % 12 === month)),
          ),
        );
        const [oldest] = records.map(({ SightingDateTime }) => SightingDateTime).sort();
        expect(summary.firstYear).toBe(oldest === undefined ? null : Number(oldest.slice(0, 4)));
        expect(summary.newest.map(({ id }) => id)).toEqual(idsOf(inside.slice(0, 5)));
        const sighting = inside.find((record) => oracle.markOfRecord(record) === 'sighting');
        expect(summary.lastSighting?.id).toBe(sighting?.RawDataId);
        const named = inside.filter((record) => !notNamedSharks.includes(oracle.speciesOf(record)));
        const [species] = oracle.facet(named, named, oracle.speciesOf);
        expect(summary.species).toEqual(species ?? null);
        const nearest = oracle.byDistance(features, (feature) => oracle.distanceToFeature(centre, feature))[0];
        expect(summary.nearestPlace?.id).toBe(nearest?.CoastalFeatureID);
        const tagged = records.filter((record) => oracle.tagOf(record) !== null);
        const distanceTo = (record: RawDataRecord): number => trueDistance(centre, oracle.positionOf(record));
        const distances = tagged.map(distanceTo);
        if (summary.nearestReceiver === null) expect(tagged).toEqual([]);
        else {
          const { position, detections, distanceInMetres } = summary.nearestReceiver;
          expect(distanceInMetres).toBeCloseTo(Math.min(...distances), 6);
          const isThere = (record: RawDataRecord): boolean =>
            record.LocationX === position.longitude && record.LocationY === position.latitude;
          expect(detections).toBe(tagged.filter(isThere).length);
        }
      }),
      { numRuns: 300 },
    );
  });
});
