import { describe, expect, test } from 'vitest';

import { rawData } from '../../core/datasets/datasets.ts';
import { escapeText, showValue } from '../format-text.ts';
import { closestName, compareNames } from '../read/record-sink.ts';
import { causesPerKind, IssueLog } from './issues.ts';
import { dateTimeFault } from './record-validator.ts';

const names = rawData.fields.map((field) => field.name);

describe('the fault of a date and time', () => {
  test.each([
    ['2021-07-31T00:13:00', undefined],
    ['1800-01-01T00:00:00', undefined],
    ['9999-12-31T23:59:59', undefined],
    ['2020-02-29T12:00:00', undefined],
    ['2000-02-29T12:00:00', undefined],
    ['1900-02-29T12:00:00', 'impossibleDateTime'],
    ['2021-02-30T12:00:00', 'impossibleDateTime'],
    ['2021-04-31T12:00:00', 'impossibleDateTime'],
    ['2021-00-10T12:00:00', 'impossibleDateTime'],
    ['2021-13-10T12:00:00', 'impossibleDateTime'],
    ['2021-01-00T12:00:00', 'impossibleDateTime'],
    ['2021-01-01T24:00:00', 'impossibleDateTime'],
    ['2021-01-01T23:60:00', 'impossibleDateTime'],
    ['2021-01-01T23:59:60', 'impossibleDateTime'],
    ['0001-01-01T00:00:00', 'impossibleDateTime'],
    ['2021-01-01T00:00:00Z', 'dateTimeWithOffset'],
    ['2021-01-01T00:00:00+08:00', 'dateTimeWithOffset'],
    ['2021-01-01T00:00:00.000-0800', 'dateTimeWithOffset'],
    ['2021-01-01 00:00:00Z', 'dateTimeWithOffset'],
    ['2021-01-01 00:00:00.000+00', 'dateTimeWithOffset'],
    ['2021-01-01 00:00:00 UTC', 'dateTimeWithOffset'],
    ['2021-01-01 00:00:00 AWST', 'dateTimeWithOffset'],
    ['2021-01-01T00:00', 'malformedDateTime'],
    ['2021-01-01', 'malformedDateTime'],
    ['2021-1-1T00:00:00', 'malformedDateTime'],
    ['2021-01-01T00:00:00.5', 'malformedDateTime'],
    ['2021-01-01T00:00:00\n', 'malformedDateTime'],
    ['12021-01-01T00:00:00', 'malformedDateTime'],
    ['NULL', 'malformedDateTime'],
    ['', 'malformedDateTime'],
  ])('%j is %s', (text, fault) => {
    expect(dateTimeFault(text)).toBe(fault);
  });
});

describe('a column name', () => {
  test.each([
    ['rawdataid', 'RawDataId'],
    [' RawDataId ', 'RawDataId'],
    ['Raw_Data_Id', 'RawDataId'],
    ['SightingDatetime', 'SightingDateTime'],
    ['SightingNumberValue', 'SightingNumbervalue'],
    ['SightingSpecisValue', 'SightingSpeciesValue'],
    ['Colour', undefined],
    ['X', undefined],
    ['', undefined],
  ])('%j is recognised as a misspelling of %s', (name, expected) => {
    expect(closestName(name, names)).toBe(expected);
  });

  test('is not suggested for an unknown column if it is the name of another column', () => {
    expect(compareNames([...names, 'Locationx'], names)).toEqual({ missing: [], misnamed: [], unknown: ['Locationx'] });
  });
});

test('issues of one kind are counted by cause, with the first few of each, in bounded memory', () => {
  const issues = new IssueLog();
  for (let number = 1; number <= 20_000; number++) {
    const position = { unit: 'row', number } as const;
    issues.add('outOfRange', 'RawData', 'a.csv', { position, field: number % 4 === 0 ? 'LocationX' : 'LocationY' });
    issues.add('raggedRow', 'RawData', 'a.csv', { position, explanation: number < 9 ? '1 cell' : '2 cells' });
    issues.add('unknownColumn', 'RawData', 'a.csv', { position, field: `x${String(number)}` });
  }
  const [outOfRange, raggedRow, unknownColumn] = issues.groups;
  expect(outOfRange?.causes.map(({ name, total }) => [name, total])).toEqual([
    ['LocationY', 15_000],
    ['LocationX', 5000],
  ]);
  expect(outOfRange?.examples.map(({ place }) => place?.number)).toEqual([1, 2, 3, 5, 6, 4, 8, 12, 16, 20]);
  expect(raggedRow?.causes.map(({ name, total }) => [name, total])).toEqual([
    ['1 cell', 8],
    ['2 cells', 19_992],
  ]);
  expect([unknownColumn?.total, unknownColumn?.causes.length]).toEqual([20_000, causesPerKind]);
});

test('values are shown on one short line, without control characters', () => {
  expect(showValue('a\nb\r\t\0\u001b[31m\u202e\u00a0é😀')).toBe('"a\\nb\\r\\t\\u{0}\\u{1b}[31m\\u{202e}\\u{a0}é😀"');
  expect(showValue('x'.repeat(500))).toBe(`"${'x'.repeat(80)}…"`);
  expect([null, undefined, 1.5, true, [], {}].map(showValue)).toEqual([
    'null',
    'nothing',
    '1.5',
    'true',
    'an array',
    'an object',
  ]);
  expect(escapeText('\ud800')).toBe('\\u{d800}');
});
