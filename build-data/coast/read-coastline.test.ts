import { describe, expect, it } from 'vitest';

import { CoastError, readCoastline } from './read-coastline.ts';

type Ring = [number, number][];

const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];
const read = (value: unknown): unknown => readCoastline(JSON.stringify(value));

describe('a coastline in GeoJSON', () => {
  it('is read from polygons in features, in collections and on their own', () => {
    const polygon = { type: 'Polygon', coordinates: [square(115, -32, 1)] };
    const rings = [square(115, -32, 1)];
    expect(read(polygon)).toEqual(rings);
    expect(read({ type: 'Feature', properties: null, geometry: polygon })).toEqual(rings);
    expect(read({ type: 'GeometryCollection', geometries: [polygon] })).toEqual(rings);
    const multiple = { type: 'MultiPolygon', coordinates: [[square(115, -32, 1)], [square(110, -32, 1)]] };
    const features = [
      { type: 'Feature', geometry: multiple },
      { type: 'Feature', geometry: null },
    ];
    expect(read({ type: 'FeatureCollection', features })).toEqual([...rings, square(110, -32, 1)]);
  });

  it('is joined from lines, in whatever direction they run', () => {
    const lines = [
      [
        [115, -32],
        [116, -32],
        [116, -31],
      ],
      [
        [115, -32],
        [115, -31],
        [116, -31],
      ],
    ];
    expect(read({ type: 'MultiLineString', coordinates: lines })).toEqual([
      [
        [115, -32],
        [116, -32],
        [116, -31],
        [115, -31],
        [115, -32],
      ],
    ]);
  });

  it.each([
    ['{"type":', 'notGeoJson', /JSON/],
    ['[]', 'notGeoJson', /without a type/],
    ['7', 'notGeoJson', /found 7/],
    ['{"type":"FeatureCollection"}', 'notGeoJson', /expected an array, found nothing/],
    ['{"type":"Polygon","coordinates":[7]}', 'notGeoJson', /expected an array, found 7/],
    ['{"type":"Point","coordinates":[115,-32]}', 'notACoast', /type "Point"/],
    ['{"type":"FeatureCollection","features":[]}', 'notACoast', /found no geometry/],
    ['{"type":"LineString","coordinates":[[115,-32],[116,-32]]}', 'coastNotClosed', /ends at 116.0000000,-32.0000000/],
    ['{"type":"Polygon","coordinates":[[[115,-32],[116,-32],[116,-31]]]}', 'coastNotClosed', /starts at 115, -32/],
    ['{"type":"Polygon","coordinates":[[[384512.3,6462000.1]]]}', 'coastNotInDegrees', /\[384512\.3,6462000\.1\]/],
    ['{"type":"Polygon","coordinates":[[["115",-32]]]}', 'coastNotInDegrees', /\["115",-32\]/],
    ['{"type":"Polygon","coordinates":[[[-32,80],[-31,80],[-31,81],[-32,80]]]}', 'coastElsewhere', /-32, 80, -31, 81/],
  ])('is refused with the reason: %s', (text, code, explanation) => {
    const refusal = (): unknown => {
      try {
        return readCoastline(text);
      } catch (error) {
        return error;
      }
    };
    expect(refusal()).toBeInstanceOf(CoastError);
    expect(refusal()).toMatchObject({ code, message: expect.stringMatching(explanation) as string });
  });
});
