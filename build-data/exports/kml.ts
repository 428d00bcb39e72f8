import { escapeMarkup } from '../format-text.ts';
import type { RecordTable } from '../write/record-table.ts';
import { descriptionOf, titleOf, type ExportAbout, type FileOutput } from './exported-file.ts';

/**
 * Writes KML 2.2: a placemark for each record with the name of its place, all its points in the order of the dataset, and
 * each field that is not null as extended data.
 */
export function writeKml(table: RecordTable, output: FileOutput, about: ExportAbout): void {
  const { dataset } = table;
  output.text(
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n' +
      `<Document id="${dataset.name}"><name>${escapeXml(titleOf(dataset, about))}</name>` +
      `<description>${escapeXml(describePoints(table, about))}</description>\n`,
  );
  for (const { record, index } of table.records()) {
    const data = dataset.fields.flatMap(({ name }) => {
      const value = record[name] ?? null;
      return value === null ? [] : [`<Data name="${name}"><value>${escapeXml(String(value))}</value></Data>`];
    });
    output.text(
      `<Placemark id="${dataset.name}.${table.identifier(index)}">` +
        `<name>${escapeXml(String(record[dataset.columnSnapshot.placeName] ?? ''))}</name>` +
        `<ExtendedData>${data.join('')}</ExtendedData>${geometryOf(table, index)}</Placemark>\n`,
    );
  }
  output.text('</Document>\n</kml>\n');
}

function describePoints({ dataset }: RecordTable, about: ExportAbout): string {
  const points = dataset.positions.map(({ meaning }, index) => `Point ${index + 1}: ${meaning}`);
  return [descriptionOf(dataset, about), ...points].join(' ');
}

function geometryOf(table: RecordTable, index: number): string {
  const points = table.dataset.positions.map(
    (_, position) =>
      `<Point><coordinates>${table.longitude(index, position)},${table.latitude(index, position)}</coordinates></Point>`,
  );
  return points.length === 1 ? (points[0] ?? '') : `<MultiGeometry>${points.join('')}</MultiGeometry>`;
}

function escapeXml(text: string): string {
  return escapeMarkup(text, 'xml');
}
