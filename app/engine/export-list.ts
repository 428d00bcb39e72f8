import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import type { DataVersion } from '../../core/storage/data-library.ts';
import { openDataset, type DatasetFiles } from '../../core/storage/dataset-files.ts';
import { StoredDataError } from '../../core/storage/store.ts';
import type { Tab } from '../view/view-state.ts';
import { OrderedText } from './ordered-text.ts';
import type { ExportedList, FileFormat } from './questions.ts';
import { notWanted, readWanted } from './read-list.ts';
import { csvLine } from './write-csv.ts';
import { geoJsonFeature } from './write-geojson.ts';

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
