import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import type { ListShardReference } from '../../../core/storage/format/tables.ts';
import { type StoredDataset, openDataset } from '../../../core/storage/reader/stored-dataset.ts';
import type { Snapshot } from '../../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import type { Tab } from '../../view/view-state.ts';
import type { ExportedList, FileFormat } from '../engine.ts';
import { csvLine, geoJsonFeature } from './file-formats.ts';

type WriteRecord = (dataset: DatasetDescription, record: DatasetRecord, isFirst: boolean) => string;

const writers: Readonly<Record<FileFormat, WriteRecord>> = { csv: csvLine, geojson: geoJsonFeature };

/** Enough to hide a slow response; browsers allow six concurrent requests per host, and the page needs the rest. */
const shardsAtOnce = 4;
/** The output index of a record that is not wanted. */
const notWanted = 0xffff_ffff;

/** Opens the dataset that a tab lists. Throws StoredDataError. */
export function openFiles(snapshot: Snapshot, tab: Tab): StoredDataset {
  return openDataset(snapshot, tab === 'records' ? rawData : coastalFeatures);
}

/**
 * Writes the complete records at `indexes` of the stored list, in that order. In the order of
 * the stored list, neither all records nor their whole text are ever in memory at once; in another order, a text is in
 * memory until all texts before it are written. Rejects with an Error whose message can be shown to the user, or when `signal` is
 * aborted.
 */
export async function exportList(
  files: StoredDataset,
  indexes: Uint32Array,
  format: FileFormat,
  signal: AbortSignal,
  onProgress?: (read: number, total: number) => void,
): Promise<ExportedList> {
  const count = indexes.length;
  const outputIndexes = new Uint32Array(files.records).fill(notWanted);
  for (const [outputIndex, index] of indexes.entries()) outputIndexes[index] = outputIndex;
  const texts = new Array<string | undefined>(count);
  /** The texts before `start`. Browsers can store the content of Blobs outside the page's memory. */
  const parts: Blob[] = [];
  let start = 0;
  let read = 0;
  onProgress?.(read, count);
  try {
    for await (const wanted of readWanted(files, outputIndexes)) {
      signal.throwIfAborted();
      for (const [index, json] of wanted.texts.entries()) {
        const outputIndex = wanted.outputIndexes[index];
        const record = JSON.parse(json) as DatasetRecord;
        texts[outputIndex] = writers[format](files.dataset, record, outputIndex === 0);
      }
      let end = start;
      while (texts[end] !== undefined) end++;
      parts.push(new Blob([texts.slice(start, end).join('')]));
      texts.fill(undefined, start, end);
      start = end;
      onProgress?.((read += wanted.texts.length), count);
    }
  } catch (cause) {
    if (!(cause instanceof StoredDataError)) throw cause;
    throw new Error(`Some of the records could not be read (${cause.message}). Check the network and try again.`, {
      cause,
    });
  }
  return { text: await joinParts(parts, signal), count };
}

/** Rejects with an Error whose message can be shown to the user, or when `signal` is aborted. */
async function joinParts(parts: readonly Blob[], signal: AbortSignal): Promise<Blob> {
  const whole = new Blob([...parts]);
  try {
    // Browsers report missing space only when the content is read.
    await whole.slice(-1).arrayBuffer();
  } catch (cause) {
    throw new Error('There is not enough space on this device for this file. Free some space and try again.', {
      cause,
    });
  }
  signal.throwIfAborted();
  return whole;
}

/** Some records of a shard: their JSON, and the output index of each. */
interface WantedRecords {
  readonly texts: readonly string[];
  readonly outputIndexes: readonly number[];
}

/**
 * The wanted records, shard after shard in the order of the stored list. Each shard is read once and only a few are in
 * memory at a time. `outputIndexes` holds the output index of each record of the list, or `notWanted`. Throws
 * StoredDataError.
 */
async function* readWanted(files: StoredDataset, outputIndexes: Uint32Array): AsyncGenerator<WantedRecords> {
  const { shards } = await files.listTable();
  const pending: Promise<WantedRecords>[] = [];
  for (const shard of shards) {
    const rows = wantedRows(shard, outputIndexes);
    if (rows.length === 0) continue;
    const reading = readRows(files, shard, rows, outputIndexes);
    // A failure is thrown where the promise is awaited. After another failure or an early end, it is not awaited.
    reading.catch(() => undefined);
    pending.push(reading);
    const [first] = pending;
    if (first && pending.length === shardsAtOnce) {
      yield await first;
      pending.shift();
    }
  }
  for (const reading of pending) yield await reading;
}

function wantedRows({ firstIndex, records }: ListShardReference, outputIndexes: Uint32Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < records; row++) if (outputIndexes[firstIndex + row] !== notWanted) rows.push(row);
  return rows;
}

async function readRows(
  files: StoredDataset,
  shard: ListShardReference,
  rows: readonly number[],
  outputIndexes: Uint32Array,
): Promise<WantedRecords> {
  const texts = await retryOnce(files, (each) => each.recordsInShard(shard, rows));
  return {
    texts: texts.map((text, index) => {
      if (text !== undefined) return text;
      throw new StoredDataError('the list', `the record at index ${shard.firstIndex + rows[index]} is missing`);
    }),
    outputIndexes: rows.map((row) => outputIndexes[shard.firstIndex + row]),
  };
}

/** Retries once without caches: of a thousand files, one may arrive damaged or not at all. */
async function retryOnce<Content>(
  files: StoredDataset,
  read: (files: StoredDataset) => Promise<Content>,
): Promise<Content> {
  try {
    return await read(files);
  } catch (error) {
    if (!(error instanceof StoredDataError)) throw error;
    return read(files.readWith({ fresh: true }));
  }
}
