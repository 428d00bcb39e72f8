import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/index.ts';
import { rawData } from '../../core/datasets/raw-data.ts';
import { arbitraryRecords } from './testing/arbitrary-records.ts';
import { writeCsv } from './write-csv.ts';

const comments = ['Coastwatch records', 'Filters: "White shark", detected', 'two\r\nlines'];

/** By a reader of its own: an empty field is null, an empty text is quoted. */
function readBack(text: string, { fields }: DatasetDescription): unknown {
  const isNumber = (name: string): boolean =>
    fields.some((field) => field.name === name && (field.type === 'integer' || field.type === 'number'));
  return parse(text, {
    columns: true,
    comment: '#',
    comment_no_infix: true,
    relax_column_count: false,
    cast: (value, { column, quoting, header }) => {
      if (header) return value;
      if (isNumber(String(column))) return Number(value);
      return value === '' && !quoting ? null : value;
    },
  });
}

describe('a table as CSV', () => {
  it.each(datasets)('reads back as the same records: $name', (dataset) => {
    fc.assert(
      fc.property(arbitraryRecords(dataset), fc.constantFrom([], comments), (records, lines) => {
        expect(readBack(writeCsv(dataset, records, lines).join(''), dataset)).toEqual(records);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps every record of more than one piece', () => {
    const [record] = fc.sample(arbitraryRecords(rawData, { minLength: 1 }), { seed: 1, numRuns: 1 })[0] ?? [];
    expect(record).toBeDefined();
    const records = Array.from({ length: 2345 }, (_, index) => ({ ...record, RawDataId: index }));
    expect(readBack(writeCsv(rawData, records).join(''), rawData)).toEqual(records);
  });

  it('begins with the names of the fields, without comments', () => {
    const names = rawData.fields.map(({ name }) => name).join(',');
    expect(writeCsv(rawData, []).join('')).toBe(`${names}\r\n`);
  });

  it('puts every comment on a line of its own before the names', () => {
    const lines = writeCsv(rawData, [], comments).join('').split('\r\n');
    expect(lines.slice(0, 3)).toEqual(['# Coastwatch records', '# Filters: "White shark", detected', '# two lines']);
    expect(lines[3]).toMatch(/^RawDataId,ObjectId,/);
  });

  it('leaves what a spreadsheet would take for a formula as it was published', () => {
    const record = Object.fromEntries(rawData.fields.map(({ name }) => [name, '=1+1']));
    expect(writeCsv(rawData, [record])[1]).toBe(`${rawData.fields.map(() => '=1+1').join(',')}\r\n`);
  });
});
