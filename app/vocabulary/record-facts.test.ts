import { describe, expect, it } from 'vitest';

import { distanceInMetres, formatSize, numberInWords, recordedText, sizeInMetres } from './record-facts.ts';

describe('the facts of a record', () => {
  it.each([
    ['2.5m', 2.5, '2.5 m'],
    ['3.0m', 3, '3 m'],
    ['3m', 3, '3 m'],
    ['15.0m', 15, '15 m'],
    ['35.1m', null, '35.1m'],
    ['large', null, 'large'],
    ['Medium', null, 'medium'],
    ['234.0m', null, '234.0m'],
    ['0m', null, '0m'],
    ['-2m', null, '-2m'],
    ['2.5.1m', null, '2.5.1m'],
    ['', null, ''],
  ])('the size %j is %j metres, shown as %j', (size, metres, shown) => {
    expect(sizeInMetres(size)).toBe(metres);
    expect(formatSize(size)).toBe(shown);
  });

  it.each([
    ['300', 'm offshore', 300],
    ['1.001', 'km offshore', 1001],
    ['1', 'km', 1000],
    ['0', 'm', 0],
    ['300', '', null],
    ['', 'm offshore', null],
    ['near', 'm offshore', null],
    ['300', 'miles', null],
  ])('the distance %j with the unit %j is %j metres', (distance, unit, metres) => {
    expect(distanceInMetres(distance, unit)).toBe(metres);
  });

  it.each([
    ['1', ''],
    ['2  x', '2 animals'],
    ['2x', '2 animals'],
    ['school of', 'a school'],
    ['many', 'many'],
    ['', ''],
  ])('the number %j is shown as %j', (number, shown) => {
    expect(numberInWords(number)).toBe(shown);
  });

  it('a missing text, spaces and the text NULL are not recorded', () => {
    expect([null, ' ', 'NULL', ' NULL ', 'null', ' Circling '].map(recordedText)).toEqual([
      '',
      '',
      '',
      '',
      'null',
      'Circling',
    ]);
  });
});
