import { describe, expect, it } from 'vitest';

import type { Frame } from '../chart/frame.ts';
import { isOverFigures } from './paint-overlay.ts';

/** A view of 400 by 300 px with 100 and 75 px drawn beyond it on each side. */
const frame: Frame = {
  zoom: 9,
  worldSize: 131_072,
  left: 0,
  top: 0,
  width: 600,
  height: 450,
  beyond: { x: 100, y: 75 },
};
const nameAt = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 16 });

describe('a name', () => {
  it.each([
    ['within the chart', 200, 200, false],
    ['on the degrees at the top', 200, 80, true],
    ['on the degrees on the left', 110, 200, true],
    ['across the left edge', 60, 200, true],
    ['on the right, where there are no degrees', 410, 200, false],
    ['beyond the view, left of it', 10, 200, false],
    ['beyond the view, above it', 200, 40, false],
  ])('%s', (_, left, top, expected) => {
    expect(isOverFigures(nameAt(left, top), frame)).toBe(expected);
  });
});
