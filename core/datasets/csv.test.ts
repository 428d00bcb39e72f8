import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { csvRecordLine, fromExportedText, toExportedText } from './csv.ts';
import { rawData } from './datasets.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

const anyText = fc.oneof(
  fc.string({
    unit: fc.constantFrom("'", '"', ',', ';', '=', '+', '-', '@', '＝', '\t', '\n', '\r', '1', '.', 'a', ' '),
  }),
  fc.string({ unit: 'binary' }),
);

describe('texts in exported CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ["''@x", "'''@x"],
    ['', "'"],
    ["'", "''"],
    ["'s-Gravenhage", "'s-Gravenhage"],
    ['-5', '-5'],
    ['+61 8 9000 0000', "'+61 8 9000 0000"],
    ["'-5", "''-5"],
    ['＝1', "'＝1"],
    ['\tx', "'\tx"],
    ['Back Beach', 'Back Beach'],
    ['kelp;=1+2;x', "kelp;'=1+2;x"],
    ['kelp\t=1+2', "kelp\t'=1+2"],
    ['kelp,=1+2\n@x\r\n+y', "kelp,'=1+2\n'@x\r\n'+y"],
    ["kelp;'=1+2", "kelp;''=1+2"],
    ['kelp; "=1+2"', 'kelp;\' "=1+2"'],
    ['=1;=2', "'=1;'=2"],
    ['two lines\r\n\r\nand 2-3; none=0', 'two lines\r\n\r\nand 2-3; none=0'],
  ])('%j is written as %j', (text, exported) => {
    expect(toExportedText(text)).toBe(exported);
    expect(fromExportedText(exported)).toBe(text);
  });

  it('can be restored, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fromExportedText(toExportedText(text))).toBe(text);
        expect(toExportedText(text)).not.toBe('');
      }),
      { numRuns: sizeOf(2000) },
    );
  });

  it.each([',', ';', '\t', ',;\t'])(
    'begin no cell like a formula, for any text and a reader that splits at %j',
    (separators) => {
      const delimiter = [...separators];
      const fields = rawData.fields.filter(({ name }) => ['RawDataId', 'LocationDetail', 'LocationX'].includes(name));
      fc.assert(
        fc.property(anyText, anyText, (text, other) => {
          const lines = [text, other].map((LocationDetail) =>
            csvRecordLine({ ...rawData, fields }, { RawDataId: 1, LocationDetail, LocationX: 115.5 }, 'spreadsheet'),
          );
          const cells = [
            ...cellsOf(lines.join(''), { delimiter, quote: false }).map((cell) => cell.replace(/^[ "]+/, '')),
            ...cellsOf(lines.join(''), { delimiter, relax_quotes: true }),
          ];
          const isNumber = (cell: string): boolean => /^[+-]?\d+(?:\.\d+)?"?$/.test(cell) && separators.startsWith(',');
          expect(cells.filter((cell) => /^[=+\-@＝＋－＠\t\r\n]/.test(cell) && !isNumber(cell))).toEqual([]);
        }),
        { numRuns: sizeOf(2000) },
      );
    },
  );
});

/** The cells that a reader finds. None if a quote is never closed, because such a reader refuses the file. */
function cellsOf(text: string, options: object): string[] {
  try {
    const rows: unknown = parse(text, { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, ...options });
    return (rows as string[][]).flat();
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}
