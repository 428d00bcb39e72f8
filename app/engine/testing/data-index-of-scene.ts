import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import type { ColumnChunk } from '../../../core/storage/columns/column-chunk.ts';
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

const recordsPerPiece = 7;

/** The overview that a build makes of a scene, in small pieces; `columnChunkOf` is what the build calls for each. */
export function dataIndexOfScene(
  scene: Pick<EngineScene, 'records' | 'features'>,
  columnChunkOf: (dataset: DatasetDescription, records: readonly DatasetRecord[]) => ColumnChunk,
): DataIndex {
  const { records, features } = inListOrder(scene);
  const piecesOf = (dataset: DatasetDescription, all: readonly DatasetRecord[]): ColumnChunk[] =>
    Array.from({ length: Math.ceil(all.length / recordsPerPiece) }, (_, piece) =>
      columnChunkOf(dataset, all.slice(piece * recordsPerPiece, (piece + 1) * recordsPerPiece)),
    );
  return new DataIndex(piecesOf(rawData, records), piecesOf(coastalFeatures, features));
}
