import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Box, LabelPlacement, overlap, shortened } from './label-placement.ts';

const boxes = fc
  .tuple(
    fc.integer({ min: -100, max: 900 }),
    fc.integer({ min: -100, max: 700 }),
    fc.integer({ min: 1, max: 180 }),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([left, top, width, height]): Box => ({ left, top, right: left + width, bottom: top + height }));

describe('label placement', () => {
  it('reports a box as free exactly if it overlaps no reserved box', () => {
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 40 }), boxes, (taken, candidate) => {
        const placement = new LabelPlacement();
        for (const box of taken) placement.reserve(box);
        expect(placement.isFree(candidate)).toBe(!taken.some((box) => overlap(box, candidate)));
      }),
    );
  });

  it('reserves the first free candidate, so that labels never overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.array(boxes, { minLength: 1, maxLength: 4 }), { maxLength: 60 }), (labels) => {
        const placement = new LabelPlacement();
        const placed = labels
          .map((candidates) => placement.reserveFirst(candidates))
          .filter((box) => box !== undefined);
        placed.forEach((box, index) => {
          expect(placed.slice(index + 1).some((other) => overlap(box, other))).toBe(false);
        });
        if (labels[0]) expect(placed[0]).toBe(labels[0][0]);
      }),
    );
  });

  it('leaves a gap between two labels on the same line, but not between two lines', () => {
    const placement = new LabelPlacement();
    const label = { left: 0, top: 0, right: 40, bottom: 16 };
    placement.reserveFirst([label]);
    expect(placement.isFree({ ...label, left: 48, right: 80 })).toBe(false);
    expect(placement.isFree({ ...label, left: 49, right: 80 })).toBe(true);
    expect(placement.isFree({ left: 42, right: 80, top: 12, bottom: 28 })).toBe(true);
  });
});

const tenEach = (text: string): number => [...text].length * 10;

it('cuts a longer text, without a space before the ellipsis', () => {
  expect(shortened('Cape Leeuwin', 110, tenEach)).toBe('Cape Leeuw…');
  expect(shortened('Cape Leeuwin', 60, tenEach)).toBe('Cape…');
});

it('never returns more than fits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (text, maxLetters) => {
      const cut = shortened(text, maxLetters * 10, tenEach);
      expect(tenEach(cut)).toBeLessThanOrEqual(maxLetters * 10);
      if (cut !== text) expect(text.startsWith(cut.slice(0, -1))).toBe(true);
    }),
  );
});
