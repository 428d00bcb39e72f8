import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/index.ts';
import { checksumsPath, exportPath, exportsRoot } from '../../core/storage/layout.ts';
import type { RecordTable } from '../write/record-table.ts';
import type { ExportAbout, ExportFormat } from './exported-file.ts';
import type { FileOutput } from './file-output.ts';
import { writeCsv, writeSpreadsheetCsv } from './csv.ts';
import { writeFlatGeobuf } from './flatgeobuf.ts';
import { writeGeoJson, writeNdjson } from './geojson.ts';
import { writeGeoParquet } from './geoparquet.ts';
import { writeKml } from './kml.ts';

export interface ExportDescription {
  readonly format: ExportFormat;
  /** The name of the format, for people. */
  readonly title: string;
  /** The part of the file name after the name of the dataset. */
  readonly ending: string;
  readonly mediaType: string;
  /** Whether it is text, which hosts send compressed. The other formats are compressed in themselves or read in parts. */
  readonly isText: boolean;
  /** Writes a whole dataset, holding few of its records at a time. */
  readonly write: (table: RecordTable, output: FileOutput, about: ExportAbout) => void;
  readonly suits?: (dataset: DatasetDescription) => boolean;
}

/** Every form in which datasets are exported, in the order in which a person reads of them. */
export const exportFormats: readonly ExportDescription[] = [
  { format: 'csv', title: 'CSV', ending: '.csv', mediaType: 'text/csv', isText: true, write: writeCsv },
  {
    format: 'spreadsheet',
    title: 'CSV for spreadsheets',
    ending: '-spreadsheet.csv',
    mediaType: 'text/csv',
    isText: true,
    write: writeSpreadsheetCsv,
  },
  {
    format: 'geojson',
    title: 'GeoJSON',
    ending: '.geojson',
    mediaType: 'application/geo+json',
    isText: true,
    write: writeGeoJson,
  },
  {
    format: 'ndjson',
    title: 'NDJSON',
    ending: '.ndjson',
    mediaType: 'application/x-ndjson',
    isText: true,
    write: writeNdjson,
  },
  {
    format: 'flatgeobuf',
    title: 'FlatGeobuf',
    ending: '.fgb',
    mediaType: 'application/flatgeobuf',
    isText: false,
    write: writeFlatGeobuf,
  },
  {
    format: 'geoparquet',
    title: 'GeoParquet',
    ending: '.parquet',
    mediaType: 'application/vnd.apache.parquet',
    isText: false,
    write: writeGeoParquet,
  },
  {
    format: 'kml',
    title: 'KML',
    ending: '.kml',
    mediaType: 'application/vnd.google-earth.kml+xml',
    isText: true,
    write: writeKml,
    // Only for named places, not for the records that are located by them.
    suits: ({ overview }) => overview.knownPlaces === undefined,
  },
];

/** Whether a file name in the exports folder is one that builds give to exports. */
export function isExportName(name: string): boolean {
  const path = `${exportsRoot}/${name.replace(/\.[0-9a-f]{16}(?=\.)/, '')}`;
  return (
    path === checksumsPath ||
    datasets.some((dataset) => exportEndings.some((ending) => path === exportPath(dataset.name, ending)))
  );
}

export const exportEndings: readonly string[] = exportFormats.map(({ ending }) => ending);
