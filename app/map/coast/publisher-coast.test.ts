// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';

import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { readCoastSource } from '../map-options.ts';
import { cellOf } from './publisher-coast.ts';

afterEach(() => {
  document.head.replaceChildren();
});

describe("a publisher's coast", () => {
  it('is read from the page, with its credit', () => {
    expect(readCoastSource(document)).toBeNull();
    const meta = document.createElement('meta');
    Object.assign(meta, { name: 'coastwatch-coast', content: 'data/0123.json' });
    meta.dataset['attribution'] = 'Example Survey';
    document.head.append(meta);
    expect(readCoastSource(document)).toEqual({
      url: new URL('data/0123.json', document.baseURI).href,
      attribution: 'Example Survey',
    });
  });

  const positionsOf = (points: Float64Array): (readonly [number, number])[] =>
    Array.from({ length: points.length / 2 }, (_, index) => [points[2 * index] ?? 0, points[2 * index + 1] ?? 0]);
  const drawn = (...positions: [number, number][]): unknown =>
    positions.map(([longitude, latitude]) => [mercatorX(longitude), mercatorY(latitude)]);

  it('has no line along the border of its cell, where land continues in the next cell', () => {
    // Land in the south of a cell, with a coast from its western to its eastern border.
    const ring = Float64Array.of(...[115, -32, 116, -32, 116, -31.6, 115.5, -31.5, 115, -31.6, 115, -32]);
    const { rings, lines } = cellOf([ring], [[115, -32, 116, -31]]);
    expect(rings).toHaveLength(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.isOpen).toBe(true);
    expect(positionsOf(lines[0]?.points ?? new Float64Array())).toEqual(
      drawn([116, -31.6], [115.5, -31.5], [115, -31.6]),
    );
  });

  it('keeps a line that only touches a border, or cuts off a corner of the cell', () => {
    const ring = Float64Array.of(...[115, -31.5, 115.5, -32, 116, -31.5, 115.5, -31, 115, -31.5]);
    const { lines } = cellOf([ring], [[115, -32, 116, -31]]);
    expect(lines.map(({ points }) => positionsOf(points))).toEqual([
      drawn([115, -31.5], [115.5, -32], [116, -31.5], [115.5, -31], [115, -31.5]),
    ]);
  });
});
