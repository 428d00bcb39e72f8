import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';
import { descriptionOf, titleOf, type ExportAbout, type FileOutput } from './exported-file.ts';

/**
 * Writes a feature collection (RFC 7946), one feature per line. The properties are the record, byte for byte as the API
 * returns it. A record with one point is a Point; one with several is a MultiPoint in the order of the dataset, which the
 * foreign member `positions` describes.
 */
export function writeGeoJson(table: RecordTable, output: FileOutput, about: ExportAbout): void {
  const { dataset } = table;
  output.text(`{"type":"FeatureCollection",${foreignMembers(dataset, about)},"features":[`);
  for (let index = 0; index < table.size; index++) {
    const geometry = geometryOf(table, index);
    const start = `{"type":"Feature","id":${table.identifier(index)},"geometry":${JSON.stringify(geometry)}`;
    output.text(`${index === 0 ? '' : ','}\n${start},"properties":${table.text(index)}}`);
  }
  output.text('\n]}\n');
}

function foreignMembers(dataset: DatasetDescription, about: ExportAbout): string {
  const { name, positions } = dataset;
  const members = {
    name,
    title: titleOf(dataset, about),
    description: descriptionOf(dataset, about),
    sample: about.sample,
    positions,
  };
  return JSON.stringify(members).slice(1, -1);
}

function geometryOf(table: RecordTable, index: number): unknown {
  const points = table.dataset.positions.map((_, position) => [
    table.longitude(index, position),
    table.latitude(index, position),
  ]);
  return points.length === 1 ? { type: 'Point', coordinates: points[0] } : { type: 'MultiPoint', coordinates: points };
}

/** Writes one record per line, in the order of the API and byte for byte as it returns them. */
export function writeNdjson(table: RecordTable, output: FileOutput): void {
  for (let index = 0; index < table.size; index++) output.text(`${table.text(index)}\n`);
}
