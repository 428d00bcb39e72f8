import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import type { DataVersion } from '../../core/storage/data-library.ts';
import { openDataset, type DatasetFiles } from '../../core/storage/dataset-files.ts';
import type { Tab } from '../view/view-state.ts';

/* What the engine needs for whole records, and for no search: it comes when the first are asked for. */

export { readRecordsAt } from '../../core/search/list-reading.ts';

/** The files of what a tab lists. Throws StoredDataError. */
export function filesOf(version: DataVersion, tab: Tab): DatasetFiles {
  return openDataset(version, tab === 'records' ? rawData : coastalFeatures);
}
