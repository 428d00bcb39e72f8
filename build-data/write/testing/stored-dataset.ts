import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import {
  type CoastalFeatureRecord,
  coastalFeatures,
  rawData,
  type RawDataRecord,
} from '../../../core/datasets/datasets.ts';
import type { SiteRules } from '../../../core/datasets/site.ts';
import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import { blankRecord } from '../../../core/datasets/testing/blank-record.ts';
import { type StoredDataset, openDataset } from '../../../core/storage/reader/stored-dataset.ts';
import { DatasetReader, type Snapshot } from '../../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import type { ChunkSizes } from '../chunking.ts';
import type { RecordTable } from '../record-table.ts';
import { RecordTableBuilder } from '../record-table-builder.ts';
import { MemoryTree } from './memory-tree.ts';
import { writeDatasets, writeManifest } from '../write-datasets.ts';

export interface DatasetInMemory {
  readonly files: StoredDataset;
  readonly table: RecordTable;
  readonly tree: MemoryTree;
  /** The paths read since the dataset was opened, in order. Excludes the manifest, which is read on opening. */
  readonly reads: string[];
}

/** Sizes so small that a few records fill many files of every kind. */
export const smallSizes: ChunkSizes = {
  recordsPerListShard: 4,
  recordsPerLocationShard: 2,
  shardsPerTile: 2,
  identifiersPerBlock: 4,
  maximumIdentifiersPerBlock: 8,
  identifierBlocksPerTable: 2,
  recordsPerColumnChunk: 4,
  pointBytesPerPart: 20,
};

/** Writes records as a build does and opens them as a host does, in memory. */
export async function storedDataset(
  dataset: DatasetDescription,
  records: readonly DatasetRecord[],
  sizes: ChunkSizes = smallSizes,
): Promise<DatasetInMemory> {
  const table = tableOf(dataset, records);
  const { version, tree, reads } = await storedSnapshot([table], sizes);
  return { files: openDataset(version, dataset), table, tree, reads };
}

export function tableOf(dataset: DatasetDescription, records: Iterable<DatasetRecord>): RecordTable {
  const builder = new RecordTableBuilder(dataset);
  for (const record of records) builder.add(record);
  return builder.finish();
}

/** Like `storedDataset`, but for several datasets. */
export async function storedSnapshot(
  tables: readonly RecordTable[],
  sizes: ChunkSizes = smallSizes,
  rules: SiteRules = defaultRules,
): Promise<Pick<DatasetInMemory, 'tree' | 'reads'> & { readonly version: Snapshot }> {
  const tree = new MemoryTree();
  const written = await writeDatasets(tables, tree, () => sizes);
  const options = { target: 'compute', sample: true, builtAt: '2026-01-01T00:00:00.000Z', previous: [] } as const;
  await writeManifest(written, tree, { ...options, rules });
  const reads: string[] = [];
  const store = {
    read(path: string): Promise<Uint8Array<ArrayBuffer>> {
      reads.push(path);
      const bytes = tree.files.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new StoredDataError(path, 'missing'));
    },
  };
  const version = await new DatasetReader(store).openSnapshot();
  reads.length = 0;
  return { version, tree, reads };
}

const blankRawData = blankRecord(rawData);
const blankFeature = blankRecord(coastalFeatures);

/** A record of RawData at a position and a time in seconds since 1970. */
export function rawDataRecord(
  identifier: number,
  seconds: number,
  longitude: number,
  latitude: number,
  changes: Partial<RawDataRecord> = {},
): RawDataRecord {
  return {
    ...blankRawData,
    RawDataId: identifier,
    ObjectId: `WA${identifier}TSE`,
    InteractionValue: 'sighted',
    InteractionId: '1',
    LocationValue: 'Back Beach',
    SightingDateTime: secondsToDateTime(seconds),
    SightingSizeValue: '2.5m',
    SightingSpeciesValue: 'tiger',
    OwnerValue: 'Public report',
    LocationX: longitude,
    LocationY: latitude,
    ...changes,
  };
}

/** A coastal feature with its two points, each given as longitude and latitude. */
export function coastalFeature(
  identifier: number,
  displayName: string,
  [inshoreLongitude, inshoreLatitude]: readonly [number, number],
  [offshoreLongitude, offshoreLatitude]: readonly [number, number],
): CoastalFeatureRecord {
  return {
    ...blankFeature,
    CoastalFeatureID: identifier,
    CoastalFeatureDOFID: `0${identifier}`,
    CoastalFeatureFullName: displayName,
    CoastalFeatureDisplayName: displayName,
    CoastalFeatureFeatureType: 'Beach',
    CoastalFeatureInshoreLatitude: inshoreLatitude,
    CoastalFeatureInshoreLongitude: inshoreLongitude,
    CoastalFeatureOffshoreLatitude: offshoreLatitude,
    CoastalFeatureOffshoreLongitude: offshoreLongitude,
    CoastalFeatureInshore_Offshore: 'Separate inshore and offshore locations',
    CoastalFeatureTweet_Text: displayName,
    CoastalFeatureTweet_Text_Len: displayName.length,
  };
}

export { coastalFeatures, rawData };
