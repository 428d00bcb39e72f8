import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { packRing, stepFrom, unpackCoast, type CoastFile } from '../../core/coastline/codec.ts';
import { describeWithRealData, realDataDirectory } from '../../tests/support/real-data.ts';
import { cutCoast, errorAllowed } from './cut-coast.ts';
import { naturalEarthRings, type LandTopology } from './natural-earth.ts';
import { openStreetMapRings, type Estuaries } from './open-street-map.ts';

const read = (path: string | URL): unknown => JSON.parse(readFileSync(path, 'utf8'));
const overview = read(new URL('../../app/map/coast/coast.json', import.meta.url)) as CoastFile;
const detail = read(new URL('../../app/map/coast/coast-detail.json', import.meta.url)) as CoastFile;
const estuaries = read(new URL('./estuaries.geojson', import.meta.url)) as Estuaries;
const land = read(createRequire(import.meta.url).resolve('world-atlas/land-10m.json')) as LandTopology;

/** Whether a point lies on land, by counting the crossings of a ray. */
function isLand(coast: CoastFile, longitude: number, latitude: number): boolean {
  let isInside = false;
  for (const ring of unpackCoast(coast)) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at, at + 4);
      if (y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) {
        isInside = !isInside;
      }
    }
  }
  return isInside;
}

describe('the coast of the first paint', () => {
  it('is what the script cuts from Natural Earth', () => {
    const { rings, grid } = naturalEarthRings(land);
    expect(overview).toEqual(cutCoast(rings, grid, 0.0025));
  });
});

describe.each([
  ['the coast of the first paint', overview],
  ['the detailed coast', detail],
])('%s', (_, coast) => {
  it.each([
    ['Perth Airport', 115.97, -31.94, true],
    ['inland of Broome', 122.6, -18.0, true],
    ['Rottnest Island', 115.5, -32.005, true],
    ['Christmas Island', 105.63, -10.48, true],
    ['Tasmania', 146.6, -42, true],
    ['the sea off Rottnest', 115.2, -32, false],
    ['Geographe Bay', 115.25, -33.5, false],
    ['Shark Bay', 113.6, -25.6, false],
    ['the Great Australian Bight', 128, -33.5, false],
  ] as const)('distinguishes land from sea at %s', (__, longitude, latitude, expected) => {
    expect(isLand(coast, longitude, latitude)).toBe(expected);
  });

  it('is closed', () => {
    for (const ring of unpackCoast(coast)) expect([...ring.slice(-2)]).toEqual([...ring.slice(0, 2)]);
  });
});

describe('the detailed coast', () => {
  it.each([
    ['the Swan at Melville Water', 115.825, -32.0, false],
    ['the Canning at Canning Bridge', 115.8565, -32.018, false],
    ['the Peel Inlet', 115.72, -32.6, false],
    ['the Harvey Estuary', 115.68, -32.7, false],
    ['the Leschenault Estuary', 115.7, -33.27, false],
    ['Wilson Inlet', 117.4, -34.985, false],
    ['Kings Park', 115.835, -31.96, true],
    ['Cottesloe', 115.765, -31.995, true],
    ['the sea off Cottesloe Beach', 115.745, -31.994, false],
  ] as const)('distinguishes land from water at %s', (_, longitude, latitude, expected) => {
    expect(isLand(detail, longitude, latitude)).toBe(expected);
  });

  it('is cut from polygons without the estuaries in them', () => {
    const square = (west: number, south: number, size: number): [number, number][] => [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ];
    const island = [square(113, -29, 0.5)];
    const around = [[square(115, -34, 4)], island, [square(10, 50, 3)]];
    const { rings } = openStreetMapRings(around, estuaries);
    const holes = estuaries.features.flatMap(({ geometry }) => geometry.coordinates);
    expect(rings).toHaveLength(2 + holes.flat().length);
    expect(rings).toContainEqual(island[0]?.map(([x, y]) => [Math.round(x * 1e5), Math.round(y * 1e5)]));
  });
});

describeWithRealData('the coasts, next to the published beaches', () => {
  const isBeach = (row: Record<string, string>): boolean => row['CoastalFeatureFeatureType'] === 'Beach';

  /** Of the distances from the beaches to the coast, in metres. */
  const median = (coast: CoastFile): number => {
    const rows = parse<Record<string, string>>(readFileSync(`${realDataDirectory ?? ''}/CoastalFeatures.csv`), {
      columns: true,
    });
    const rings = unpackCoast(coast);
    const distances = rows
      .filter(isBeach)
      .map((row) =>
        distanceToCoast(
          rings,
          Number(row['CoastalFeatureInshoreLongitude']),
          Number(row['CoastalFeatureInshoreLatitude']),
        ),
      )
      .sort((a, b) => a - b);
    expect(distances.length).toBeGreaterThan(300);
    return distances[distances.length >> 1] ?? NaN;
  };

  it('have a median distance of at most 100 m in detail, and more in the first paint', () => {
    expect(median(detail)).toBeLessThan(100);
    expect(median(overview)).toBeGreaterThan(500);
  });
});

/** In metres, on a sphere that is flattened at the point. */
function distanceToCoast(rings: readonly Float64Array[], longitude: number, latitude: number): number {
  const east = Math.cos((latitude * Math.PI) / 180);
  let least = Infinity;
  for (const ring of rings) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at, at + 4);
      const [ax, ay, bx, by] = [(x1 - longitude) * east, y1 - latitude, (x2 - longitude) * east, y2 - latitude];
      const length = (bx - ax) ** 2 + (by - ay) ** 2;
      const along = length === 0 ? 0 : Math.min(Math.max((-ax * (bx - ax) - ay * (by - ay)) / length, 0), 1);
      least = Math.min(least, Math.hypot(ax + along * (bx - ax), ay + along * (by - ay)));
    }
  }
  return least * 111_195;
}

describe('the error allowed', () => {
  it('is some 250 m along the coast of the state and grows away from it', () => {
    expect(errorAllowed(115.7, -32, 0.0025)).toBe(0.0025);
    expect(errorAllowed(128.9, -14.8, 0.0025)).toBe(0.0025);
    expect(errorAllowed(140, -30, 0.0025)).toBeGreaterThan(0.0025);
    expect(errorAllowed(151, -30, 0.0025)).toBeGreaterThan(errorAllowed(140, -30, 0.0025));
  });
});

const boxes = fc.array(
  fc
    .tuple(...([fc.nat(50_000), fc.nat(50_000), fc.nat(20_000), fc.nat(20_000)] as const))
    .map(([west, south, width, height]) => [west, south, west + width, south + height] as const),
  { minLength: 1, maxLength: 3 },
);
const shapes = fc.array(fc.tuple(fc.integer({ min: -50_000, max: 100_000 }), fc.nat(100_000)), {
  minLength: 3,
  maxLength: 40,
});
const unpacked = (points: readonly number[], exact: CoastFile['exact']): number[] => [
  ...(unpackCoast({ scale: [1, 1], origin: [0, 0], exact, rings: [packRing(points, exact)] })[0] ?? []),
];

describe('packing', () => {
  it('gives back every ring it packed where points are exact', () => {
    const everywhere = [[-50_000, 0, 100_000, 100_000]] as const;
    fc.assert(
      fc.property(shapes, (points) => {
        const closed = [...points, ...points.slice(0, 1)].flat();
        expect(unpacked(closed, everywhere)).toEqual(closed);
      }),
    );
  });

  it('moves a point by no more than half the step that led to it, in signs that need not be escaped', () => {
    fc.assert(
      fc.property(shapes, boxes, (points, exact) => {
        const closed = [...points, ...points.slice(0, 1)].flat();
        const ring = unpacked(closed, exact);
        expect(ring).toHaveLength(closed.length);
        for (let at = 2; at < closed.length - 2; at++) {
          const before = at - 2 - (at % 2);
          const step = stepFrom(ring[before] ?? 0, ring[before + 1] ?? 0, exact);
          expect(Math.abs((ring[at] ?? 0) - (closed[at] ?? 0))).toBeLessThanOrEqual(step / 2);
        }
        const text = packRing(closed, exact);
        expect(JSON.stringify(text)).toBe(`"${text}"`);
      }),
    );
  });

  it('steps by one unit where points are exact, and by a hundredth of the way from there, a power of two, elsewhere', () => {
    const exact = [[0, 0, 1000, 1000]] as const;
    expect(stepFrom(500, 1000, exact)).toBe(1);
    expect(stepFrom(1200, 500, exact)).toBe(1);
    expect(stepFrom(1201, 500, exact)).toBe(2);
    expect(stepFrom(500, -401, exact)).toBe(4);
    expect(stepFrom(1_000_000, 0, exact)).toBe(128);
  });
});
