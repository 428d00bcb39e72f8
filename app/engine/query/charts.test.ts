import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import { rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import type { RawDataRecord } from '../../../core/datasets/datasets.ts';
import { type Mark, marks } from '../../../core/datasets/kinds.ts';
import { dataIndexOfScene, inListOrder } from '../testing/data-index-of-scene.ts';
import { type Oracle, oracleFor } from '../testing/oracle.ts';
import { engineScenes } from '../testing/scenes.ts';
import { countForCharts } from './charts.ts';
import { runQuery } from './run-query.ts';

/** By brute force, the counts of each mark with each of the values 0 to `length` - 1. */
function countBy(
  oracle: Oracle,
  records: readonly RawDataRecord[],
  all: readonly RawDataRecord[],
  length: number,
  valueOf: (record: RawDataRecord) => number,
) {
  const withValue = (value: number) => records.filter((record) => valueOf(record) === value);
  const countsOf = (mark: Mark) => Array.from({ length }, (_, value) => oracle.countMarks(withValue(value), all)[mark]);
  return Object.fromEntries(marks.map((mark) => [mark, countsOf(mark)]));
}

const plain = (counts: Readonly<Record<Mark, Uint32Array>>) =>
  Object.fromEntries(marks.map((mark) => [mark, [...counts[mark]]]));

/** The local hour; -1 if only the date was recorded. */
function hourOf(oracle: Oracle, record: RawDataRecord, all: readonly RawDataRecord[]): number {
  return oracle.timeBasisOf(record, all) === 'date' ? -1 : Number(oracle.localTimeOf(record, all).slice(11, 13));
}

describe('the counts for charts', () => {
  it('equal a brute-force count of the records in the list', () => {
    fc.assert(
      fc.property(engineScenes, (scene) => {
        const oracle = oracleFor(scene.rules);
        const dataIndex = dataIndexOfScene(scene, columnChunkOfRecords);
        const { list } = runQuery(dataIndex, { ...scene.query, tab: 'records' });
        const listed = Array.from(list);
        const ids = new Set(listed.map((index) => dataIndex.records.identifiers[index]));
        const records = inListOrder(scene).records.filter(({ RawDataId }) => ids.has(RawDataId));
        const counts = countForCharts(dataIndex.records, list);

        expect(counts.records).toBe(records.length);
        expect(counts.oldest).toBe(oracle.firstAndLastOf(records, scene.records).first);
        const sightings = records.filter((record) => oracle.markOfRecord(record) === 'sighting');
        expect(counts.lastSighting).toBe(oracle.firstAndLastOf(sightings, scene.records).last);
        expect(plain(counts.months)).toEqual(
          countBy(oracle, records, scene.records, 12, (record) => oracle.monthOf(record, scene.records) % 12),
        );
        expect(plain(counts.hours.counts)).toEqual(
          countBy(oracle, records, scene.records, 24, (record) => hourOf(oracle, record, scene.records)),
        );
        const withBasis = (basis: string): number =>
          records.filter((record) => oracle.timeBasisOf(record, scene.records) === basis).length;
        expect([counts.hours.convertedFromUtc, counts.hours.withoutTime]).toEqual([
          withBasis('UTC'),
          withBasis('date'),
        ]);
        const onePerShark = oracle.onePerShark(records);
        const species = oracle.facet(onePerShark, onePerShark, oracle.speciesOf);
        expect(counts.species).toEqual(species);
        const newestOfVisits = oracle.newestOfVisits(records, scene.records);
        expect(counts.sizes && plain(counts.sizes.counts)).toEqual(
          countBy(oracle, newestOfVisits, scene.records, 7, (record) => {
            const size = oracle.sizeOf(record);
            return size === null ? -1 : size >= 6 ? 6 : Math.floor(size);
          }),
        );
        const withoutNumber = newestOfVisits.filter((record) => oracle.sizeOf(record) === null).length;
        expect((counts.sizes?.withSizeInWords ?? 0) + (counts.sizes?.withoutSize ?? 0)).toBe(withoutNumber);
      }),
      { numRuns: 150 },
    );
  });

  it('have no sizes before the details are loaded', () => {
    const records = [rawDataRecord(1, 0, 115, -32)];
    const { records: store } = dataIndexOfScene({ records, features: [] }, columnChunkOfRecords);
    delete store.details;
    expect(countForCharts(store, Uint32Array.of(0)).sizes).toBeNull();
  });
});
