import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { DistinctPoints } from '../../../core/geo/distinct-points.ts';
import type { ColumnChunk } from '../../../core/storage/columns/column-chunk.ts';
import { decodeFlatbush, encodeFlatbush, noPoints } from '../../../core/storage/format/flatbush-file.ts';
import type { DatasetColumns } from '../../../core/storage/reader/stored-columns.ts';
import type { DetailChunk } from '../../../core/storage/columns/detail-chunk.ts';
import { createDetailColumns } from '../load/record-details.ts';
import { DataIndex } from '../query/data-index.ts';
import type { EngineScene } from './scenes.ts';

/** Sorted as in the API: records newest first, features from Z to A, ties by ascending identifiers. */
export function inListOrder({ records, features }: Pick<EngineScene, 'records' | 'features'>) {
  const collator = new Intl.Collator('en', { sensitivity: 'accent' });
  return {
    records: [...records].sort(
      (a, b) =>
        Number(a.SightingDateTime < b.SightingDateTime) - Number(a.SightingDateTime > b.SightingDateTime) ||
        a.RawDataId - b.RawDataId,
    ),
    features: [...features].sort(
      (a, b) =>
        collator.compare(b.CoastalFeatureDisplayName, a.CoastalFeatureDisplayName) ||
        a.CoastalFeatureID - b.CoastalFeatureID,
    ),
  };
}

/** Detail columns in which no two records share a value. */
function detailChunkOf(records: readonly DatasetRecord[], fields: readonly string[]): DetailChunk {
  const textOf = (value: DatasetRecord[string] | undefined): string | null =>
    typeof value === 'string' ? value : null;
  return Object.fromEntries(
    fields.map((field) => [
      field,
      { values: records.map((record) => textOf(record[field])), codes: Uint32Array.from(records.keys()) },
    ]),
  );
}

const recordsPerChunk = 7;

/**
 * The data index of a scene, by default with the rules of the default site, from columns with small chunks. `columnChunkOf` is passed in, because only test
 * files may import the build.
 */
export function dataIndexOfScene(
  scene: Pick<EngineScene, 'records' | 'features'> & Partial<Pick<EngineScene, 'rules'>>,
  columnChunkOf: (
    dataset: DatasetDescription,
    records: readonly DatasetRecord[],
    points: DistinctPoints,
  ) => ColumnChunk,
): DataIndex {
  const { records, features } = inListOrder(scene);
  const snapshotOf = (dataset: DatasetDescription, all: readonly DatasetRecord[]): DatasetColumns => {
    const points = new DistinctPoints();
    const chunks = Array.from({ length: Math.ceil(all.length / recordsPerChunk) }, (_, chunk) =>
      columnChunkOf(dataset, all.slice(chunk * recordsPerChunk, (chunk + 1) * recordsPerChunk), points),
    );
    const flatbush = encodeFlatbush(points.longitudes, points.latitudes);
    return { chunks, points: flatbush ? decodeFlatbush(flatbush) : noPoints };
  };
  const dataIndex = new DataIndex(
    snapshotOf(rawData, records),
    snapshotOf(coastalFeatures, features),
    scene.rules ?? defaultRules,
  );
  const [facts, remarks] = rawData.columns.details.map((fields) => detailChunkOf(records, fields));
  dataIndex.records.details = createDetailColumns(dataIndex.records, [facts ?? {}], [remarks ?? {}]);
  return dataIndex;
}
