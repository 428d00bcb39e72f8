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
const refusalOf = (text: string): unknown => {
  try {
    return readCoastline(text);
  } catch (error) {
    return error;
  }
};

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
    ['{"type":"Polygon","coordinates":[[[1e400,0]]]}', 'notFinite', /found the position \[Infinity,0\]/],
    ['{"type":"Polygon","coordinates":[[["115",-32]]]}', 'coastNotInDegrees', /\["115",-32\]/],
    ['{"type":"Polygon","coordinates":[[[-32,80],[-31,80],[-31,81],[-32,80]]]}', 'coastElsewhere', /-32, 80, -31, 81/],
  ])('is refused with the reason: %s', (text, code, explanation) => {
    expect(refusalOf(text)).toBeInstanceOf(CoastError);
    expect(refusalOf(text)).toMatchObject({ code, message: expect.stringMatching(explanation) as string });
  });

  it('may start with a byte order mark', () => {
    const text = JSON.stringify({ type: 'Polygon', coordinates: [square(115, -32, 1)] });
    expect(readCoastline(`\ufeff${text}`)).toEqual([square(115, -32, 1)]);
  });

  it('keeps the order of its rings, in whatever collections they are', () => {
    const polygon = (west: number): unknown => ({ type: 'Polygon', coordinates: [square(west, -32, 1)] });
    const collection = (...geometries: unknown[]): unknown => ({ type: 'GeometryCollection', geometries });
    const geometries = [collection(polygon(113), collection(polygon(115))), polygon(117), collection(polygon(119))];
    const features = geometries.map((geometry) => ({ type: 'Feature', geometry }));
    expect(read({ type: 'FeatureCollection', features })).toEqual(
      [113, 115, 117, 119].map((west) => square(west, -32, 1)),
    );
  });

  it('may nest collections to any depth', () => {
    const polygon = JSON.stringify({ type: 'Polygon', coordinates: [square(115, -32, 1)] });
    const text = `${'{"type":"GeometryCollection","geometries":['.repeat(20_000)}${polygon}${']}'.repeat(20_000)}`;
    expect(readCoastline(text)).toEqual([square(115, -32, 1)]);
  });

  it('is refused when its positions are nested arrays, however deep', () => {
    const text = `{"type":"LineString","coordinates":[${'['.repeat(20_000)}${']'.repeat(20_000)}]}`;
    expect(refusalOf(text)).toMatchObject({ code: 'coastNotInDegrees', message: 'found the position [an array]' });
  });

  it('may have more lines than a function can have arguments', () => {
    const line = square(115, -32, 1);
    const lines = Array.from({ length: 150_000 }, () => line);
    expect(read({ type: 'MultiLineString', coordinates: lines })).toHaveLength(lines.length);
  });

  describe('in features', () => {
    const featuresOf = (geometry: unknown, id?: unknown): unknown => ({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: null },
        { type: 'Feature', id, geometry },
      ],
    });

    it.each([
      [{ type: 'Point', coordinates: [115, -32] }, undefined, 'feature 2: found a geometry of type "Point"'],
      [{ type: 'Point', coordinates: [115, -32] }, 'coast.7', 'feature 2 (id "coast.7"): found a geometry of'],
      [{ type: 'Point', coordinates: [115, -32] }, 7, 'feature 2 (id 7): found a geometry of'],
      [{ type: 'LineString', coordinates: [[1e6, 0]] }, undefined, 'feature 2: found the position [1000000,0]'],
      [{ type: 'MultiLineString', coordinates: [[], 3] }, undefined, 'feature 2, line 2: expected an array, found 3'],
      [
        { type: 'Polygon', coordinates: [square(115, -32, 1), [[1e6, 0]]] },
        undefined,
        'feature 2, ring 2: found the position [1000000,0]',
      ],
      [
        { type: 'MultiPolygon', coordinates: [[square(115, -32, 1)], [square(115, -32, 1).slice(1)]] },
        undefined,
        'feature 2, polygon 2, ring 1: the ring that starts at 116, -32',
      ],
      [
        { type: 'LineString', coordinates: square(115, -32, 1).slice(1) },
        undefined,
        'feature 2: no line continues the one that ends at 115.0000000,-32.0000000',
      ],
      [
        { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: 7 }] },
        undefined,
        'feature 2: expected an array, found 7',
      ],
    ])('is refused with a message that names the faulty feature: %j, id %j', (geometry, id, message) => {
      expect(refusalOf(JSON.stringify(featuresOf(geometry, id)))).toMatchObject({
        message: expect.stringContaining(message) as string,
      });
    });

    it.each([
      ['a ring across the antimeridian', [170, -170, -170, 170, 170], '-170 to 170'],
      ['a ring with a step across the antimeridian', [112, 179.9, -179.9, 112, 112], '-179.9 to 179.9'],
      ['a ring around the world', [-180, 0, 180, 0, -180], '-180 to 180'],
    ])('is refused when it is wider than 180 degrees: %s', (_, longitudes, range) => {
      const latitudes = [-32, -32, -31, -31, -32];
      const ring = longitudes.map((longitude, index) => [longitude, latitudes[index]]);
      const message = (where: string): unknown => ({
        code: 'coastTooWide',
        message: `${where}: longitudes from ${range}`,
      });
      expect(refusalOf(JSON.stringify(featuresOf({ type: 'Polygon', coordinates: [ring] })))).toMatchObject(
        message('feature 2, ring 1') as object,
      );
      expect(refusalOf(JSON.stringify(featuresOf({ type: 'LineString', coordinates: ring })))).toMatchObject(
        message('feature 2') as object,
      );
    });
  });

  it('is refused when its lines join into a ring that is wider than 180 degrees', () => {
    const lines = [
      [
        [-100, -32],
        [0, -31],
        [10, -31],
      ],
      [
        [10, -31],
        [100, -31],
        [100, -32],
        [0, -33],
      ],
      [
        [0, -33],
        [-100, -32],
      ],
    ];
    const text = JSON.stringify({ type: 'MultiLineString', coordinates: lines });
    expect(refusalOf(text)).toMatchObject({ code: 'coastTooWide', message: 'line 1: longitudes from -100 to 100' });
  });

  const withSystem = (crs: unknown): string =>
    JSON.stringify({ crs, type: 'Polygon', coordinates: [square(115, -32, 1)] });

  it.each([
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:OGC::CRS84',
    'OGC:CRS84',
    'CRS84',
    'EPSG:4326',
    'epsg:4326',
    'urn:ogc:def:crs:EPSG::4326',
    'urn:ogc:def:crs:EPSG:6.9:4326',
    'urn:ogc:def:crs:EPSG::4979',
    'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    'http://www.opengis.net/def/crs/EPSG/0/4326',
    'WGS 84',
  ])('may declare that it is in WGS 84: %s', (name) => {
    expect(readCoastline(withSystem({ type: 'name', properties: { name } }))).toHaveLength(1);
  });

  it('may have a crs member that is null', () => {
    expect(readCoastline(withSystem(null))).toHaveLength(1);
  });

  it.each([
    [{ type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::7844' } }, '"urn:ogc:def:crs:EPSG::7844"'],
    [{ type: 'name', properties: { name: 'EPSG:28350' } }, '"EPSG:28350"'],
    [{ type: 'name', properties: { name: 'EPSG:14326' } }, '"EPSG:14326"'],
    [{ type: 'name', properties: { name: 4326 } }, '4326'],
    [{ type: 'link', properties: { href: 'https://a.example/' } }, 'nothing'],
    [{ type: 'name', properties: null }, 'nothing'],
    [7, 'nothing'],
  ])('is refused when it declares another reference system: %j', (crs, named) => {
    const message = `its crs member names ${named}`;
    expect(refusalOf(withSystem(crs))).toMatchObject({ code: 'coastNotWgs84', message });
  });
});
