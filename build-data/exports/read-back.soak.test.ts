import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { beforeAll, describe, expect, it } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { site } from '../site/testing/default-site.ts';
import { fixtureTables } from '../../tests/contract/fixture/fixture-tree.ts';
import { temporaryFolder } from '../../tests/support/temporary-folder.ts';
import type { RecordTable } from '../write/record-table.ts';
import { tableOf } from '../write/testing/stored-dataset.ts';
import type { ExportFormat } from './exported-file.ts';
import { hostileRecords } from './testing/hostile-records.ts';
import { hasProgram, type GeoJsonFeature, readWithGdal, readWithPython } from './testing/outside-programs.ts';
import { sampleTables } from './testing/sample-tables.ts';
import { type ExportFolder, exportInto } from './testing/written-exports.ts';

/*
 * Each export is read by a third-party program, which must return the exported records: their number, positions and
 * values.
 */

const hasGdal = hasProgram('ogr2ogr');
const hasPython = hasProgram('python3');

const sources: readonly (readonly [name: string, tables: () => RecordTable[]])[] = [
  ['the sample', () => sampleTables(1500)],
  ['the fixture of the contract', fixtureTables],
  ['records with hostile texts', () => datasets.map((dataset) => tableOf(dataset, hostileRecords(dataset)))],
];

/** The formats of both datasets. */
const tableFormats = ['csv', 'spreadsheet', 'geojson', 'ndjson', 'flatgeobuf', 'geoparquet'];

type Point = readonly [longitude: number, latitude: number];

function pointsOf(record: DatasetRecord, { positions }: DatasetDescription): Point[] {
  return positions.map(({ longitudeField, latitudeField }) => [
    Number(record[longitudeField]),
    Number(record[latitudeField]),
  ]);
}

function geometryOf(record: DatasetRecord, dataset: DatasetDescription): unknown {
  const points = pointsOf(record, dataset);
  return points.length === 1 ? { type: 'Point', coordinates: points[0] } : { type: 'MultiPoint', coordinates: points };
}

function recordsIn(table: RecordTable): DatasetRecord[] {
  return Array.from({ length: table.size }, (_, index) => table.record(index));
}

describe.each(sources)('exports of %s', (_, tablesOf) => {
  const folder = temporaryFolder();
  let exported: ExportFolder;
  let tables: RecordTable[];
  beforeAll(async () => {
    tables = tablesOf();
    exported = await exportInto(folder, tables, { sample: true });
  });

  /** The records of each dataset, and the path of its export in this format. */
  function exportsIn(format: ExportFormat): { dataset: DatasetDescription; records: DatasetRecord[]; path: string }[] {
    return tables.flatMap((table) => {
      const file = exported.files.find(
        (candidate) => candidate.dataset === table.dataset.name && candidate.format === format,
      );
      return file ? [{ dataset: table.dataset, records: recordsIn(table), path: exported.pathOf(file.path) }] : [];
    });
  }

  it('as NDJSON contain the exact bytes of each record, one per line', async () => {
    for (const table of tables) {
      const texts = Array.from({ length: table.size }, (_each, index) => `${table.text(index)}\n`);
      expect((await exported.read(`downloads/${table.dataset.name}.ndjson`)).toString()).toBe(texts.join(''));
    }
  });

  it('as GeoJSON are feature collections as in RFC 7946', async () => {
    expect(exportsIn('geojson')).toHaveLength(2);
    for (const { dataset, records } of exportsIn('geojson')) {
      const read = JSON.parse((await exported.read(`downloads/${dataset.name}.geojson`)).toString()) as unknown;
      expect(read).toEqual({
        type: 'FeatureCollection',
        name: dataset.name,
        title: `${dataset.title} (sample: invented records)`,
        description: expect.stringContaining(site.terms.join(' ')) as unknown,
        sample: true,
        positions: dataset.positions,
        features: records.map((record) => ({
          type: 'Feature',
          id: record[dataset.identifierField],
          geometry: geometryOf(record, dataset),
          properties: record,
        })),
      });
    }
  });

  it('as FlatGeobuf are read by the package of the format', async () => {
    for (const { dataset, records } of exportsIn('flatgeobuf')) {
      const read = await features(await exported.read(`downloads/${dataset.name}.fgb`));
      expectSame(read, records.map(withoutMark), dataset);
    }
  });

  it('as FlatGeobuf have an index that finds exactly the features in a box', async () => {
    for (const { dataset, records } of exportsIn('flatgeobuf')) {
      const middle = pointsOf(records[Math.floor(records.length / 2)] ?? {}, dataset)[0] ?? [0, 0];
      const rect = { minX: middle[0] - 0.4, maxX: middle[0] + 0.4, minY: middle[1] - 0.4, maxY: middle[1] + 0.4 };
      const expected = records.filter((record) => {
        const [longitudes, latitudes] = [0, 1].map((axis) =>
          pointsOf(record, dataset).map((point) => point[axis] ?? NaN),
        );
        if (!longitudes || !latitudes) return false;
        return (
          Math.max(...longitudes) >= rect.minX &&
          Math.min(...longitudes) <= rect.maxX &&
          Math.max(...latitudes) >= rect.minY &&
          Math.min(...latitudes) <= rect.maxY
        );
      });
      expect(expected.length).toBeGreaterThan(0);
      expectSame(
        await features(await exported.read(`downloads/${dataset.name}.fgb`), rect),
        expected.map(withoutMark),
        dataset,
      );
    }
  });

  it('as GeoParquet are read by another library, with the metadata of GeoParquet 1.1', async () => {
    for (const { dataset, records, path } of exportsIn('geoparquet')) {
      const file = await asyncBufferFromFile(path);
      const metadata = await parquetMetadataAsync(file);
      expect(metadata.key_value_metadata?.find(({ key }) => key === 'description')?.value).toContain(
        site.terms.join(' '),
      );
      const geo = JSON.parse(metadata.key_value_metadata?.find(({ key }) => key === 'geo')?.value ?? '') as unknown;
      const points = records.flatMap((record) => pointsOf(record, dataset));
      const [longitudes, latitudes] = [points.map(([longitude]) => longitude), points.map(([, latitude]) => latitude)];
      expect(geo).toEqual({
        version: '1.1.0',
        primary_column: 'geometry',
        columns: {
          geometry: {
            encoding: 'WKB',
            geometry_types: [dataset.positions.length === 1 ? 'Point' : 'MultiPoint'],
            bbox: [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)],
          },
        },
      });
      // The library decodes well-known binary if the metadata declares it.
      const rows = (await parquetReadObjects({ file })) as Readonly<Record<string, unknown>>[];
      expect(rows).toHaveLength(records.length);
      for (const [index, row] of rows.entries()) {
        const record = withoutMark(records[index] ?? {});
        const expected = Object.fromEntries(
          dataset.fields.map(({ name, type }) => {
            const value = record[name] ?? null;
            if (type === 'dateTime' && value !== null) return [name, new Date(`${value}Z`)];
            return [name, type === 'integer' ? BigInt(value ?? 0) : value];
          }),
        );
        expect(row).toEqual({ ...expected, geometry: geometryOf(record, dataset) });
      }
    }
  });

  it('are listed with their lengths and checksums, under both names', async () => {
    expect(exported.files.map(({ dataset, format }) => `${dataset} ${format}`)).toEqual([
      ...tableFormats.map((format) => `CoastalFeatures ${format}`),
      'CoastalFeatures kml',
      ...tableFormats.map((format) => `RawData ${format}`),
      'RawData darwinCore',
    ]);
    for (const { path, hashedPath, bytes, sha256, title } of exported.files) {
      const content = await exported.read(path);
      expect(content.length).toBe(bytes);
      expect((await exported.read(hashedPath)).equals(content)).toBe(true);
      expect(hashedPath).toBe(path.replace('.', `.${sha256.slice(0, 16)}.`));
      expect(title).toContain('sample');
    }
  });

  it.skipIf(!hasGdal)('as FlatGeobuf are read by GDAL', async () => {
    for (const { dataset, records, path } of exportsIn('flatgeobuf'))
      expectSame(await readWithGdal(path), records, dataset);
  });

  it.skipIf(!hasGdal)('as GeoJSON are read by GDAL', async () => {
    for (const { dataset, records, path } of exportsIn('geojson'))
      expectSame(await readWithGdal(path), records, dataset);
  });

  it.skipIf(!hasGdal)('as KML are read by GDAL, at the right positions', async () => {
    for (const { dataset, records, path } of exportsIn('kml')) {
      const read = (await readWithGdal(path)).map(({ geometry }) => positionsIn(geometry));
      expect(read.map((points) => points.length)).toEqual(records.map(() => dataset.positions.length));
      expect(read).toEqual(records.map((record) => pointsOf(record, dataset)));
    }
  });

  it.skipIf(!hasPython)('as KML contain the names, positions and values', () => {
    const script = `
import json, sys, xml.etree.ElementTree as tree
kml = '{http://www.opengis.net/kml/2.2}'
document = tree.parse(sys.argv[1]).getroot().find(kml + 'Document')
json.dump([[mark.find(kml + 'name').text, {data.get('name'): data.find(kml + 'value').text for data in mark.iter(kml + 'Data')},
  [point.text for point in mark.iter(kml + 'coordinates')]] for mark in document.findall(kml + 'Placemark')], sys.stdout)`;
    expect(exportsIn('kml')).toHaveLength(1);
    for (const { dataset, records, path } of exportsIn('kml')) {
      const read = readWithPython(script, path) as [string, Record<string, string | null>, string[]][];
      const expected = records.map((record) => [
        xmlText(String(record[dataset.columns.placeName])),
        Object.fromEntries(
          dataset.fields.flatMap(({ name }) =>
            (record[name] ?? null) === null ? [] : [[name, xmlText(String(record[name])) || null]],
          ),
        ),
        pointsOf(record, dataset).map((point) => point.join(',')),
      ]);
      expect(read).toEqual(expected);
    }
  });

  it.skipIf(!hasPython)('as CSV are read by Python, with one cell for each value', () => {
    for (const { dataset, records, path } of exportsIn('csv')) {
      expect(readWithPython(csvScript('utf-8'), path)).toEqual(records.map((record) => cellsOf(record, dataset)));
    }
  });

  it.skipIf(!hasPython)('as CSV for spreadsheets are read by Python, with the marker column and apostrophes', () => {
    for (const { dataset, records, path } of exportsIn('spreadsheet')) {
      const read = readWithPython(csvScript('utf-8-sig'), path) as Record<string, string>[];
      const cells = records.map((record) => ({ ...cellsOf(record, dataset), CoastwatchExport: 'sample' }));
      expect(read.map(withoutApostrophes)).toEqual(cells);
    }
  });
});

const csvScript = (encoding: string): string => `
import csv, json, sys
csv.field_size_limit(10 ** 7)
with open(sys.argv[1], encoding='${encoding}', newline='') as file: json.dump(list(csv.DictReader(file)), sys.stdout)`;

/** A record as read by a program that does not distinguish null from an empty text. */
function cellsOf(record: DatasetRecord, { fields }: DatasetDescription): Record<string, string> {
  return Object.fromEntries(fields.map(({ name }) => [name, String(record[name] ?? '')]));
}

/** A record as read by a TextDecoder, which removes a byte order mark from the start of each text; GDAL does not. */
function withoutMark(record: DatasetRecord): DatasetRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^\ufeff/, '') : value,
    ]),
  );
}

/** Removes the added apostrophes, as docs/exports.md describes it. */
function withoutApostrophes(row: Readonly<Record<string, string>>): Record<string, string> {
  const added = /(?<![^,;\t\r\n])'(?='*[ "]*[=+\-@＝＋－＠\t])|(?<![^,;\t])'(?='*[ "]*[\r\n])|^'(?='*$)/g;
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.replace(added, '')]));
}

/** Replaces characters that XML cannot express with the replacement character. */
function xmlText(text: string): string {
  return [...text]
    .map((character) =>
      /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(character) ? '\ufffd' : character,
    )
    .join('');
}

async function features(
  bytes: Buffer,
  rect?: { minX: number; minY: number; maxX: number; maxY: number },
): Promise<GeoJsonFeature[]> {
  const read: GeoJsonFeature[] = [];
  for await (const feature of deserialize(new Uint8Array(bytes), rect ? { rect } : {})) {
    read.push(feature as unknown as GeoJsonFeature);
  }
  return read;
}

/** Expects each record once, in any order, with its points and values. */
function expectSame(
  read: readonly GeoJsonFeature[],
  records: readonly DatasetRecord[],
  dataset: DatasetDescription,
): void {
  const byIdentifier = new Map(read.map((feature) => [feature.properties[dataset.identifierField], feature]));
  expect(read).toHaveLength(records.length);
  expect(byIdentifier.size).toBe(records.length);
  for (const record of records) {
    const { geometry, properties } = byIdentifier.get(record[dataset.identifierField] ?? null) ?? {};
    expect(positionsIn(geometry)).toEqual(pointsOf(record, dataset));
    for (const { name } of dataset.fields) {
      if ((properties?.[name] ?? null) !== record[name])
        expect([name, properties?.[name]]).toEqual([name, record[name]]);
    }
  }
}

/** The points of a geometry of any type. */
function positionsIn(geometry: unknown): Point[] {
  const found: Point[] = [];
  const look = (value: unknown): void => {
    if (Array.isArray(value) && typeof value[0] === 'number') found.push([Number(value[0]), Number(value[1])]);
    else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) look(part);
  };
  look(geometry);
  return found;
}
