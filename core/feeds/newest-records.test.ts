import { describe, expect, it } from 'vitest';

import { rawDataRecord } from '../../build-data/write/testing/stored-dataset.ts';
import type { RawDataRecord } from '../datasets/datasets.ts';
import { secondsToDateTime } from '../datasets/recorded-time.ts';
import { newestRecords, readRecordTimes } from './newest-records.ts';

const day = 86_400;
const start = Date.UTC(2021, 0, 1) / 1000;

/** A sighting on a day, counted from the start of 2021. */
function sighting(identifier: number, onDay: number, changes: Partial<RawDataRecord> = {}): RawDataRecord {
  return rawDataRecord(identifier, start + onDay * day, 115, -32, { ReportDateTime: null, ...changes });
}

/** The identifiers of the records of the feed, newest first. */
function chosen(records: readonly RawDataRecord[]): number[] {
  const identifiers = Float64Array.from(records, ({ RawDataId }) => RawDataId);
  const knownAt = Float64Array.from(records, (record) => readRecordTimes({ ...record }, false).knownAt);
  return newestRecords(identifiers, knownAt).map((index) => identifiers[index] ?? 0);
}

/** Sightings a day apart, with the identifiers 1001 to 1200. */
const daily = Array.from({ length: 200 }, (_, index) => sighting(1001 + index, index));
const newest50 = Array.from({ length: 50 }, (_, index) => 1200 - index);

describe('the records of a feed', () => {
  it('include a record that was reported late, in the order of its report, whatever its identifier is', () => {
    const reportedAt = { ReportDateTime: secondsToDateTime(start + 198.5 * day) };
    for (const identifier of [1, 5000]) {
      const found = chosen([...daily, sighting(identifier, 3, reportedAt)]);
      expect(found.slice(0, 4)).toEqual([1200, identifier, 1199, 1198]);
      expect(new Set(found).size).toBe(found.length);
    }
  });

  it('include a record that was added late without a report time, in the order of its sighting', () => {
    expect(chosen([...daily, sighting(1201, 3)])).toEqual([...newest50, 1201]);
    const between = [...daily.filter(({ RawDataId }) => RawDataId !== 1190), sighting(1190, 3)];
    expect(chosen(between)).toContain(1190);
  });
});

describe('the times of a record', () => {
  it('include a report whose basis depends on its own time, however old the sighting is', () => {
    const late = { SightingDateTime: '2016-06-14T03:16:26', ReportDateTime: '2021-08-02T09:00:00' };
    expect(readRecordTimes(sighting(1, 0, late), true)).toMatchObject({
      basis: 'UTC',
      reportedBasis: '+08:00',
      knownAt: Date.UTC(2021, 7, 2, 1) / 1000,
    });
  });
});
