import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import {
  rawDataRecord,
  smallSizes,
  storedDataset,
  type DatasetInMemory,
} from '../../../build-data/write/testing/stored-dataset.ts';
import { rawData, type RawDataRecord } from '../../../core/datasets/datasets.ts';
import { StoredDataset } from '../../../core/storage/reader/stored-dataset.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import { exportList } from './export-list.ts';
import { csvLine, geoJsonFeature } from './file-formats.ts';

const neverAborted = new AbortController().signal;
const day = 86_400;
/** Newest first, as a list is stored. */
const records = Array.from({ length: 45 }, (_, index) =>
  rawDataRecord(index + 1, (100 - index) * day, 115 + index / 100, -32, {
    LocationDetail: ['=1+1', 'Perth, "north"', null, '鯊 🦈'][index % 4] ?? null,
  }),
);
const stored = (): Promise<DatasetInMemory> =>
  storedDataset(rawData, records, { ...smallSizes, recordsPerListShard: 4 });
const allInOrder = Uint32Array.from(records.keys());

/** The expected result: all records in memory, one after another. */
function writeAll(format: 'csv' | 'geojson', indexes: Uint32Array): string {
  return Array.from(indexes, (index, outputIndex) => {
    const record = records[index] as RawDataRecord;
    return format === 'csv' ? csvLine(rawData, record) : geoJsonFeature(rawData, record, outputIndex === 0);
  }).join('');
}

describe('exporting a list', () => {
  it.each(['csv', 'geojson'] as const)('writes any selection of records in any order: %s', async (format) => {
    const { files } = await stored();
    const orders = fc.shuffledSubarray([...records.keys()]).map((indexes) => Uint32Array.from(indexes));
    await fc.assert(
      fc.asyncProperty(orders, async (indexes) => {
        const { text, count } = await exportList(files, indexes, format, neverAborted);
        expect(await text.text()).toBe(writeAll(format, indexes));
        expect(count).toBe(indexes.length);
      }),
      { numRuns: 40 },
    );
  });

  it('reads each shard that it needs once, newest first, and reports its progress', async () => {
    const { files, reads } = await stored();
    const { shards } = await files.listTable();
    reads.length = 0;
    const wanted = [3, 0, 2].flatMap((shard) => {
      const start = shards[shard]?.firstIndex ?? -1;
      return [start + 1, start];
    });
    const reported: (readonly [number, number])[] = [];
    await exportList(files, Uint32Array.from(wanted), 'csv', neverAborted, (...progress) => reported.push(progress));
    expect(reads).toEqual([0, 2, 3].map((shard) => `data/${shards[shard]?.hash ?? ''}.json`));
    expect(reported).toEqual([
      [0, 6],
      [2, 6],
      [4, 6],
      [6, 6],
    ]);
  });

  it('stops between two shards when it is cancelled', async () => {
    const { files, reads } = await stored();
    const controller = new AbortController();
    const exported = exportList(files, allInOrder, 'csv', controller.signal, (read) => {
      if (read > 0) controller.abort();
    });
    await expect(exported).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }) as Error);
    expect(reads.length).toBeLessThan(8);
  });

  it('reads a shard once more when it cannot be read', async () => {
    const { files } = await stored();
    const read = vi
      .spyOn(StoredDataset.prototype, 'recordsInShard')
      .mockRejectedValueOnce(new StoredDataError('data/a.json', 'out of reach'));
    const { text } = await exportList(files, allInOrder, 'csv', neverAborted);
    expect(await text.text()).toBe(writeAll('csv', allInOrder));
    read.mockRestore();
  });

  it('reports that the device does not have enough space', async () => {
    const { files } = await stored();
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
    await expect(exportList(files, allInOrder, 'csv', neverAborted)).rejects.toThrow(
      'There is not enough space on this device for this file. Free some space and try again.',
    );
    read.mockRestore();
  });
});
