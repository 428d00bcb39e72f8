import { describe, expect, it } from 'vitest';

import { rawDataRecord, storedDataset } from '../../../build-data/write/testing/stored-dataset.ts';
import { rawData } from '../../datasets/datasets.ts';
import { manifestPath } from '../format/layout.ts';
import { recordTexts } from '../format/record-shard.ts';
import { DataFiles, FileCache } from '../snapshot/file-cache.ts';
import { decodeManifest, type ManifestDataset } from '../snapshot/manifest.ts';
import { StoredDataError } from '../snapshot/store.ts';
import { DatasetFiles } from './dataset-files.ts';

const records = Array.from({ length: 50 }, (_, index) => rawDataRecord(index, index * 60, 115 + index / 100, -32));

/** The files of a dataset with a changed entry in the manifest. */
async function filesWith(change: (entry: ManifestDataset) => ManifestDataset): Promise<DatasetFiles> {
  const { tree } = await storedDataset(rawData, records);
  const manifest = await decodeManifest(tree.files.get(manifestPath) ?? new Uint8Array());
  const entry = manifest.datasets[rawData.name];
  if (!entry) throw new Error('the manifest names no such dataset');
  const store = {
    read(path: string): Promise<Uint8Array<ArrayBuffer>> {
      const bytes = tree.files.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new StoredDataError(path, 'missing'));
    },
  };
  return new DatasetFiles(rawData, {
    entry: change(entry),
    files: new DataFiles(store, new FileCache(1e6)),
    options: { fresh: false },
  });
}

describe('the files of a dataset', () => {
  it('are refused when a table has a different number of records from the manifest', async () => {
    const files = await filesWith((entry) => ({ ...entry, records: 51 }));
    await expect(files.listTable()).rejects.toThrow('it holds 50 records, not 51');
    await expect(files.tileTable()).rejects.toThrow(StoredDataError);
    await expect(files.columnTable()).rejects.toThrow('it holds 50 records, not 51');
  });

  it('are refused when a tile or its columns have a different number of records from the reference', async () => {
    const files = await filesWith((entry) => entry);
    const [reference] = (await files.tileTable()).tiles;
    if (!reference) throw new Error('there is no tile');
    const tile = await files.tile(reference);
    const [shard] = tile.shards;
    if (!shard) throw new Error('there is no shard');
    expect((await files.tileRecords(shard)).records).toBe(shard.records);
    await expect(files.tile({ ...reference, records: 0 })).rejects.toThrow('records, not 0');
    await expect(files.tileRecords({ ...shard, records: 0 })).rejects.toThrow(`data/${shard.hash}.json: it holds`);
  });

  it('are refused like files that are not cached: with one rejection, which includes all other reads', async () => {
    const files = await filesWith((entry) => entry);
    const [reference] = (await files.tileTable()).tiles;
    if (!reference) throw new Error('there is no tile');
    await files.tile(reference);
    const missing = { ...reference, hash: '0'.repeat(32) };
    // A rejection that nobody handles would end the process, and this test.
    await expect(files.tiles([missing, { ...reference, records: 0 }])).rejects.toThrow(StoredDataError);
    await expect(files.tiles([{ ...reference, records: 0 }, missing])).rejects.toThrow('records, not 0');
  });

  it('are refused when a list shard has a different number of records or bytes from the table', async () => {
    const files = await filesWith((entry) => entry);
    const [shard] = (await files.listTable()).shards;
    if (!shard) throw new Error('there is no shard');
    const texts = recordTexts(await files.recordShard(shard));
    expect(texts).toHaveLength(shard.records);
    expect((await files.compactRecordShard(shard)).length).toBe(shard.recordBytes + shard.records - 1);
    await expect(files.recordShard({ ...shard, records: 99 })).rejects.toThrow('records, not 99');
    expect(await files.recordsInShard(shard, [0])).toEqual(texts.slice(0, 1));
    await expect(files.recordsInShard({ ...shard, records: 99 }, [0])).rejects.toThrow('records, not 99');
    await expect(files.compactRecordShard({ ...shard, recordBytes: 1 })).rejects.toThrow('bytes, not 1');
  });

  it('are refused when a column chunk has a different number of records from the table', async () => {
    const files = await filesWith((entry) => entry);
    const [chunk] = (await files.columnTable()).chunks;
    if (!chunk) throw new Error('there is no chunk');
    expect((await files.columnChunk(chunk)).records).toBe(chunk.records);
    await expect(files.columnChunk({ ...chunk, records: 99 })).rejects.toThrow(`data/${chunk.hash}.json: it holds`);
  });

  it('are refused when a table has a different kind from the manifest', async () => {
    const files = await filesWith((entry) => ({ ...entry, list: entry.tiles }));
    await expect(files.listTable()).rejects.toThrow('file kind 2 instead of a listTable');
  });
});
