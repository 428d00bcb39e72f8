import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LabelRoom, overlap, type Box } from './label-room.ts';

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
        const room = new LabelRoom();
        for (const box of taken) room.take(box);
        expect(room.isFree(asked)).toBe(!taken.some((box) => overlap(box, asked)));
      }),
    );
  });

  it('takes the first candidate that is free, and leaves labels that never overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.array(boxes, { minLength: 1, maxLength: 4 }), { maxLength: 60 }), (labels) => {
        const room = new LabelRoom();
        const set = labels.map((candidates) => room.takeFirst(candidates)).filter((box) => box !== undefined);
        set.forEach((box, at) => {
          expect(set.slice(at + 1).some((other) => overlap(box, other))).toBe(false);
        });
        if (labels[0]) expect(set[0]).toBe(labels[0][0]);
      }),
    );
  });

  it('leaves a gap between two labels on a line, and none between two lines', () => {
    const room = new LabelRoom();
    const label = { left: 0, top: 0, right: 40, bottom: 16 };
    room.takeFirst([label]);
    expect(room.isFree({ ...label, left: 48, right: 80 })).toBe(false);
    expect(room.isFree({ ...label, left: 49, right: 80 })).toBe(true);
    expect(room.isFree({ left: 42, right: 80, top: 12, bottom: 28 })).toBe(true);
  });

  it('lets boxes touch', () => {
    const room = new LabelRoom();
    room.take({ left: 0, top: 0, right: 10, bottom: 10 });
    expect(room.isFree({ left: 10, top: 0, right: 20, bottom: 10 })).toBe(true);
    expect(room.isFree({ left: 9, top: 9, right: 20, bottom: 20 })).toBe(false);
  });
});
