import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { exportMarkColumn, fromExportedText } from '../../../core/datasets/csv.ts';
import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, datasets, rawData } from '../../../core/datasets/datasets.ts';
import { arbitraryRecords } from '../testing/arbitrary-records.ts';
import { csvHead, csvLine, geoJsonEnd, geoJsonFeature, geoJsonHead } from './file-formats.ts';

const comments = ['Coastwatch records', 'Filters: "White shark", detected', 'two\r\nlines'];

const csvOf = (dataset: DatasetDescription, records: readonly DatasetRecord[], lines: readonly string[] = []): string =>
  csvHead(dataset, lines) + records.map((record) => csvLine(dataset, record)).join('');

/** Parses a table with another library. Empty cells become null; the column that marks exported files is left out. */
function readCsv(text: string, { fields }: DatasetDescription): Record<string, unknown>[] {
  const rows = parseRows(text, fields);
  expect(rows.filter((row) => row[exportMarkColumn] !== null)).toEqual([]);
  return rows.map((row) => Object.fromEntries(fields.map(({ name }) => [name, row[name]])));
}

function parseRows(text: string, fields: DatasetDescription['fields']): Record<string, unknown>[] {
  const isNumber = (name: string): boolean =>
    fields.some((field) => field.name === name && (field.type === 'integer' || field.type === 'number'));
  return parse(text, {
    columns: true,
    comment: '#',
    comment_no_infix: true,
    relax_column_count: false,
    cast: (value, { column, header }) => {
      if (header) return value;
      if (isNumber(String(column))) return Number(value);
      return value === '' ? null : value;
    },
  });
}

/** The starts of cells that a spreadsheet runs, or may run, as formulas. */
const beginnings = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/** Restores the published texts, as the documentation describes. */
function withoutGuard(value: unknown): unknown {
  return typeof value === 'string' ? fromExportedText(value) : value;
}

describe('a table as CSV', () => {
  it.each(datasets)('contains the same records once the apostrophes are removed: $name', (dataset) => {
    fc.assert(
      fc.property(arbitraryRecords(dataset), fc.constantFrom([], comments), (records, lines) => {
        const read = readCsv(csvOf(dataset, records, lines), dataset);
        const published = read.map((record) =>
          Object.fromEntries(Object.entries(record).map(([name, value]) => [name, withoutGuard(value)])),
        );
        expect(published).toEqual(records);
      }),
      { numRuns: 200 },
    );
  });

  it.each(datasets)('contains no cell that a spreadsheet would run, and changes no other cell: $name', (dataset) => {
    fc.assert(
      fc.property(arbitraryRecords(dataset), (records) => {
        const read = readCsv(csvOf(dataset, records), dataset);
        for (const [index, record] of read.entries()) {
          for (const [name, value] of Object.entries(record)) {
            const published = records[index]?.[name];
            if (typeof value !== 'string') expect(value).toBe(published);
            else if (/^[+-]?\d+(?:\.\d+)?$/.test(value)) expect(value).toBe(published);
            else expect(beginnings.filter((beginning) => value.startsWith(beginning))).toEqual([]);
            const isPlain = typeof published === 'string' && /^[^'=+\-@＝＋－＠\t\r\n]+$/.test(published);
            if (isPlain) expect(value).toBe(published);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['=HYPERLINK("http://example.org","x")', `"'=HYPERLINK(""http://example.org"",""x"")"`],
    ['@nd hand information', `'@nd hand information`],
    ['+61 8 0000 0000', `'+61 8 0000 0000`],
    ['-34.99s 118.16', `'-34.99s 118.16`],
    ['\t=1+1', `'\t'=1+1`],
    ['\r=1+1', `"'\r'=1+1"`],
    ['kelp;=1+2;x', `kelp;'=1+2;x`],
    ['kelp\t=1+2', `kelp\t'=1+2`],
    ["'=1+1", `''=1+1`],
    ['-34.99', '-34.99'],
    ['+5', '+5'],
    ["'twas big", "'twas big"],
    ['2-3', '2-3'],
    ['', "'"],
    ["''", "'''"],
    ['NULL', 'NULL'],
  ])('writes the text %j as %j', (text, written) => {
    const fields = rawData.fields.filter(({ name }) => name === 'LocationDetail');
    expect(csvLine({ ...rawData, fields }, { LocationDetail: text })).toBe(`${written},\r\n`);
  });

  it('contains no comment that a spreadsheet would run', () => {
    const line = (comment: string): string => csvHead(rawData, [comment]).split('\r\n')[0] ?? '';
    expect(line('Filters: x,=1+1')).toBe("# Filters: x,'=1+1");
    expect(line('Filters: x; @a or ="b,"=c"')).toBe('# Filters: x;\' @a or ="b,\'"=c"');
    expect(line('Area: latitude, longitude -31.99, 115.75')).toBe('# Area: latitude, longitude -31.99, 115.75');
    expect(line('Filters: a\t=1+1')).toBe('# Filters: a =1+1');
  });
});

interface Collection {
  readonly type: string;
  readonly metadata: unknown;
  readonly features: readonly {
    readonly type: string;
    readonly id: number;
    readonly geometry: { readonly type: string; readonly coordinates: unknown };
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}
const metadata = { title: 'Coastwatch records', filters: 'White "shark"', count: 2 };

function readCollection(dataset: DatasetDescription, records: readonly DatasetRecord[]): Collection {
  const features = records.map((record, index) => geoJsonFeature(dataset, record, index === 0));
  return JSON.parse(geoJsonHead(metadata) + features.join('') + geoJsonEnd) as Collection;
}

describe('a feature collection', () => {
  it.each(datasets)('contains every field of every record: $name', (dataset) => {
    fc.assert(
      fc.property(arbitraryRecords(dataset), (records) => {
        const read = readCollection(dataset, records);
        expect(read.type).toBe('FeatureCollection');
        expect(read.metadata).toEqual(metadata);
        expect(read.features.map(({ properties }) => properties)).toEqual(records);
        expect(read.features.map(({ id }) => id)).toEqual(records.map((record) => record[dataset.identifierField]));
      }),
    );
  });

  it('puts a record at its point, longitude first', () => {
    const read = readCollection(rawData, [{ RawDataId: 1, LocationX: 115.75, LocationY: -31.99 }]);
    expect(read.features[0]?.geometry).toEqual({ type: 'Point', coordinates: [115.75, -31.99] });
  });

  it('writes the inshore and the offshore point of a place', () => {
    const place = {
      CoastalFeatureInshoreLongitude: 115.75,
      CoastalFeatureInshoreLatitude: -31.99,
      CoastalFeatureOffshoreLongitude: 115.74,
      CoastalFeatureOffshoreLatitude: -31.98,
    };
    const read = readCollection(coastalFeatures, [place]);
    const coordinates = [
      [115.75, -31.99],
      [115.74, -31.98],
    ];
    expect(read.features[0]?.geometry).toEqual({ type: 'MultiPoint', coordinates });
  });
});
