import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rawDataRecord } from '../../../build-data/write/testing/stored-dataset.ts';
import { columnChunkOfRecords } from '../../../build-data/write/testing/column-records.ts';
import type { DatasetDescription } from '../../datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../datasets/datasets.ts';
import { dateTimeToSeconds } from '../../datasets/recorded-time.ts';
import { DistinctPoints } from '../../geo/distinct-points.ts';
import { MalformedBytesError } from '../format/bytes.ts';
import { type ColumnChunk, decodeColumnChunk, encodeColumnChunk } from './column-chunk.ts';
import { writeIntegers } from './json-columns.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Row {
  readonly identifier: number;
  readonly seconds: number;
  readonly location: { readonly name: string | null; readonly points: readonly number[] };
  readonly texts: readonly (string | null)[];
}

/** A chunk of rows in list order. Its distinct locations and texts are numbered in order of first occurrence. */
function createChunk(dataset: DatasetDescription, rows: readonly Row[]): ColumnChunk {
  const locationTexts = rows.map(({ location }) => JSON.stringify(location));
  const distinctTexts = [...new Set(locationTexts)];
  const distinctLocations = distinctTexts.map((text) => JSON.parse(text) as Row['location']);
  const texts = dataset.columns.texts.map(({ field }, index) => {
    const textsOfRows = rows.map((row) => row.texts[index] ?? null);
    const values = [...new Set(textsOfRows)];
    return [field, { values, codes: Uint32Array.from(textsOfRows, (text) => values.indexOf(text)) }] as const;
  });
  return {
    records: rows.length,
    identifiers: Float64Array.from(rows, ({ identifier }) => identifier),
    seconds: dataset === rawData ? Float64Array.from(rows, ({ seconds }) => seconds) : undefined,
    locations: {
      names: distinctLocations.map(({ name }) => name),
      pointsPerLocation: dataset.positions.length,
      points: Uint32Array.from(distinctLocations.flatMap(({ points }) => points)),
    },
    locationOf: Uint32Array.from(locationTexts, (text) => distinctTexts.indexOf(text)),
    texts: Object.fromEntries(texts),
  };
}

/** The content of a chunk, independent of how its locations and texts are numbered. */
function toRows({ records, identifiers, seconds, locations, locationOf, texts }: ColumnChunk): Row[] {
  const { names, pointsPerLocation, points } = locations;
  return Array.from({ length: records }, (_, row) => {
    const location = locationOf[row] ?? Number.NaN;
    return {
      identifier: identifiers[row] ?? Number.NaN,
      seconds: seconds?.[row] ?? 0,
      location: {
        name: names[location] ?? null,
        points: Array.from(points.subarray(location * pointsPerLocation, (location + 1) * pointsPerLocation)),
      },
      texts: Object.values(texts).map(({ values, codes }) => values[codes[row] ?? Number.NaN] ?? null),
    };
  });
}

const texts = fc.option(
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'NULL', 'a', 'b', '"', '\\', '\n', '🦈', '__proto__')),
);
const points = fc.oneof(fc.nat(5), fc.constantFrom(2 ** 32 - 1), fc.nat());
const arbitraryRows = (dataset: DatasetDescription): fc.Arbitrary<Row[]> => {
  const pointsPerLocation = dataset.positions.length;
  const few = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
    fc.array(values, { minLength: 1, maxLength: 6 });
  const location = fc.record({
    name: texts,
    points: fc.array(points, { minLength: pointsPerLocation, maxLength: pointsPerLocation }),
  });
  return fc
    .tuple(
      fc.uniqueArray(fc.oneof(fc.constantFrom(0, Number.MAX_SAFE_INTEGER), fc.maxSafeNat()), { maxLength: 40 }),
      fc.array(
        fc.integer({ min: dateTimeToSeconds('0000-01-01T00:00:00'), max: dateTimeToSeconds('9999-12-31T23:59:59') }),
      ),
      few(location),
      few(fc.array(texts, { minLength: 4, maxLength: 4 })),
      fc.infiniteStream(fc.nat()),
    )
    .map(([identifiers, times, locations, textsOfRows, choices]) => {
      const pick = <Value>(values: readonly Value[]): Value => {
        const value = values[Number(choices.next().value) % values.length];
        if (value === undefined) throw new RangeError('there is nothing to pick');
        return value;
      };
      return identifiers
        .map((identifier) => ({
          identifier,
          seconds: times.length === 0 ? 0 : pick(times),
          location: pick(locations),
          texts: pick(textsOfRows),
        }))
        .sort((a, b) => (dataset === rawData ? b.seconds - a.seconds || a.identifier - b.identifier : 0));
    });
};

describe('a column chunk', () => {
  it.each([rawData, coastalFeatures] as DatasetDescription[])(
    'of $name restores every identifier, time, location and text exactly',
    (dataset) => {
      fc.assert(
        fc.property(arbitraryRows(dataset), (rows) => {
          const chunk = createChunk(dataset, rows);
          const bytes = encodeColumnChunk(chunk);
          const decoded = decodeColumnChunk(dataset, bytes);
          expect(Object.keys(decoded.texts)).toEqual(Object.keys(chunk.texts));
          expect(toRows(decoded)).toEqual(toRows(chunk));
          expect(encodeColumnChunk(decoded)).toEqual(bytes);
        }),
        { numRuns: sizeOf(300) },
      );
    },
  );

  it('is in order of identifiers, and does not store the order of times', () => {
    const rows = [row(9, 120, 'Cottesloe'), row(7, 61, 'Cable Beach'), row(8, 61, 'Cottesloe')];
    const content = JSON.parse(decode(encodeColumnChunk(createChunk(rawData, rows)))) as object;
    expect(content).toMatchObject({
      identifiers: writeIntegers([7, 1, 1]),
      times: { minutes: writeIntegers([1, 0, 1]), seconds: writeIntegers([1, 1, 0]) },
      combinations: writeIntegers([0, 0, 1]),
      locations: { names: ['Cable Beach', 'Cottesloe'] },
    });
    expect(content).not.toHaveProperty('rows');
  });
});

function row(identifier: number, seconds: number, name: string): Row {
  return { identifier, seconds, location: { name, points: [0] }, texts: ['sighted', 'tiger', 'x', null] };
}

const records = [
  rawDataRecord(9, 120, 115, -32, { LocationValue: 'Cottesloe' }),
  rawDataRecord(7, 61, 115, -32, { LocationValue: 'Cable Beach' }),
  rawDataRecord(8, 60, 115, -32, { LocationValue: 'Cottesloe' }),
];
const whole = decode(encodeColumnChunk(columnChunkOfRecords(rawData, records, new DistinctPoints())));

/** The chunk with one part, given by its path, replaced. */
function changed(path: string, value: unknown): Uint8Array<ArrayBuffer> {
  const content = JSON.parse(whole) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((object, name) => object[name] as Record<string, unknown>, content);
  expect(Object.keys(parent)).toContain(last);
  parent[last] = value;
  return encode(JSON.stringify(content));
}

describe('a damaged column chunk', () => {
  it.each([
    ['<!doctype html>', 'not JSON in UTF-8'],
    ['[]', 'not a JSON object'],
  ])('is refused when it is not a JSON object: %s', (text, message) => {
    expect(() => decodeColumnChunk(rawData, encode(text))).toThrow(new MalformedBytesError(message));
  });

  it.each([
    ['format', 'else', 'not a column chunk'],
    ['version', 3, 'a column chunk of version 3, while this reader knows version 11'],
    ['records', '3', 'its number of records is missing or invalid'],
  ] as [string, unknown, string][])('with %s %j is refused with the message: %s', (path, value, message) => {
    expect(() => decodeColumnChunk(rawData, changed(path, value))).toThrow(new MalformedBytesError(message));
  });

  it('is read or refused with a MalformedBytesError, whatever JSON replaces a part', () => {
    const recordParts = ['records', 'identifiers', 'times.minutes', 'times.seconds'];
    const locationParts = ['combinations', 'locations.at', 'locations.names', 'locations.points'];
    const replacements = fc.oneof(
      fc.jsonValue(),
      fc.array(fc.maxSafeInteger(), { minLength: 1, maxLength: 3 }).map(writeIntegers),
      fc.base64String(),
      fc.array(fc.oneof(fc.integer(), fc.double(), fc.jsonValue()), { minLength: 1, maxLength: 3 }),
      fc.array(fc.array(fc.double(), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 1 }),
    );
    const paths = fc.constantFrom(...recordParts, ...locationParts, 'texts.ObjectId', 'texts.ObjectId.at');
    fc.assert(
      fc.property(paths, replacements, (path, replacement) => {
        try {
          expect(decodeColumnChunk(rawData, changed(path, replacement)).records).toBe(3);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytesError);
        }
      }),
      { numRuns: sizeOf(2000) },
    );
  });
});
