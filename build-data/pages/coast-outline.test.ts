import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import { mercatorY } from '../../core/geo/web-mercator.ts';
import { fromRoot } from '../../tests/support/repository.ts';
import type { DescribedCoast } from './coast.ts';
import { coastOutline } from './coast-outline.ts';
import { site } from '../site/testing/default-site.ts';

const read = (path: string): DescribedCoast => JSON.parse(readFileSync(fromRoot(path), 'utf8')) as DescribedCoast;
const world = read('public/coast/world.json');

interface Outline {
  readonly viewBox: readonly number[];
  readonly rings: readonly (readonly (readonly [number, number])[])[];
}

/** Reads the SVG as a browser does. */
function outlineIn(svg: string): Outline {
  const [, viewBox = '', path = ''] = /viewBox="([^"]*)".*?\sd="([^"]*)"/s.exec(svg) ?? [];
  const rings = path.split('z').slice(0, -1);
  return {
    viewBox: viewBox.split(' ').map(Number),
    rings: rings.map((ring) => {
      const numbers = Array.from(ring.matchAll(/-?\d+/g), ([text]) => Number(text));
      let [x, y] = [0, 0];
      return Array.from({ length: numbers.length / 2 }, (_, index) => {
        x += numbers[2 * index] ?? 0;
        y += numbers[2 * index + 1] ?? 0;
        return [x, y] as const;
      });
    }),
  };
}

function isLand({ rings }: Outline, x: number, y: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], index) => {
      const [x2, y2] = ring[(index + 1) % ring.length] ?? [x1, y1];
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside;
    });
  }
  return isInside;
}

it('the outline of the default site shows its landing box, and fits into two kilobytes', () => {
  const svg = coastOutline(read('sites/western-australia/coast-outline.json'), site.landingBox).text;
  expect(svg.length).toBeLessThan(2000);
  const outline = outlineIn(svg);
  expect(outline.viewBox).toEqual([1120, 1935, 172, 246]);
  for (const [longitude, latitude, expected] of [
    [121, -30, true],
    [116.5, -32, true],
    [114.5, -32, false],
    [122, -35, false],
    [128, -33.5, false],
  ] as const) {
    expect(isLand(outline, longitude * 10, mercatorY(latitude) * 3600)).toBe(expected);
  }
});

it('an outline of any part of the world is small, and the box has a few hundred units', () => {
  const boxes = fc
    .record({
      west: fc.double({ min: -179, max: 170, noNaN: true }),
      south: fc.double({ min: -60, max: 65, noNaN: true }),
      size: fc.double({ min: 0.2, max: 9, noNaN: true }),
    })
    .map(({ west, south, size }) => ({ west, south, east: west + size, north: south + size }));
  fc.assert(
    fc.property(boxes, (box) => {
      const svg = coastOutline(world, box).text;
      expect(svg.length).toBeLessThan(8000);
      const [, , width = 0, height = 0] = outlineIn(svg).viewBox;
      expect(Math.max(width, height)).toBeGreaterThan(60);
      expect(Math.max(width, height)).toBeLessThan(700);
    }),
    { numRuns: 30 },
  );
});
