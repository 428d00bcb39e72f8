import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { marks } from '../../vocabulary/kinds.ts';
import { countLabel, type GroupMark, groupScale, moveOffCounts, labelDrop, locationScale } from './paint-marks.ts';

describe('the size of a group', () => {
  it('grows with its records up to a limit', () => {
    expect(groupScale('sighting', 400, 20)).toBeGreaterThan(groupScale('sighting', 100, 20));
    expect(groupScale('sighting', 1_000_000, 20)).toBe(groupScale('sighting', 6000, 20));
  });

  it('holds its count', () => {
    const circle = (x: number, y: number): boolean => Math.hypot(x, y) <= 7.5;
    const square = (x: number, y: number): boolean => Math.max(Math.abs(x), Math.abs(y)) <= 6.5;
    const diamond = (x: number, y: number): boolean => Math.abs(x) + Math.abs(y) <= 8.5;
    const triangle = (x: number, y: number): boolean => y <= 6.5 && Math.abs(x) <= (8 * (y + 8)) / 14.5;
    const contains = { sighting: circle, detection: square, handled: triangle, other: diamond };
    fc.assert(
      fc.property(
        fc.constantFrom(...marks),
        fc.integer({ min: 2, max: 2_000_000 }),
        fc.integer({ min: 8, max: 60 }),
        (mark, records, width) => {
          const scale = groupScale(mark, records, width);
          for (const x of [-width / 2, width / 2]) {
            for (const y of [-4.5, 4.5]) {
              expect(contains[mark](x / scale, y / scale + labelDrop[mark])).toBe(true);
            }
          }
        },
      ),
    );
  });
});

describe('the count of a mark', () => {
  it.each([
    [7, '7'],
    [3466, '3,466'],
    [9999, '9,999'],
    [12_999, '12k'],
    [1_000_000, '1,000k'],
  ])('of %d records is %s', (records, expected) => {
    expect(countLabel(records)).toBe(expected);
  });
});

it('draws locations smaller from further away, and with more records larger', () => {
  expect(locationScale(1, 6)).toBeLessThan(locationScale(1, 12));
  expect(locationScale(1, 12)).toBeLessThan(locationScale(900, 12));
});

const mark = (x: number, y: number, reach = 16): GroupMark => ({
  x,
  y,
  reach,
  countHalfWidth: 12,
  countHalfHeight: 5,
  countDrop: 0,
});
const coversCount = (upper: GroupMark, lower: GroupMark): boolean =>
  Math.abs(upper.x - lower.x) < upper.reach + lower.countHalfWidth - 0.01 &&
  Math.abs(upper.y - lower.y - lower.countDrop) < upper.reach + lower.countHalfHeight - 0.01;

describe('marks of groups', () => {
  it('stay where they are when no count lies under another mark', () => {
    const marks = [mark(100, 100, 24), mark(100, 130), mark(160, 100)];
    expect(moveOffCounts(marks)).toEqual(marks);
    expect(moveOffCounts([])).toEqual([]);
  });

  it('move off a count the shortest way', () => {
    const [, moved] = moveOffCounts([mark(100, 100, 24), mark(104, 116)]);
    expect(moved).toMatchObject({ x: 104, y: 121 });
    const [, aside] = moveOffCounts([mark(100, 100, 24), mark(122, 101)]);
    expect(aside).toMatchObject({ x: 128, y: 101 });
  });

  it('move off a count that is low in its mark', () => {
    const [, moved] = moveOffCounts([{ ...mark(100, 100, 24), countDrop: 6 }, mark(100, 120)]);
    expect(moved).toMatchObject({ x: 100, y: 127 });
  });

  it('stay where they are when they would have to move too far', () => {
    const marks = [mark(100, 100, 24), mark(101, 101)];
    expect(moveOffCounts(marks)).toEqual(marks);
  });

  it('move no further than half of their reach, and onto no count that they did not cover, at any position', () => {
    const anyMark = fc
      .record({
        x: fc.double({ min: 0, max: 200, noNaN: true }),
        y: fc.double({ min: 0, max: 200, noNaN: true }),
        reach: fc.double({ min: 12, max: 27, noNaN: true }),
        countDrop: fc.double({ min: 0, max: 7, noNaN: true }),
      })
      .map((parts): GroupMark => ({ ...mark(0, 0), ...parts }));
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 20 }), (marks) => {
        const kept = moveOffCounts(marks);
        expect(kept).toHaveLength(marks.length);
        for (const [index, moved] of kept.entries()) {
          const before = marks[index] ?? moved;
          const distance = Math.hypot(moved.x - before.x, moved.y - before.y);
          expect(distance).toBeLessThanOrEqual(before.reach / 2);
          if (distance === 0) continue;
          expect(kept.slice(0, index).filter((other) => coversCount(before, other))).not.toEqual([]);
          expect(kept.slice(0, index).filter((other) => coversCount(moved, other))).toEqual([]);
        }
      }),
    );
  });
});
