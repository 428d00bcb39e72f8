import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type Box, LabelPlacement, overlap } from './label-placement.ts';

const boxes = fc
  .tuple(
    fc.integer({ min: -100, max: 900 }),
    fc.integer({ min: -100, max: 700 }),
    fc.integer({ min: 1, max: 180 }),
    fc.integer({ min: 1, max: 40 }),
  )
  .map(([left, top, width, height]): Box => ({ left, top, right: left + width, bottom: top + height }));

describe('the room for labels', () => {
  it('is free just where nothing that was taken overlaps', () => {
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 40 }), boxes, (taken, asked) => {
        const placement = new LabelPlacement();
        for (const box of taken) placement.take(box);
        expect(placement.isFree(asked)).toBe(!taken.some((box) => overlap(box, asked)));
      }),
    );
  });

  it('takes the first candidate that is free, and leaves labels that never overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.array(boxes, { minLength: 1, maxLength: 4 }), { maxLength: 60 }), (labels) => {
        const placement = new LabelPlacement();
        const set = labels.map((candidates) => placement.takeFirst(candidates)).filter((box) => box !== undefined);
        set.forEach((box, at) => {
          expect(set.slice(at + 1).some((other) => overlap(box, other))).toBe(false);
        });
        if (labels[0]) expect(set[0]).toBe(labels[0][0]);
      }),
    );
  });

  it('leaves a gap between two labels on a line, and none between two lines', () => {
    const placement = new LabelPlacement();
    const label = { left: 0, top: 0, right: 40, bottom: 16 };
    placement.takeFirst([label]);
    expect(placement.isFree({ ...label, left: 48, right: 80 })).toBe(false);
    expect(placement.isFree({ ...label, left: 49, right: 80 })).toBe(true);
    expect(placement.isFree({ left: 42, right: 80, top: 12, bottom: 28 })).toBe(true);
  });

  it('lets boxes touch', () => {
    const placement = new LabelPlacement();
    placement.take({ left: 0, top: 0, right: 10, bottom: 10 });
    expect(placement.isFree({ left: 10, top: 0, right: 20, bottom: 10 })).toBe(true);
    expect(placement.isFree({ left: 9, top: 9, right: 20, bottom: 20 })).toBe(false);
  });
});
