import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { unpackCoast, type CoastFile } from '../../../core/coastline/codec.ts';
import { coastOutline, outlineInPage } from './testing/coast-outline.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const outline = coastOutline(unpackCoast(JSON.parse(read('./coast.json')) as CoastFile));

describe('the outline of the coast', () => {
  it('is in the page', () => {
    expect(outlineInPage(read('../../index.html'))).toEqual(outline);
  });

  it('has a view box with the proportions of the chart', () => {
    const [, , width = 0, height = 0] = outline.viewBox.split(' ').map(Number);
    const stretched = (latitude: number): number => Math.asinh(Math.tan((latitude * Math.PI) / 180)) * (180 / Math.PI);
    expect(width / 10).toBeCloseTo(129.2 - 112, 1);
    expect(height / 10).toBeCloseTo(stretched(-13.4) - stretched(-35.6), 1);
  });

  it('consists of closed rings with integer coordinates', () => {
    const rings = outline.path.split('z').slice(0, -1);
    expect(rings.length).toBeGreaterThan(0);
    for (const ring of rings) expect(ring).toMatch(/^M-?\d+[,-]\d+l(?:-?\d+[,-]\d+[ -]?)+/);
  });

  it('omits islands that are too small to be seen, and keeps a large one', () => {
    const square = (west: number, north: number, size: number): Float64Array =>
      Float64Array.of(
        ...[west, north, west + size, north, west + size, north - size],
        ...[west, north - size, west, north],
      );
    expect(coastOutline([square(115, -30, 0.2)]).path).toBe('');
    expect(coastOutline([square(115, -20, 5), square(120, -30, 0.1)]).path).toMatch(/^M[^M]*z$/);
  });
});
