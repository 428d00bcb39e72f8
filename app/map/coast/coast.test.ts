import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

import { type CoastFile, packRing, stepFrom, unpackCoast } from './coast-codec.ts';
import { coastOutline, cutCoast, errorAllowed, type LandTopology, outlineInPage } from './reduce-coast.ts';

const read = (path: string | URL): unknown => JSON.parse(readFileSync(path, 'utf8'));
const stored = read(new URL('./coast.json', import.meta.url)) as CoastFile;
const land = read(createRequire(import.meta.url).resolve('world-atlas/land-10m.json')) as LandTopology;

/** Whether a point lies on land, by counting the crossings of a ray. */
function isLand(longitude: number, latitude: number): boolean {
  let isInside = false;
  for (const ring of unpackCoast(stored)) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at, at + 4);
      if (y1 > latitude !== y2 > latitude && longitude < x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1)) {
        isInside = !isInside;
      }
    }
  }
  return isInside;
}

describe('the bundled coast', () => {
  it('equals the output of the script for Natural Earth', () => {
    expect(stored).toEqual(cutCoast(land));
  });

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
  ] as const)('distinguishes land from sea at %s', (_, longitude, latitude, expected) => {
    expect(isLand(longitude, latitude)).toBe(expected);
  });

  it('is closed', () => {
    for (const ring of unpackCoast(stored)) expect([...ring.slice(-2)]).toEqual([...ring.slice(0, 2)]);
  });
});

describe('the error allowed', () => {
  it('is some 250 m along the coast of the state and grows away from it', () => {
    expect(errorAllowed(115.7, -32)).toBe(0.0025);
    expect(errorAllowed(128.9, -14.8)).toBe(0.0025);
    expect(errorAllowed(140, -30)).toBeGreaterThan(0.0025);
    expect(errorAllowed(151, -30)).toBeGreaterThan(errorAllowed(140, -30));
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
  it('restores every packed ring where points are exact', () => {
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

const outline = coastOutline(unpackCoast(stored));

describe('the outline of the coast', () => {
  it('is in the page exactly as the script writes it', () => {
    expect(outlineInPage(readFileSync(new URL('../../index.html', import.meta.url), 'utf8'))).toEqual(outline);
  });

  it('is viewed in a box that is as high for its width as the chart shows it', () => {
    const [, , width = 0, height = 0] = outline.viewBox.split(' ').map(Number);
    const stretched = (latitude: number): number => Math.asinh(Math.tan((latitude * Math.PI) / 180)) * (180 / Math.PI);
    expect(width / 10).toBeCloseTo(129.2 - 112, 1);
    expect(height / 10).toBeCloseTo(stretched(-13.4) - stretched(-35.6), 1);
  });

  it('is closed rings of whole numbers, of which the first begins within the widest view', () => {
    const rings = outline.path.split('z').slice(0, -1);
    expect(rings.length).toBeGreaterThan(0);
    for (const ring of rings) expect(ring).toMatch(/^M-?\d+[,-]\d+l(?:-?\d+[,-]\d+[ -]?)+/);
  });

  it('leaves out what is too small to be seen, and keeps a large island', () => {
    const square = (west: number, north: number, size: number): Float64Array =>
      Float64Array.of(
        ...[west, north, west + size, north, west + size, north - size],
        ...[west, north - size, west, north],
      );
    expect(coastOutline([square(115, -30, 0.2)]).path).toBe('');
    expect(coastOutline([square(115, -20, 5), square(120, -30, 0.1)]).path).toMatch(/^M[^M]*z$/);
  });
});
