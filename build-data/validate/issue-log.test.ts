import { expect, test } from 'vitest';
import { examplesPerKind, IssueLog } from './issue-log.ts';
import { escapeText, showValue } from '../format-text.ts';

test('a million issues of one kind keep no more than the first few', () => {
  const issues = new IssueLog();
  for (let number = 1; number <= 1_000_000; number++) {
    issues.add('outOfRange', 'RawData', 'a.csv', { place: { unit: 'row', number }, value: number });
  }
  expect(issues.groups).toHaveLength(1);
  expect(issues.groups[0]?.total).toBe(1_000_000);
  expect(issues.groups[0]?.examples.map(({ value }) => value)).toEqual(
    Array.from({ length: examplesPerKind }, (_, index) => String(index + 1)),
  );
});

test('warnings alone do not refuse the data, one fault does', () => {
  const issues = new IssueLog();
  expect(issues.refused).toBe(false);
  issues.add('toleratedNull', 'RawData', 'a.csv');
  expect(issues.refused).toBe(false);
  issues.add('emptyFile', 'CoastalFeatures', 'b.csv');
  expect(issues.refused).toBe(true);
  expect([issues.faultCount, issues.warningCount, issues.totalOf('emptyFile')]).toEqual([1, 1, 1]);
});

test('each file keeps first issues of its own', () => {
  const issues = new IssueLog();
  for (let count = 0; count < 20; count++) issues.add('raggedRow', 'RawData', 'a.csv');
  issues.add('raggedRow', 'CoastalFeatures', 'b.csv');
  expect(issues.groups.map(({ location, total }) => [location, total])).toEqual([
    ['a.csv', 20],
    ['b.csv', 1],
  ]);
});

test('values are shown on one short line, without anything a terminal would obey', () => {
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
