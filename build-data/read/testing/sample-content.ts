import type {
  DatasetDescription,
  DatasetRecord,
  FieldDescription,
} from '../../../core/datasets/dataset-description.ts';
import { site } from '../../site/testing/default-site.ts';

type Value = string | number | null;

/** A record without faults and warnings, with the given changes. */
export function sampleRecord(dataset: DatasetDescription, changes: DatasetRecord = {}): Record<string, Value> {
  return {
    ...Object.fromEntries(dataset.fields.map((field) => [field.name, sampleValue(dataset, field)])),
    ...changes,
  };
}

function sampleValue(dataset: DatasetDescription, field: FieldDescription): Value {
  const region = site.region.box;
  if (dataset.positions.some((position) => position.latitudeField === field.name)) return region.south + 1.5;
  if (dataset.positions.some((position) => position.longitudeField === field.name)) return region.west + 1.5;
  if (field.lengthOf !== undefined) return sampleText.length;
  if (field.type === 'integer') return 7;
  if (field.type === 'number') return 1.5;
  if (field.type === 'dateTime') return '2021-07-31T00:13:00';
  return field.knownValues?.[0] ?? (field.numericText === true ? '1' : sampleText);
}

const sampleText = 'Back Beach';

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

interface CsvShape {
  readonly header?: readonly string[];
  readonly delimiter?: string;
  readonly lineEnd?: string;
}

/** The text of a CSV file; null becomes an empty cell. */
export function csvOf(dataset: DatasetDescription, records: readonly DatasetRecord[], shape: CsvShape = {}): string {
  const { header = dataset.fields.map((field) => field.name), delimiter = ',', lineEnd = '\n' } = shape;
  const rows = records.map((record) => header.map((name) => quoted(String(record[name] ?? ''))));
  return [header.map(quoted), ...rows].map((row) => row.join(delimiter) + lineEnd).join('');
}
