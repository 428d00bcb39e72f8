import fc from 'fast-check';
import Flatbush from 'flatbush';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from './bytes.ts';
import { decodeFlatbush, encodeFlatbush } from './flatbush-file.ts';

const coordinates = fc.tuple(
  fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 180, 0, 115.75)),
  fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, -31.99)),
);
const lists = fc.array(coordinates, { minLength: 1, maxLength: 400 });

function encode(points: readonly (readonly [number, number])[]): Uint8Array<ArrayBuffer> {
  const bytes = encodeFlatbush(
    points.map(([longitude]) => longitude),
    points.map(([, latitude]) => latitude),
  );
  if (!bytes) throw new Error('there are no points');
  return bytes;
}

describe('a stored Flatbush index', () => {
  it('restores every point exactly', () => {
    fc.assert(
      fc.property(lists, (points) => {
        const { longitudes, latitudes, slotOf } = decodeFlatbush(encode(points));
        expect(longitudes).toHaveLength(points.length);
        expect(Array.from(slotOf, (slot) => [longitudes[slot], latitudes[slot]])).toEqual(points);
      }),
    );
  });

  it('is opened by Flatbush, which finds what a scan of the points finds', () => {
    fc.assert(
      fc.property(lists, coordinates, coordinates, (points, one, other) => {
        const [west, east] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
        const [south, north] = [Math.min(one[1], other[1]), Math.max(one[1], other[1])];
        const found = Flatbush.from(encode(points).buffer).search(west, south, east, north);
        const scanned = points.flatMap(([longitude, latitude], point) =>
          longitude >= west && longitude <= east && latitude >= south && latitude <= north ? [point] : [],
        );
        expect(found.sort((a, b) => a - b)).toEqual(scanned);
      }),
    );
  });

  it('is refused when it is truncated, of another type, or out of range', () => {
    const bytes = encode([
      [115.75, -31.99],
      [115.7, -32],
    ]);
    expect(() => decodeFlatbush(bytes.slice(0, 40))).toThrow(MalformedBytesError);
    expect(() => decodeFlatbush(new Uint8Array(0))).toThrow(MalformedBytesError);
    expect(() => decodeFlatbush(new TextEncoder().encode('<!doctype html><title>Not found</title>'))).toThrow(
      'not a Flatbush index',
    );
    expect(() => decodeFlatbush(encode([[115.75, 91]]))).toThrow('91 degrees are out of range');
    const floatIndex = new Flatbush(1, 16, Float32Array);
    floatIndex.add(115.75, -31.99);
    floatIndex.finish();
    expect(() => decodeFlatbush(new Uint8Array(floatIndex.data as ArrayBuffer))).toThrow('not doubles');
  });
});
