import { coastalFeaturesOutline } from '../../../core/datasets/coastal-features-outline.ts';
import { rawDataOutline } from '../../../core/datasets/raw-data-outline.ts';
import type { DataLibrary, DataVersion } from '../../../core/storage/data-library.ts';
import { OverviewFiles } from '../../../core/storage/overview-files.ts';
import { readOverview } from '../../../core/storage/overview-reading.ts';
import { StoredDataError } from '../../../core/storage/store.ts';
import { DataIndex } from '../query/data-index.ts';

/** The overview of one version, and the version it was read from. */
export interface LoadedIndex {
  readonly version: DataVersion;
  readonly dataIndex: DataIndex;
}

/**
 * Reads the columns of the current version. When a file is missing or damaged, a newer version may have replaced it: the
 * manifest and all columns are read once more. Throws an Error whose message can be shown to the user.
 */
export async function loadDataIndex(
  library: DataLibrary,
  onProgress?: (loaded: number, of: number) => void,
): Promise<LoadedIndex> {
  try {
    return await read(await library.pin(), onProgress);
  } catch (first) {
    if (!(first instanceof StoredDataError)) throw first;
    try {
      return await read(await library.pin({ fresh: true }), onProgress);
    } catch (cause) {
      if (!(cause instanceof StoredDataError)) throw cause;
      throw new Error(`The data could not be read (${cause.message}).`, { cause });
    }
  }
}

async function read(version: DataVersion, onProgress?: (loaded: number, of: number) => void): Promise<LoadedIndex> {
  const recordFiles = new OverviewFiles(rawDataOutline, version.opened(rawDataOutline));
  const placeFiles = new OverviewFiles(coastalFeaturesOutline, version.opened(coastalFeaturesOutline));
  // Records are encoded relative to the places, so these are requested first, and all at once.
  const knownFrom = readOverview(placeFiles);
  const [places, records] = await Promise.all([knownFrom, readOverview(recordFiles, { onProgress, knownFrom })]);
  return { version, dataIndex: new DataIndex(records, places) };
}
