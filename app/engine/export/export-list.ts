import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import type { ListShardReference } from '../../../core/storage/format/tables.ts';
import { type DatasetFiles, openDataset } from '../../../core/storage/reader/dataset-files.ts';
import type { Snapshot } from '../../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import type { Tab } from '../../view/view-state.ts';
import type { ExportedList, FileFormat } from '../engine.ts';
import { csvLine, geoJsonFeature } from './file-formats.ts';
import { OrderedText } from './ordered-text.ts';

type WriteRecord = (dataset: DatasetDescription, record: DatasetRecord, isFirst: boolean) => string;

const writers: Readonly<Record<FileFormat, WriteRecord>> = { csv: csvLine, geojson: geoJsonFeature };

/** Enough to hide a slow response; browsers allow six requests at once per host, and the page needs the others. */
const shardsAtOnce = 4;
/** The output index of a record that is not wanted. */
const notWanted = 0xffff_ffff;

/** The files of the dataset that a tab lists. Throws StoredDataError. */
export function filesOf(version: Snapshot, tab: Tab): DatasetFiles {
  return openDataset(version, tab === 'records' ? rawData : coastalFeatures);
}

/**
 * Writes the complete records at `indexes` of the stored list, in that order. Neither the records nor their text are ever
 * in memory as a whole. Rejects with an Error whose message can be shown to the user, and when `signal` aborts it.
 */
export async function exportList(
  files: DatasetFiles,
  indexes: Uint32Array,
  format: FileFormat,
  signal: AbortSignal,
  onProgress?: (read: number, of: number) => void,
): Promise<ExportedList> {
  const count = indexes.length;
  const outputIndexes = new Uint32Array(files.records).fill(notWanted);
  for (const [outputIndex, index] of indexes.entries()) outputIndexes[index] = outputIndex;
  const text = new OrderedText(count);
  let read = 0;
  onProgress?.(read, count);
  try {
    for await (const wanted of readWanted(files, outputIndexes)) {
      signal.throwIfAborted();
      for (const [position, json] of wanted.texts.entries()) {
        const outputIndex = wanted.outputIndexes[position] ?? notWanted;
        text.add(outputIndex, writers[format](files.dataset, JSON.parse(json) as DatasetRecord, outputIndex === 0));
      }
      onProgress?.((read += wanted.texts.length), count);
    }
  } catch (cause) {
    if (!(cause instanceof StoredDataError)) throw cause;
    throw new Error(`Some of the records could not be read (${cause.message}). Check the network and try again.`, {
      cause,
    });
  }
  return { text: await text.finish(signal), count };
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
async function* readWanted(files: DatasetFiles, outputIndexes: Uint32Array): AsyncGenerator<WantedRecords> {
  const { shards } = await files.listTable();
  const pending: Promise<WantedRecords>[] = [];
  for (const shard of shards) {
    const rows = wantedRows(shard, outputIndexes);
    if (rows.length === 0) continue;
    const reading = readRows(files, shard, rows, outputIndexes);
    // Failures are thrown where it is awaited; after the first failure, or an early end, it no longer is.
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
  files: DatasetFiles,
  shard: ListShardReference,
  rows: readonly number[],
  outputIndexes: Uint32Array,
): Promise<WantedRecords> {
  const texts = await retryOnce(files, (each) => each.recordsInShard(shard, rows));
  return {
    texts: texts.map((text, index) => {
      if (text !== undefined) return text;
      throw new StoredDataError('the list', `the record at index ${shard.firstIndex + (rows[index] ?? 0)} is missing`);
    }),
    outputIndexes: rows.map((row) => outputIndexes[shard.firstIndex + row] ?? notWanted),
  };
}

/** Retries once without caches: among a thousand files one may arrive late or damaged. */
async function retryOnce<Content>(
  files: DatasetFiles,
  read: (files: DatasetFiles) => Promise<Content>,
): Promise<Content> {
  try {
    return await read(files);
  } catch (error) {
    if (!(error instanceof StoredDataError)) throw error;
    return read(files.readWith({ fresh: true }));
  }
}
