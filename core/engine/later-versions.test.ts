import { expect, it } from 'vitest';

import { rawDataRecord, smallSizes, storedSnapshot, tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { parseFilterText } from '../cql2/parse-text.ts';
import { rawData, type RawDataRecord } from '../datasets/datasets.ts';
import { openDataset } from '../storage/reader/stored-dataset.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import { FileCache } from '../storage/snapshot/file-cache.ts';
import { type Collection, collections } from './collections.ts';
import { selectFeatures } from './select-features.ts';

const day = 86_400;
const old = Array.from({ length: 40 }, (_, index) => rawDataRecord(index, index * day, 110 + index / 4, -32));
const atMidnight = (record: RawDataRecord) => ({ ...record, OwnerValue: 'SMART drumline trial' });
const newPoints = Array.from({ length: 20 }, (_, index) => rawDataRecord(100 + index, (60 + index) * day, -index, 32));
const newTimes = Array.from({ length: 400 }, (_, index) => rawDataRecord(100 + index, 60 * day + index + 1, 110, -32));

it.each([
  ['points', old, newPoints, 'S_INTERSECTS(geometry, BBOX(113, -33, 115, -31))', 9],
  // In the later version, few records are at 00:00:00, so these are no dates but times in UTC.
  ['times', old.map(atMidnight), newTimes, "T_INTERSECTS(SightingDateTime, TIMESTAMP('1970-01-02T05:00:00Z'))", 0],
])('a version with other %s is not queried with what was derived from its chunks before', async (...args) => {
  const [, records, added, filter, expected] = args;
  const cache = new FileCache(10_000_000);
  const matches = async (all: readonly RawDataRecord[], shared: FileCache) => {
    const { tree } = await storedSnapshot([tableOf(rawData, all)], { ...smallSizes, recordsPerColumnChunk: 4 });
    const snapshot = await new DatasetReader(memoryStore(tree), { cache: shared }).openSnapshot();
    const query = { filter: parseFilterText(filter), order: [], start: 0, count: 0 };
    return (await selectFeatures(openDataset(snapshot, rawData), collections[0] as Collection, query)).numberMatched;
  };
  await matches(records, cache);
  expect(await matches([...records, ...added], cache)).toBe(expected);
});
