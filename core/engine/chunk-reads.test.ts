import { describe, expect, it } from 'vitest';

import { rawDataRecord, smallSizes, storedDataset } from '../../build-data/write/testing/stored-dataset.ts';
import { parseFilterText } from '../cql2/parse-text.ts';
import { rawData } from '../datasets/datasets.ts';
import { dateTimeToSeconds } from '../datasets/recorded-time.ts';
import { dataFilePath } from '../storage/format/layout.ts';
import { type Collection, collections } from './collections.ts';
import { selectFeatures } from './select-features.ts';

const [day, hour] = [86_400, 3600];
const dayOf = (date: string): number => dateTimeToSeconds(`${date}T00:00:00`) / day;
const [firstDay, days] = [dayOf('2020-01-01'), 100];

/** One record each day at 12:00 in Western Australia. Those of the first 10 days are of a white shark. */
const records = Array.from({ length: days }, (_, index) =>
  rawDataRecord(index, (firstDay + index) * day + 12 * hour, 115, -32, {
    SightingSpeciesValue: index < 10 ? 'white' : 'tiger',
    LocationDetail: 'circling',
  }),
);

/** The days of the records in each chunk, the chunks that a filter reads, and those of which it reads the remarks. */
async function readsOf(filter: string) {
  const { files, reads } = await storedDataset(rawData, records, { ...smallSizes, recordsPerColumnChunk: 8 });
  const query = { filter: parseFilterText(filter), order: [], start: 0, count: days };
  const { indexes } = await selectFeatures(files, collections[0] as Collection, query);
  const read = new Set(reads);
  const { chunks } = await files.columnTable();
  const remarks = await files.detailTable(1);
  const numbersOf = (references: typeof chunks): number[] =>
    references.flatMap(({ hash }, chunk) => (read.has(dataFilePath({ hash, extension: 'json' })) ? [chunk] : []));
  // The list goes back in time.
  const daysOfChunks = chunks.map(({ records: length }, chunk) => {
    const start = chunks.slice(0, chunk).reduce((sum, each) => sum + each.records, 0);
    return { latest: firstDay + days - 1 - start, earliest: firstDay + days - start - length };
  });
  return { matched: indexes.length, daysOfChunks, columns: numbersOf(chunks), remarks: numbersOf(remarks.chunks) };
}

describe('a filter by time', () => {
  it.each([
    ["SightingDateTime = DATE('2020-02-01')", '2020-02-01', '2020-02-01'],
    ["SightingDateTime < TIMESTAMP('2020-01-05T00:00:00Z')", '2020-01-01', '2020-01-04'],
    ["T_AFTER(SightingDateTime, DATE('2020-03-30'))", '2020-03-31', '2020-04-09'],
    ["T_DURING(SightingDateTime, INTERVAL('2020-02-01', '2020-02-29')) AND RawDataId >= 0", '2020-02-01', '2020-02-29'],
    ["T_INTERSECTS(SightingDateTime, INTERVAL('2020-03-20', '..'))", '2020-03-20', '2020-04-09'],
    ["T_BEFORE(SightingDateTime, DATE('1999-01-01'))", '1999-01-01', '1998-12-31'],
  ])('reads only chunks with days near its own: %s', async (filter, from, to) => {
    const { matched, daysOfChunks, columns } = await readsOf(filter);
    expect(matched).toBe(dayOf(to) - dayOf(from) + 1);
    // Times have no zone before they are read, and the engine knows that of every fourth record or so, not of the last.
    const toleranceInDays = 8;
    for (const chunk of columns) {
      const { earliest = Infinity, latest = -Infinity } = daysOfChunks[chunk] ?? {};
      if (chunk < daysOfChunks.length - 1) expect(earliest).toBeLessThanOrEqual(dayOf(to) + toleranceInDays);
      expect(latest).toBeGreaterThanOrEqual(dayOf(from) - toleranceInDays);
    }
  });

  it.each([
    "NOT SightingDateTime = DATE('2020-02-01')",
    "SightingDateTime = DATE('2020-02-01') OR RawDataId = 99",
    "SightingDateTime <> DATE('2020-02-01')",
  ])('reads all chunks if any can match: %s', async (filter) => {
    const { columns, daysOfChunks } = await readsOf(filter);
    expect(columns).toHaveLength(daysOfChunks.length);
  });
});

describe('a filter by a detail', () => {
  it.each([
    ["LocationDetail LIKE 'c%' AND SightingSpeciesValue = 'white'", 10],
    ["SightingSpeciesValue = 'white' AND LocationDetail IS NULL", 0],
  ])('reads the details only of chunks with records that match otherwise: %s', async (filter, expected) => {
    const { matched, daysOfChunks, columns, remarks } = await readsOf(filter);
    expect(matched).toBe(expected);
    expect(columns).toHaveLength(daysOfChunks.length);
    const withWhite = daysOfChunks.flatMap(({ earliest }, chunk) => (earliest < firstDay + 10 ? [chunk] : []));
    expect(withWhite.length).toBeLessThan(columns.length);
    expect(remarks).toEqual(withWhite);
  });

  it('reads no details for a filter by other fields', async () => {
    expect((await readsOf("SightingSpeciesValue = 'white'")).remarks).toEqual([]);
  });
});
