import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';
import { endingOfFormat, type ExportFormat } from './export-names.ts';
import type { ExportAbout, FileOutput } from './exported-file.ts';
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

/** Every format of exports, in the order in which people see them. */
export const exportFormats: readonly ExportDescription[] = [
  { format: 'csv', title: 'CSV', ending: endingOfFormat.csv, mediaType: 'text/csv', isText: true, write: writeCsv },
  {
    format: 'spreadsheet',
    title: 'CSV for spreadsheets',
    ending: endingOfFormat.spreadsheet,
    mediaType: 'text/csv',
    isText: true,
    write: writeSpreadsheetCsv,
  },
  {
    format: 'geojson',
    title: 'GeoJSON',
    ending: endingOfFormat.geojson,
    mediaType: 'application/geo+json',
    isText: true,
    write: writeGeoJson,
  },
  {
    format: 'ndjson',
    title: 'NDJSON',
    ending: endingOfFormat.ndjson,
    mediaType: 'application/x-ndjson',
    isText: true,
    write: writeNdjson,
  },
  {
    format: 'flatgeobuf',
    title: 'FlatGeobuf',
    ending: endingOfFormat.flatgeobuf,
    mediaType: 'application/flatgeobuf',
    isText: false,
    write: writeFlatGeobuf,
  },
  {
    format: 'geoparquet',
    title: 'GeoParquet',
    ending: endingOfFormat.geoparquet,
    mediaType: 'application/vnd.apache.parquet',
    isText: false,
    write: writeGeoParquet,
  },
  {
    format: 'kml',
    title: 'KML',
    ending: endingOfFormat.kml,
    mediaType: 'application/vnd.google-earth.kml+xml',
    isText: true,
    write: writeKml,
    // Only for named places, not for the records that are located by them.
    suits: ({ columnSnapshot }) => columnSnapshot.featureDataset === undefined,
  },
];
