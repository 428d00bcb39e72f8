import { csvHeaderLine, csvRecordLine } from '../../core/datasets/csv.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { escapeMarkup } from '../../core/feeds/escape-markup.ts';
import type { RecordTable } from '../write/record-table.ts';
import { exportedDataset } from './export-columns.ts';
import {
  descriptionOf,
  type ExportMetadata,
  type ExportFormat,
  type ExportWriter,
  type FileOutput,
  titleOf,
} from './exported-file.ts';
import { openDarwinCore } from './darwin-core.ts';
import { openFlatGeobuf } from './flatgeobuf.ts';
import { openGeoParquet } from './geoparquet.ts';

export interface ExportDescription {
  readonly format: ExportFormat;
  /** The name of the format, for people. */
  readonly title: string;
  readonly mediaType: string;
  /**
   * Whether files are text, which hosts send compressed. Other formats contain compressed data or are read in parts.
   */
  readonly isText: boolean;
  /** Begins the file of a dataset. The writer has only a few records in memory at a time. */
  readonly open: (table: RecordTable, output: FileOutput, metadata: ExportMetadata) => ExportWriter;
  /** Whether the file has its records in spatial order, and not in list order. */
  readonly isSpatial?: boolean;
  /** Whether a dataset is exported in this format. Default: yes. */
  readonly suits?: (dataset: DatasetDescription) => boolean;
}

export const exportFormats: readonly ExportDescription[] = [
  { format: 'csv', title: 'CSV', mediaType: 'text/csv', isText: true, open: openCsv },
  {
    format: 'spreadsheet',
    title: 'CSV for spreadsheets',
    mediaType: 'text/csv',
    isText: true,
    open: openSpreadsheetCsv,
  },
  {
    format: 'geojson',
    title: 'GeoJSON',
    mediaType: 'application/geo+json',
    isText: true,
    open: openGeoJson,
  },
  {
    format: 'ndjson',
    title: 'NDJSON',
    mediaType: 'application/x-ndjson',
    isText: true,
    open: openNdjson,
  },
  {
    format: 'flatgeobuf',
    title: 'FlatGeobuf',
    mediaType: 'application/flatgeobuf',
    isText: false,
    open: openFlatGeobuf,
    isSpatial: true,
  },
  {
    format: 'geoparquet',
    title: 'GeoParquet',
    mediaType: 'application/vnd.apache.parquet',
    isText: false,
    open: openGeoParquet,
  },
  {
    format: 'kml',
    title: 'KML',
    mediaType: 'application/vnd.google-earth.kml+xml',
    isText: true,
    open: openKml,
    // Only the dataset of named places is exported as KML.
    suits: ({ sortKey }) => sortKey.comparison === 'englishCollation',
  },
  {
    format: 'darwinCore',
    title: 'Darwin Core Archive',
    mediaType: 'application/zip',
    isText: false,
    open: openDarwinCore,
    suits: ({ name }) => name === rawData.name,
  },
];

/** Spreadsheets need this mark to recognise UTF-8, but other programs read it as part of the first column's name. */
const byteOrderMark = '\ufeff';

function openCsv(table: RecordTable, output: FileOutput): ExportWriter {
  const dataset = exportedDataset(table.dataset);
  output.text(csvHeaderLine(dataset, 'plain'));
  return {
    visit: (record) => {
      output.text(csvRecordLine(dataset, record, 'plain'));
    },
  };
}

/**
 * The table for spreadsheets: with a byte order mark, apostrophes before formulas and the column that marks such files.
 */
function openSpreadsheetCsv(table: RecordTable, output: FileOutput, { sample }: ExportMetadata): ExportWriter {
  const dataset = exportedDataset(table.dataset);
  output.text(byteOrderMark + csvHeaderLine(dataset, 'spreadsheet'));
  const mark = sample ? 'sample' : '';
  return {
    visit: (record) => {
      output.text(csvRecordLine(dataset, record, 'spreadsheet', mark));
    },
  };
}

/**
 * A feature collection (RFC 7946), one feature per line. The properties are the record, byte for byte as the API
 * returns it. A record with one point is a Point; one with several is a MultiPoint in the order of the dataset, which
 * the foreign member `positions` describes.
 */
function openGeoJson(table: RecordTable, output: FileOutput, metadata: ExportMetadata): ExportWriter {
  output.text(`{"type":"FeatureCollection",${foreignMembers(table.dataset, metadata)},"features":[`);
  return {
    visit: (record, index) => {
      const geometry = geoJsonGeometryOf(table, index);
      const start = `{"type":"Feature","id":${table.identifier(index)},"geometry":${JSON.stringify(geometry)}`;
      output.text(`${index === 0 ? '' : ','}\n${start},"properties":${JSON.stringify(record)}}`);
    },
    finish: () => {
      output.text('\n]}\n');
    },
  };
}

function foreignMembers(dataset: DatasetDescription, metadata: ExportMetadata): string {
  const { name, positions } = dataset;
  const members = {
    name,
    title: titleOf(dataset, metadata),
    description: descriptionOf(dataset, metadata),
    sample: metadata.sample,
    positions,
  };
  return JSON.stringify(members).slice(1, -1);
}

function geoJsonGeometryOf(table: RecordTable, index: number): unknown {
  const points = table.dataset.positions.map((_, position) => [
    table.longitude(index, position),
    table.latitude(index, position),
  ]);
  return points.length === 1 ? { type: 'Point', coordinates: points[0] } : { type: 'MultiPoint', coordinates: points };
}

/** One record per line, in the order of the API and byte for byte as the API returns it. */
function openNdjson(_: RecordTable, output: FileOutput): ExportWriter {
  return {
    visit: (record) => {
      output.text(`${JSON.stringify(record)}\n`);
    },
  };
}

/**
 * KML 2.2: a placemark for each record, with the name of its place, all its points in the order of the dataset, and
 * each field that is not null as extended data.
 */
function openKml(table: RecordTable, output: FileOutput, metadata: ExportMetadata): ExportWriter {
  const dataset = exportedDataset(table.dataset);
  output.text(
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n' +
      `<Document id="${dataset.name}"><name>${escapeXml(titleOf(dataset, metadata))}</name>` +
      `<description>${escapeXml(describePoints(table, metadata))}</description>\n`,
  );
  return {
    visit: (record, index) => {
      const data = dataset.fields.flatMap(({ name }) => {
        const value = record[name] ?? null;
        return value === null ? [] : [`<Data name="${name}"><value>${escapeXml(String(value))}</value></Data>`];
      });
      output.text(
        `<Placemark id="${dataset.name}.${table.identifier(index)}">` +
          `<name>${escapeXml(String(record[dataset.columns.placeName]))}</name>` +
          `<ExtendedData>${data.join('')}</ExtendedData>${kmlGeometryOf(table, index)}</Placemark>\n`,
      );
    },
    finish: () => {
      output.text('</Document>\n</kml>\n');
    },
  };
}

function describePoints({ dataset }: RecordTable, metadata: ExportMetadata): string {
  const points = dataset.positions.map(({ meaning }, index) => `Point ${index + 1}: ${meaning}`);
  return [descriptionOf(dataset, metadata), ...points].join(' ');
}

function kmlGeometryOf(table: RecordTable, index: number): string {
  const points = table.dataset.positions.map(
    (_, position) =>
      `<Point><coordinates>${table.longitude(index, position)},${table.latitude(index, position)}</coordinates></Point>`,
  );
  return points.length === 1 ? points.join('') : `<MultiGeometry>${points.join('')}</MultiGeometry>`;
}

function escapeXml(text: string): string {
  return escapeMarkup(text, 'xml');
}
