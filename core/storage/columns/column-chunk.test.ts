import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { coastalFeatures } from '../../datasets/coastal-features.ts';
import type { DatasetDescription } from '../../datasets/dataset-description.ts';
import { rawData } from '../../datasets/raw-data.ts';
import { dateTimeToSeconds } from '../../datasets/recorded-time.ts';
import { type ColumnChunk, decodeColumnChunk, encodeColumnChunk, isColumnChunk } from './column-chunk.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

interface Row {
  readonly identifier: number;
  readonly seconds: number;
  readonly place: { readonly name: string | null; readonly degrees: readonly (readonly [number, number])[] };
  readonly texts: readonly (string | null)[];
}

/** A piece of rows in list order, its distinct places and texts numbered as they come. */
function pieceOf(dataset: DatasetDescription, rows: readonly Row[]): ColumnChunk {
  const placesOfRows = rows.map(({ place }) => JSON.stringify(place));
  const places = [...new Set(placesOfRows)];
  const distinctPlaces = places.map((place) => JSON.parse(place) as Row['place']);
  const texts = dataset.columnSnapshot.texts.map(({ field }, index) => {
    const textsOfRows = rows.map((row) => row.texts[index] ?? null);
    const values = [...new Set(textsOfRows)];
    return [field, { values, codes: Uint32Array.from(textsOfRows, (text) => values.indexOf(text)) }] as const;
  });
  const degrees = (axis: 0 | 1): Float64Array =>
    Float64Array.from(distinctPlaces.flatMap((place) => place.degrees.map((point) => point[axis])));
  return {
    records: rows.length,
    identifiers: Float64Array.from(rows, ({ identifier }) => identifier),
    seconds: dataset === rawData ? Float64Array.from(rows, ({ seconds }) => seconds) : undefined,
    locations: {
      names: distinctPlaces.map(({ name }) => name),
      pointsPerLocation: dataset.positions.length,
      longitudes: degrees(0),
      latitudes: degrees(1),
    },
    locationOf: Uint32Array.from(placesOfRows, (place) => places.indexOf(place)),
    texts: Object.fromEntries(texts),
  };
}

/** What a piece tells of each record, however its places and texts are numbered. */
function rowsOfPiece({ records, identifiers, seconds, locations, locationOf, texts }: ColumnChunk): Row[] {
  const { names, pointsPerLocation, longitudes, latitudes } = locations;
  return Array.from({ length: records }, (_, row) => {
    const place = locationOf[row] ?? Number.NaN;
    const points = Array.from({ length: pointsPerLocation }, (_, point) => place * pointsPerLocation + point);
    return {
      identifier: identifiers[row] ?? Number.NaN,
      seconds: seconds?.[row] ?? 0,
      place: {
        name: names[place] ?? null,
        degrees: points.map((point) => [longitudes[point] ?? Number.NaN, latitudes[point] ?? Number.NaN]),
      },
      texts: Object.values(texts).map(({ values, codes }) => values[codes[row] ?? Number.NaN] ?? null),
    };
  });
}

const texts = fc.option(
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'NULL', 'a', 'b', '"', '\\', '\n', '🦈', '__proto__')),
);
/** JSON has no minus zero, nor has a published record. */
const degrees = (limit: number): fc.Arbitrary<number> =>
  fc
    .oneof(
      fc.constantFrom(-limit, limit, 0, 5e-324, limit / 3),
      fc.integer({ min: -limit * 1e4, max: limit * 1e4 }).map((number) => number / 1e4),
      fc.double({ min: -limit, max: limit, noNaN: true }),
    )
    .map((value) => value + 0);
const points = fc.tuple(degrees(180), degrees(90));
const rowsOf = (dataset: DatasetDescription): fc.Arbitrary<Row[]> => {
  const pointsPerLocation = dataset.positions.length;
  const few = <Value>(values: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
    fc.array(values, { minLength: 1, maxLength: 6 });
  const place = fc.record({
    name: texts,
    degrees: fc.array(points, { minLength: pointsPerLocation, maxLength: pointsPerLocation }),
  });
  return fc
    .tuple(
      fc.uniqueArray(fc.oneof(fc.constantFrom(0, Number.MAX_SAFE_INTEGER), fc.maxSafeNat()), { maxLength: 40 }),
      fc.array(
        fc.integer({ min: dateTimeToSeconds('0000-01-01T00:00:00'), max: dateTimeToSeconds('9999-12-31T23:59:59') }),
      ),
      few(place),
      few(fc.array(texts, { minLength: 4, maxLength: 4 })),
      fc.infiniteStream(fc.nat()),
    )
    .map(([identifiers, times, places, textsOfRows, choices]) => {
      const pick = <Value>(values: readonly Value[]): Value => {
        const value = values[Number(choices.next().value) % values.length];
        if (value === undefined) throw new RangeError('there is nothing to pick');
        return value;
      };
      return identifiers
        .map((identifier) => ({
          identifier,
          seconds: times.length === 0 ? 0 : pick(times),
          place: pick(places),
          texts: pick(textsOfRows),
        }))
        .sort((a, b) => (dataset === rawData ? b.seconds - a.seconds || a.identifier - b.identifier : 0));
    });
};

describe('a piece of an overview', () => {
  it.each([rawData, coastalFeatures] as DatasetDescription[])(
    'of $name gives back every identifier, time, place and text, doubles to the bit',
    (dataset) => {
      fc.assert(
        fc.property(rowsOf(dataset), (rows) => {
          const piece = pieceOf(dataset, rows);
          const bytes = encodeColumnChunk(piece);
          const decoded = decodeColumnChunk(dataset, bytes);
          expect(Object.keys(decoded.texts)).toEqual(Object.keys(piece.texts));
          expect(rowsOfPiece(decoded)).toEqual(rowsOfPiece(piece));
          expect(encodeColumnChunk(decoded)).toEqual(bytes);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('may be empty', () => {
    const piece = pieceOf(rawData, []);
    expect(decodeColumnChunk(rawData, encodeColumnChunk(piece))).toEqual(piece);
  });

  it('is told from other files by how it begins', () => {
    expect(isColumnChunk(encodeColumnChunk(pieceOf(rawData, [])))).toBe(true);
    expect(isColumnChunk(encode('{"format":"coastwatch-columns","version":4}'))).toBe(false);
    expect(isColumnChunk(new Uint8Array())).toBe(false);
  });

  it('goes by identifiers, and leaves the order of the list to the reader', () => {
    const rows = [row(9, 120, 'Cottesloe'), row(7, 61, 'Cable Beach'), row(8, 61, 'Cottesloe')];
    const content = JSON.parse(decode(encodeColumnChunk(pieceOf(rawData, rows)))) as object;
    expect(content).toMatchObject({
      identifiers: [7, 1, 1],
      times: { minutes: [1, 0, 1], seconds: [1, 1, 0] },
      combinations: [0, 0, 1],
      places: { names: ['Cable Beach', 'Cottesloe'] },
    });
    expect(content).not.toHaveProperty('rows');
  });

  it('tells the order of a list that goes by name with steps of one where code units agree', () => {
    const features = [row(4, 0, 'Ocean'), row(3, 0, 'eagle'), row(9, 0, 'Cable'), row(2, 0, 'Back'), row(5, 0, 'Back')];
    const rows = features.map((one) => ({
      ...one,
      place: { ...one.place, degrees: [one.place.degrees, one.place.degrees].flat() },
    }));
    const content = JSON.parse(decode(encodeColumnChunk(pieceOf(coastalFeatures, rows)))) as object;
    // By code units: eagle, Ocean, Cable, and the two of one name in ascending order of their identifiers.
    expect(content).toMatchObject({ identifiers: [2, 1, 1, 1, 4], rows: [1, -1, 2, 1, 1] });
  });

  it('is not written when records with times are not in list order', () => {
    const late = row(7, 120, 'Cable Beach');
    const early = row(8, 60, 'Cable Beach');
    const wrong = [pieceOf(rawData, [early, late]), pieceOf(rawData, [{ ...early, seconds: 120 }, late])];
    for (const piece of wrong) expect(() => encodeColumnChunk(piece)).toThrow(RangeError);
  });

  it('tells how far an offshore point lies from the inshore one, where that is exact', () => {
    const inshore = [115.5, -32] as const;
    const near = { name: 'Cable', degrees: [inshore, [115.4894, -32.001]] as const };
    const piece = pieceOf(coastalFeatures, [{ identifier: 1, seconds: 0, place: near, texts: [null, null] }]);
    const { places } = JSON.parse(decode(encodeColumnChunk(piece))) as { places: Record<string, unknown> };
    expect(places['longitudes']).toEqual([[115.5], { decimals: 4, differences: [-106] }]);
    expect(places['latitudes']).toEqual([[-32], { decimals: 3, differences: [-1] }]);
    const third = { name: 'Cable', degrees: [inshore, [115 + 1 / 3, -32]] as const };
    const other = pieceOf(coastalFeatures, [{ identifier: 1, seconds: 0, place: third, texts: [null, null] }]);
    expect(decode(encodeColumnChunk(other))).toContain(`"longitudes":[[115.5],[${115 + 1 / 3}]]`);
  });
});

function row(identifier: number, seconds: number, name: string): Row {
  return { identifier, seconds, place: { name, degrees: [[115, -32]] }, texts: ['sighted', 'tiger', 'x', null] };
}
