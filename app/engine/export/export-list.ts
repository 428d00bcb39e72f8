import { coastalFeatures } from '../../../core/datasets/coastal-features.ts';
import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { rawData } from '../../../core/datasets/raw-data.ts';
import type { DataVersion } from '../../../core/storage/data-library.ts';
import { type DatasetFiles, openDataset } from '../../../core/storage/dataset-files.ts';
import type { ListShardReference } from '../../../core/storage/list-table.ts';
import { StoredDataError } from '../../../core/storage/store.ts';
import type { Tab } from '../../view/view-state.ts';
import type { ExportedList, FileFormat } from '../engine.ts';
import { csvLine, geoJsonFeature } from './file-formats.ts';
import { OrderedText } from './ordered-text.ts';

type WriteRecord = (dataset: DatasetDescription, record: DatasetRecord, isFirst: boolean) => string;

const writers: Readonly<Record<FileFormat, WriteRecord>> = { csv: csvLine, geojson: geoJsonFeature };

/** The files of what a tab lists. Throws StoredDataError. */
export function filesOf(version: DataVersion, tab: Tab): DatasetFiles {
  return openDataset(version, tab === 'records' ? rawData : coastalFeatures);
}

/**
 * The complete records at some indexes of the stored list, in the order of these, written in a format. Neither the
 * records nor their text are ever in memory as a whole. Rejects with an Error in words for a person, and when `signal`
 * ends it.
 */
export async function exportList(
  files: DatasetFiles,
  indexes: Uint32Array,
  format: FileFormat,
  signal: AbortSignal,
  onProgress?: (read: number, of: number) => void,
): Promise<ExportedList> {
  const count = indexes.length;
  const places = new Uint32Array(files.records).fill(notWanted);
  for (const [place, index] of indexes.entries()) places[index] = place;
  const text = new OrderedText(count);
  let read = 0;
  onProgress?.(read, count);
  try {
    for await (const wanted of readWanted(files, places)) {
      signal.throwIfAborted();
      for (const [index, json] of wanted.texts.entries()) {
        const place = wanted.places[index] ?? notWanted;
        text.add(place, writers[format](files.dataset, JSON.parse(json) as DatasetRecord, place === 0));
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

/** Enough that a slow answer delays none; the others of the six reads at once are left to the page. */
const shardsAtOnce = 4;

/** Stands for a record that is not wanted. */
export const notWanted = 0xffff_ffff;

/** Some records of a shard: their JSON, and the place for which each is wanted. */
export interface WantedRecords {
  readonly texts: readonly string[];
  readonly places: readonly number[];
}

/**
 * The records that are wanted, shard after shard in the order of the stored list, each shard read once and forgotten:
 * however many there are, a few shards are in memory. `places` tells for each record of the list for which place it is
 * wanted, or `notWanted`. Throws StoredDataError.
 */
export async function* readWanted(files: DatasetFiles, places: Uint32Array): AsyncGenerator<WantedRecords> {
  const { shards } = await files.listTable();
  const underWay: Promise<WantedRecords>[] = [];
  for (const shard of shards) {
    const rows = wantedRows(shard, places);
    if (rows.length === 0) continue;
    const reading = readRows(files, shard, rows, places);
    // Whoever waits for it hears of a failure; after the first, or an early end, nobody waits any more.
    reading.catch(() => undefined);
    underWay.push(reading);
    const [first] = underWay;
    if (first && underWay.length === shardsAtOnce) {
      yield await first;
      underWay.shift();
    }
  }
  for (const reading of underWay) yield await reading;
}

function wantedRows({ firstIndex, records }: ListShardReference, places: Uint32Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < records; row++) if (places[firstIndex + row] !== notWanted) rows.push(row);
  return rows;
}

async function readRows(
  files: DatasetFiles,
  shard: ListShardReference,
  rows: readonly number[],
  places: Uint32Array,
): Promise<WantedRecords> {
  const texts = await readAgain(files, (each) => each.recordsInShard(shard, rows));
  return {
    texts: texts.map((text, index) => {
      if (text !== undefined) return text;
      throw new StoredDataError('the list', `the record at index ${shard.firstIndex + (rows[index] ?? 0)} is missing`);
    }),
    places: rows.map((row) => places[shard.firstIndex + row] ?? notWanted),
  };
}

/** What fails is read once more, past all caches: among a thousand files one may come late or damaged. */
async function readAgain<Content>(
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
