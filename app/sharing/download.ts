import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { Tab } from '../view/view-state.ts';
import { descriptionLines, type DownloadDescription } from './describe-download.ts';
import type { FileFormat } from './file-name.ts';
import { writeCsv } from './write-csv.ts';
import { writeGeoJson } from './write-geojson.ts';

export interface FileContent {
  readonly pieces: readonly string[];
  readonly type: string;
}

export interface FileChoice {
  readonly format: FileFormat;
  /** Of a table: whether lines of comments stand before it. */
  readonly hasComments: boolean;
}

/** What is written into the file. */
export function fileContentOf(
  tab: Tab,
  records: readonly DatasetRecord[],
  { format, hasComments }: FileChoice,
  description: DownloadDescription,
): FileContent {
  const dataset = tab === 'places' ? coastalFeatures : rawData;
  if (format === 'geojson') {
    return { pieces: writeGeoJson(dataset, records, { ...description }), type: 'application/geo+json' };
  }
  const comments = hasComments ? descriptionLines(description, tab) : [];
  return { pieces: writeCsv(dataset, records, comments), type: 'text/csv;charset=utf-8' };
}
