import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { columnChunkOf } from '../../../build-data/write/write-column-snapshot.ts';
import { coastalFeature, rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures } from '../../datasets/coastal-features.ts';
import { rawData } from '../../datasets/raw-data.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import { decodeColumnChunk, encodeColumnChunk } from './column-chunk.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const records = [
  rawDataRecord(9, 120, 115, -32, { LocationValue: 'Cottesloe' }),
  rawDataRecord(7, 61, 115, -32, { LocationValue: 'Cable Beach' }),
  rawDataRecord(8, 60, 115, -32, { LocationValue: 'Cottesloe' }),
];
const whole = decode(encodeColumnChunk(columnChunkOf(rawData, records)));

/** The piece with another value for one of its parts, which is named from the outside in. */
function changed(path: string, value: unknown): Uint8Array<ArrayBuffer> {
  const content = JSON.parse(whole) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce((object, name) => object[name] as Record<string, unknown>, content);
  expect(Object.keys(holder)).toContain(last);
  holder[last] = value;
  return encode(JSON.stringify(content));
}

describe('a damaged piece of an overview', () => {
  it.each([
    ['<!doctype html>', 'not JSON in UTF-8'],
    ['[]', 'not a JSON object'],
  ])('is refused when it is no JSON of an object: %s', (text, message) => {
    expect(() => decodeColumnChunk(rawData, encode(text))).toThrow(new MalformedBytesError(message));
  });

  it.each([
    ['format', 'else', 'not a column chunk'],
    ['version', 3, 'a column chunk of version 3, while this reader knows version 4'],
    ['records', '3', 'its number of records is missing'],
    ['records', -1, 'its number of records is missing'],
    ['records', 4, 'identifiers: 3 values, not 4'],
    ['identifiers', null, 'identifiers: not whole numbers'],
    ['identifiers', [7, 1], 'identifiers: 2 values, not 3'],
    ['identifiers', [7, 0, 1], 'identifiers: not in ascending order'],
    ['identifiers', [-1, 1, 1], 'identifiers: not in ascending order'],
    ['identifiers', [7, 0.5, 1], 'identifiers: not whole numbers'],
    ['identifiers', [7, 1, Number.MAX_SAFE_INTEGER], 'identifiers: too large a sum'],
    ['times', 0, 'times: missing'],
    ['times.minutes', [2, 1], 'minutes: 2 values, not 3'],
    ['times.seconds', [0], 'seconds: 1 values, not 3'],
    ['times.seconds', [0, 60, 0], 'seconds: 60 of a minute'],
    ['times.seconds', [0, -1, 0], 'seconds: -1 of a minute'],
    ['times.seconds', [0, '1', 0], 'seconds: not whole numbers'],
    ['times.minutes', [1e15, 1, 0], 'minutes: 1000000000000000 are in no year'],
    ['times.minutes', [-1e15, 1, 0], 'minutes: -1000000000000000 are in no year'],
    ['times.minutes', [Number.MAX_SAFE_INTEGER, 1, 0], 'minutes: too large a sum'],
    ['combinations', [0, 0], 'combinations: 2 values, not 3'],
    ['combinations', {}, 'combinations: not whole numbers'],
    ['combinations', [0, 0, 3], 'combinations: 3 of 2 distinct values so far'],
    ['places', [], 'places: missing'],
    ['places.at', [0], 'places: 1 values, not 2'],
    ['places.names', ['Cottesloe'], 'places: 1 values, not 2'],
    ['places.names', ['Cottesloe', 7], 'places: not texts'],
    [
      'places.longitudes',
      [
        [1, 1],
        [1, 1],
      ],
      'longitudes: not a column for each of 1 points',
    ],
    ['places.longitudes', [[115]], 'longitudes: 1 values, not 2'],
    ['places.longitudes', [[115, 180.5]], 'longitudes: 180.5 is out of range'],
    ['places.latitudes', [[-91, 0]], 'latitudes: -91 is out of range'],
    ['places.latitudes', [['-32', 0]], 'latitudes: NaN is out of range'],
    ['places.latitudes', [7], 'latitudes: not a column'],
    ['texts', null, 'InteractionValue: missing'],
    ['texts.OwnerValue', undefined, 'OwnerValue: missing'],
    ['texts.OwnerValue.values', ['x', 'y'], 'OwnerValue: 2 values, not 1'],
    ['texts.OwnerValue.values', [{}], 'OwnerValue: not texts'],
    ['texts.OwnerValue.at', [0, 2], 'OwnerValue: 2 of 1 distinct values so far'],
  ] as [string, unknown, string][])('with %s %j is refused in words: %s', (path, value, message) => {
    expect(() => decodeColumnChunk(rawData, changed(path, value))).toThrow(new MalformedBytesError(message));
  });

  it.each([
    [undefined, 'rows: not whole numbers'],
    [[0], 'rows: 1 values, not 2'],
    [[1, 0], 'rows: 1 does not exist or occurs twice'],
    [[1, 1], 'rows: 2 does not exist or occurs twice'],
    [[-1, 1], 'rows: -1 does not exist or occurs twice'],
  ])('is refused when the rows of a list by name are %j', (rows, message) => {
    const features = [2, 1].map((id) => coastalFeature(id, `${id} Mile Reef`, [115, -32], [115, -32]));
    const content = JSON.parse(decode(encodeColumnChunk(columnChunkOf(coastalFeatures, features)))) as object;
    expect(content).toHaveProperty('rows', [0, 1]);
    expect(() => decodeColumnChunk(coastalFeatures, encode(JSON.stringify({ ...content, rows })))).toThrow(
      new MalformedBytesError(message),
    );
  });

  it.each([
    { differences: [0.5], decimals: 1, message: 'longitudes: not whole numbers' },
    { differences: [1, 2], decimals: 1, message: 'longitudes: 2 values, not 1' },
    { differences: [1], decimals: null, message: 'longitudes: not whole numbers' },
    { differences: [1], decimals: 10, message: 'longitudes: 10 decimals' },
    { differences: [1], decimals: -1, message: 'longitudes: -1 decimals' },
    { differences: [100], decimals: 0, message: 'longitudes: 215 is out of range' },
  ])('is refused when a point lies $differences from another, in $decimals decimals', ({ message, ...column }) => {
    const piece = columnChunkOf(coastalFeatures, [coastalFeature(1, 'Cable', [115, -32], [115, -32])]);
    const content = JSON.parse(decode(encodeColumnChunk(piece))) as { places: object };
    const damaged = { ...content, places: { ...content.places, longitudes: [[115], column] } };
    expect(() => decodeColumnChunk(coastalFeatures, encode(JSON.stringify(damaged)))).toThrow(
      new MalformedBytesError(message),
    );
  });

  it('is met with a MalformedBytesError, or read, whatever JSON stands in place of a part', () => {
    const ofRecords = ['records', 'identifiers', 'times.minutes', 'times.seconds'];
    const ofPlaces = ['combinations', 'places.at', 'places.names', 'places.longitudes', 'places.latitudes'];
    const forms = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.oneof(fc.integer(), fc.double(), fc.jsonValue()), { minLength: 1, maxLength: 3 }),
      fc.array(fc.array(fc.double(), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 1 }),
    );
    const paths = fc.constantFrom(...ofRecords, ...ofPlaces, 'texts.ObjectId', 'texts.ObjectId.at');
    fc.assert(
      fc.property(paths, forms, (path, form) => {
        try {
          expect(decodeColumnChunk(rawData, changed(path, form)).records).toBe(3);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytesError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
