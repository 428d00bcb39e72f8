import { describe, expect, test } from 'vitest';

import { IssueLog } from '../validate/issues.ts';
import { formatIssues } from './build-report.ts';
import { createProgress } from '../build-command.ts';

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

describe('progress', () => {
  test('is a line at the start, after every 10 % and at the end', () => {
    let text = '';
    const progress = createProgress({ write: (line: string) => (text += line) !== '' });
    progress.start('Raw data');
    for (let bytesRead = 1; bytesRead <= 1000; bytesRead++) {
      progress.update({ bytesRead: bytesRead * 1000, totalBytes: 1_000_000, records: bytesRead * 2 });
    }
    progress.finish();
    const percentages = [10, 20, 30, 40, 50, 60, 70, 80, 90];
    expect(text.split('\n')).toEqual([
      'Raw data: reading',
      ...percentages.map((percent) => `Raw data: ${String(percent)} %, ${(percent * 20).toLocaleString('en')} records`),
      'Raw data: 1.0 MB read, 2,000 records',
      '',
    ]);
  });
});
