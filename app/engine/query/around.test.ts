import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import { rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { trueDistance } from '../../../core/geo/testing/scenes.ts';
import { noFilters } from '../../view/view-state.ts';
import { marks } from '../../../core/datasets/kinds.ts';
import { oracleFor } from '../testing/oracle.ts';
import { inListOrder, dataIndexOfScene } from '../testing/data-index-of-scene.ts';
import { engineScenes } from '../testing/scenes.ts';
import { summariseLocation, findNearby } from './around.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

const centre = { longitude: 115, latitude: -32 };

describe('items near a point', () => {
  it('are the nearest of all, with counts within each radius, regardless of the filters', () => {
    fc.assert(
      fc.property(engineScenes, fc.integer({ min: 1, max: 8 }), (scene, limit) => {
        const oracle = oracleFor(scene.rules);
        const { records, features } = inListOrder(scene);
        const position = scene.query.search?.centre ?? centre;
        const around = findNearby(dataIndexOfScene(scene, columnChunkOfRecords), position, limit);
        const distanceTo = (record: RawDataRecord): number => trueDistance(position, oracle.positionOf(record));
        expect(around.places.map(({ id }) => id)).toEqual(
          oracle
            .byDistance(features, (feature) => oracle.distanceToFeature(position, feature))
            .slice(0, limit)
            .map(({ CoastalFeatureID }) => CoastalFeatureID),
        );
        for (const { radiusInMetres, ...observed } of around.observedWithin) {
          const inside = records.filter((record) => distanceTo(record) <= radiusInMetres);
          expect(oracle.countMarks(inside, scene.records)).toMatchObject(observed);
        }
        expect(around.observedWithin.map(({ radiusInMetres }) => radiusInMetres)).toEqual([1000, 5000, 10_000]);
      }),
      { numRuns: sizeOf(300) },
    );
  });
});

describe('the details of a location', () => {
  it('describe the records at exactly its point that match the filters', () => {
    fc.assert(
      fc.property(engineScenes, fc.nat(), (scene, choice) => {
        const oracle = oracleFor(scene.rules);
        const { records } = inListOrder(scene);
        fc.pre(records.length > 0);
        const { filters } = scene.query;
        const chosen = records[choice % records.length];
        if (!chosen) throw new Error('no such record');
        const position = oracle.positionOf(chosen);
        const isHere = (record: RawDataRecord): boolean => trueDistance(position, oracle.positionOf(record)) <= 0;
        const all = records.filter(
          (record) => record.LocationX === position.longitude && record.LocationY === position.latitude,
        );
        // At the poles and on the antimeridian, different coordinates can be the same point.
        fc.pre(records.filter(isHere).length === all.length);
        const here = all.filter((record) => oracle.passes(record, filters, records));
        const everyGroup = here.map(({ RawDataId }) => RawDataId);
        const details = summariseLocation(
          dataIndexOfScene(scene, columnChunkOfRecords),
          ...([position, filters, centre, everyGroup] as const),
        );
        if (!details) throw new Error('no details');
        const { histogram, rows, name } = details;
        const onePerShark = oracle.onePerShark(here);
        expect(details).toMatchObject({
          position,
          records: here.length,
          byMark: oracle.countMarks(here, records),
          ...oracle.firstAndLastOf(here, records),
          species: oracle.facet(onePerShark, onePerShark, oracle.speciesOf),
          sharks: new Set(here.flatMap((record) => oracle.sharkOf(record) ?? [])).size,
        });
        const listed = rows.filter(({ kind }) => kind === 'record');
        const newest = oracle.groupVisits(here, records).flat().slice(0, listed.length);
        expect(listed.map(({ id }) => id)).toEqual(newest.map(({ RawDataId }) => RawDataId));
        expect(listed.map(({ distanceInMetres }) => distanceInMetres)).toEqual(
          newest.map((record) => trueDistance(centre, oracle.positionOf(record))),
        );
        const ungrouped = rows.filter((row) => row.kind === 'group' || !row.isInGroup);
        if (listed.length < here.length) expect(ungrouped).toHaveLength(10);
        else expect(ungrouped.length).toBeLessThanOrEqual(10);
        const countNamed = (text: string): number =>
          all.filter(({ LocationValue }) => (LocationValue ?? '') === text).length;
        expect(countNamed(name)).toBe(Math.max(...all.map(({ LocationValue }) => countNamed(LocationValue ?? ''))));
        for (const mark of marks) {
          const total = histogram.counts[mark].reduce((sum, count) => sum + count, 0);
          expect(total).toBe(oracle.countMarks(here, records)[mark]);
        }
      }),
      { numRuns: sizeOf(400) },
    );
  });

  const records = [
    rawDataRecord(1, 10, 115.1234567891, -32.9876543219),
    rawDataRecord(2, 20, 115.1234567891, -32.9876543219),
    rawDataRecord(3, 30, 115.1236, -32.9876543219),
  ];
  const dataIndex = dataIndexOfScene({ records, features: [] }, columnChunkOfRecords);
  const idsAt = (longitude: number, latitude: number): number[] | undefined =>
    summariseLocation(dataIndex, { longitude, latitude }, noFilters, centre)?.rows.map(({ id }) => id);

  it('are found from a position rounded as in a URL', () => {
    expect(idsAt(115.123456789, -32.987654322)).toEqual([2, 1]);
    expect(idsAt(115.1236, -32.987654322)).toEqual([3]);
  });

  it('are null where no location is within a metre', () => {
    expect(idsAt(115.1235, -32.9877)).toBeUndefined();
  });
});
