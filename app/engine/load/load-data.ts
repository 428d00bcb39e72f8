import { coastalFeaturesOutline, rawDataOutline } from '../../../core/datasets/outlines.ts';
import { ColumnFiles, readColumnSnapshot } from '../../../core/storage/reader/column-files.ts';
import type { DatasetReader, Snapshot } from '../../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import { DataIndex } from '../query/data-index.ts';

/** The overview of one version, and the version it was read from. */
export interface LoadedIndex {
  readonly version: Snapshot;
  readonly dataIndex: DataIndex;
}

/**
 * Reads the columns of the current version. When a file is missing or damaged, a newer version may have replaced it: the
 * manifest and all columns are read once more. Throws an Error whose message can be shown to the user.
 */
export async function loadDataIndex(
  reader: DatasetReader,
  onProgress?: (loaded: number, of: number) => void,
): Promise<LoadedIndex> {
  try {
    return await read(await reader.openSnapshot(), onProgress);
  } catch (first) {
    if (!(first instanceof StoredDataError)) throw first;
    try {
      return await read(await reader.openSnapshot({ fresh: true }), onProgress);
    } catch (cause) {
      if (!(cause instanceof StoredDataError)) throw cause;
      throw new Error(`The data could not be read (${cause.message}).`, { cause });
    }
  }
}

async function read(version: Snapshot, onProgress?: (loaded: number, of: number) => void): Promise<LoadedIndex> {
  const recordFiles = new ColumnFiles(rawDataOutline, version.source(rawDataOutline));
  const placeFiles = new ColumnFiles(coastalFeaturesOutline, version.source(coastalFeaturesOutline));
  // Records are encoded relative to the places, so these are requested first, and all at once.
  const featureChunks = readColumnSnapshot(placeFiles);
  const [places, records] = await Promise.all([
    featureChunks,
    readColumnSnapshot(recordFiles, { onProgress, featureChunks }),
  ]);
  return { version, dataIndex: new DataIndex(records, places) };
}
