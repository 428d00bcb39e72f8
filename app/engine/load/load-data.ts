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
 * Reads the overview of the version that stands now. When a file of it is missing or damaged, a newer version may have
 * taken its place: the manifest is read anew, and all of it once more. Throws Error in words for a person.
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
  // Records are told by the places, so these are asked for first, and all at once.
  const knownFrom = readOverview(placeFiles);
  const [places, records] = await Promise.all([knownFrom, readOverview(recordFiles, { onProgress, knownFrom })]);
  return { version, dataIndex: new DataIndex(records, places) };
}
