import { coastalFeatures } from '../../core/datasets/coastal-features.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import type { ExportedList, FileFormat } from '../engine/questions.ts';
import { csvHead } from '../engine/write-csv.ts';
import { geoJsonEnd, geoJsonHead } from '../engine/write-geojson.ts';
import type { Tab } from '../view/view-state.ts';
import { descriptionLines, type DownloadDescription } from './describe-download.ts';

export interface FileChoice {
  readonly format: FileFormat;
  /** Of a table: whether lines of comments stand before it. */
  readonly hasComments: boolean;
}

/** The whole file: its head, what was exported, its end. Nothing of it is copied. */
export function fileOf(
  tab: Tab,
  { text }: ExportedList,
  { format, hasComments }: FileChoice,
  description: DownloadDescription,
): Blob {
  if (format === 'geojson') {
    return new Blob([geoJsonHead({ ...description }), text, geoJsonEnd], { type: 'application/geo+json' });
  }
  const comments = hasComments ? descriptionLines(description, tab) : [];
  const head = csvHead(tab === 'places' ? coastalFeatures : rawData, comments);
  return new Blob([head, text], { type: 'text/csv;charset=utf-8' });
}
