import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import { type CoastFile, type CoastProvenance, unpackCoast } from '../../core/coastline/codec.ts';
import { describeWithRealData } from '../../tests/support/real-data.ts';
import { errorOfCoast, landmarks } from './coast-error.ts';
import { cutCoast } from './cut-coast.ts';
import { type LandTopology, naturalEarthRings, outlineTolerance } from './coast-sources.ts';

const read = (path: string | URL): unknown => JSON.parse(readFileSync(path, 'utf8'));
const outline = read(new URL('../../app/map/coast/coast.json', import.meta.url)) as CoastProvenance & CoastFile;
const detail = read(new URL('../../app/map/coast/coast-detail.json', import.meta.url)) as CoastProvenance & CoastFile;
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

describe('the outline', () => {
  it('equals what the script creates from Natural Earth', () => {
    const { rings, grid } = naturalEarthRings(land);
    expect(outline).toMatchObject(cutCoast(rings, grid, outlineTolerance));
  });
});

describe.each([
  ['the outline', outline],
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
});

const errorOf = (coast: CoastFile, points: readonly (readonly [number, number])[]): number =>
  errorOfCoast(unpackCoast(coast), points).median;

describe('the coasts, measured from landmarks on the shore', () => {
  const points = landmarks.map(([, latitude, longitude]) => [longitude, latitude] as const);

  it('have a median error of at most 100 m for the detailed coast, and more than 500 m for the outline', () => {
    expect(errorOf(detail, points)).toBeLessThanOrEqual(100);
    expect(errorOf(outline, points)).toBeGreaterThan(500);
  });

  it.each([
    ['the detailed coast', detail],
    ['the outline', outline],
  ])('have the error that their provenance states: %s', (_, coast) => {
    expect(errorOfCoast(unpackCoast(coast), points)).toEqual(coast.errorInMetres);
  });

  it('show the Gulf of Carpentaria and Cape York with their shapes, although they are far from the state', () => {
    const [karumba, weipa, cooktown] = [
      [140.83, -17.48] as const,
      [141.86, -12.63] as const,
      [145.25, -15.47] as const,
    ];
    for (const coast of [detail, outline]) expect(errorOf(coast, [karumba, weipa, cooktown])).toBeLessThan(15_000);
  });

  it('are measured to the nearest point of a line, including points between its ends', () => {
    const square = Float64Array.of(...[115, -32, 116, -32, 116, -31, 115, -31, 115, -32]);
    const { median } = errorOfCoast([square], [[114.99, -31.5]]);
    expect(median).toBeCloseTo(111_195 * 0.01 * Math.cos((31.5 * Math.PI) / 180), -1);
    expect(errorOfCoast([square], [[115.5, -32]])).toEqual({ median: 0, p90: 0 });
  });
});

describeWithRealData('the coasts, measured from the published beaches', (directory) => {
  const beaches = (): (readonly [number, number])[] =>
    parse<Record<string, string>>(readFileSync(`${directory}/CoastalFeatures.csv`), { columns: true })
      .filter((row) => row['CoastalFeatureFeatureType'] === 'Beach')
      .map((row) => [Number(row['CoastalFeatureInshoreLongitude']), Number(row['CoastalFeatureInshoreLatitude'])]);

  it('have a median error of at most 100 m for the detailed coast, and more than 500 m for the outline', () => {
    expect(beaches().length).toBeGreaterThan(300);
    expect(errorOf(detail, beaches())).toBeLessThanOrEqual(100);
    expect(errorOf(outline, beaches())).toBeGreaterThan(500);
  });
});
