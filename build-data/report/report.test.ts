import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';

import { IssueLog } from '../validate/issues.ts';
import { formatIssues } from './build-report.ts';
import { createProgress } from './progress.ts';

describe('issues as text', () => {
  test('faults are listed first, by file, with every cause and its count before the examples', () => {
    const issues = new IssueLog();
    issues.add('toleratedNull', 'RawData', 'raw.csv', {
      position: { unit: 'row', number: 4171 },
      identifier: 59602,
      field: 'SightingSpeciesValue',
      value: null,
    });
    for (let number = 2; number <= 1215; number++) {
      issues.add('outOfRange', 'RawData', 'raw.csv', {
        position: { unit: 'row', number },
        identifier: number,
        field: 'LocationY',
        value: 95,
        explanation: 'expected a number from -90 to 90',
      });
    }
    issues.add('outOfRange', 'RawData', 'raw.csv', {
      position: { unit: 'row', number: 9 },
      field: 'LocationX',
      value: 200,
    });
    issues.add('fileNotFound', 'CoastalFeatures', 'features.csv');
    for (let count = 0; count < 17_020; count++) {
      issues.add('emptyRow', 'RawData', 'raw.csv', { position: { unit: 'row', number: 17_332 + count } });
    }
    const text = formatIssues(issues);
    expect(text.split('\n')).toEqual([
      'RawData, raw.csv: 1,215 faults',
      '  Numbers out of range (1,215). Correct the number; latitude and longitude may be swapped.',
      '    LocationY: 1,214',
      '    LocationX: 1',
      '',
      '  Numbers out of range, for example:',
      ...[2, 3, 4, 5, 6].map(
        (row) => `    row ${String(row)}, identifier ${String(row)}, LocationY: 95; expected a number from -90 to 90`,
      ),
      '    … and 1,209 more',
      '    row 9, LocationX: 200',
      '',
      'CoastalFeatures, features.csv: 1 fault',
      '  File not found (1). Check the path. A relative path is resolved from the current folder.',
      '',
      'RawData, raw.csv: 17,021 warnings',
      '  Missing text (1). The record is published with null here; give the text if it is known.',
      '    SightingSpeciesValue: 1',
      '  Rows of empty cells are skipped (17,020). Fine if a spreadsheet left them; otherwise check the export.',
      '',
      '  Missing text, for example:',
      '    row 4171, identifier 59602, SightingSpeciesValue: null',
      '  Rows of empty cells are skipped, for example:',
      ...[0, 1, 2, 3, 4].map((index) => `    row ${String(17_332 + index)}`),
      '    … and 17,015 more',
      '',
    ]);
  });
});

/** A stream that collects everything written to it. */
function capture(isTTY: boolean): { stream: NodeJS.WriteStream; text: () => string } {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
  const terminal = { isTTY, columns: 120, cursorTo: () => true, moveCursor: () => true, clearLine: () => true };
  return { stream: Object.assign(stream, terminal) as unknown as NodeJS.WriteStream, text: () => chunks.join('') };
}

describe('progress', () => {
  test('without a terminal, a line is printed at the start, after every 10 % and at the end', () => {
    const { stream, text } = capture(false);
    const progress = createProgress(stream);
    progress.start('Raw data');
    for (let bytesRead = 1; bytesRead <= 1000; bytesRead++) {
      progress.update({ bytesRead: bytesRead * 1000, totalBytes: 1_000_000, records: bytesRead * 2 });
    }
    progress.finish();
    const percentages = [10, 20, 30, 40, 50, 60, 70, 80, 90];
    expect(text().split('\n')).toEqual([
      'Raw data: reading',
      ...percentages.map((percent) => `Raw data: ${String(percent)} %, ${(percent * 20).toLocaleString('en')} records`),
      'Raw data: 1.0 MB read, 2,000 records',
      '',
    ]);
  });

  test.each([
    ['known', 2000, '100 %, 20 records'],
    ['unknown', undefined, '0.0 MB, 20 records'],
  ])('on a terminal, a progress bar is shown if the size is %s', (_, totalBytes, expected) => {
    const { stream, text } = capture(true);
    const progress = createProgress(stream);
    for (const title of ['Coastal features', 'Raw data']) {
      progress.start(title);
      progress.update({ bytesRead: 1000, totalBytes, records: 10 });
      progress.update({ bytesRead: 2000, totalBytes, records: 20 });
      progress.finish();
    }
    expect(text()).toContain('Coastal features');
    expect(text()).toContain('Raw data');
    expect(text()).toContain(expected);
  });
});
