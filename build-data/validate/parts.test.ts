import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawData } from '../../core/datasets/raw-data.ts';
import { closestName, compareNames } from '../read/field-names.ts';
import { dateTimeFault } from './record-schema.ts';
import { IdentifierPositions } from './record-validator.ts';

const names = rawData.fields.map((field) => field.name);

describe('dates', () => {
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
    ['2021-01-01 00:00:00', 'malformedDateTime'],
    ['2021-01-01T00:00', 'malformedDateTime'],
    ['2021-01-01', 'malformedDateTime'],
    ['2021-1-1T00:00:00', 'malformedDateTime'],
    ['2021-01-01T00:00:00.5', 'malformedDateTime'],
    ['2021-01-01T00:00:00\n', 'malformedDateTime'],
    ['12021-01-01T00:00:00', 'malformedDateTime'],
    ['NULL', 'malformedDateTime'],
    ['', 'malformedDateTime'],
  ])('%j: %s', (text, fault) => {
    expect(dateTimeFault(text)).toBe(fault);
  });
});

describe('names', () => {
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
  ])('"%s" is meant for %s', (name, expected) => {
    expect(closestName(name, names)).toBe(expected);
  });

  test('a name that is there is not suggested for another one', () => {
    expect(compareNames([...names, 'Locationx'], names)).toEqual({ missing: [], misnamed: [], unknown: ['Locationx'] });
  });
});

test('identifier places are those of a Map, for any identifiers', () => {
  const identifier = fc.oneof(
    fc.nat(50),
    fc.nat(),
    fc.maxSafeNat(),
    fc.nat(5000).map((n) => n * 2 ** 32),
  );
  fc.assert(
    fc.property(fc.array(identifier, { maxLength: 5000, size: 'max' }), (identifiers) => {
      const places = new IdentifierPositions();
      const expected = new Map<number, number>();
      identifiers.forEach((value, index) => {
        expect(places.note(value, index + 1)).toBe(expected.get(value));
        if (!expected.has(value)) expected.set(value, index + 1);
      });
    }),
  );
});
