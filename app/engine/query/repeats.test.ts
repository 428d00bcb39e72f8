import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { GroupedRows, groupRepeats, longestGapInSeconds } from './repeats.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

interface Detection {
  readonly tag: number;
  readonly site: number;
  readonly seconds: number;
}

const detections = fc.array(
  fc.record({
    tag: fc.integer({ min: 0, max: 2 }),
    site: fc.integer({ min: 0, max: 1 }),
    // Gaps of exactly the limit, and of a second more, are frequent.
    seconds: fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: -1, max: 1 }))
      .map(([gaps, more]) => gaps * longestGapInSeconds + more),
  }),
  { maxLength: 40 },
);

const columnsOf = (list: readonly Detection[]) => ({
  sharkOf: Uint32Array.from(list, ({ tag }) => tag),
  siteOf: Uint32Array.from(list, ({ site }) => site),
  seconds: Float64Array.from(list, ({ seconds }) => seconds),
});

/** By brute force: the groups of a list, as lists of its indexes. */
function groupsOf(list: readonly Detection[]): number[][] {
  const groups: number[][] = [];
  for (const [index, { tag, site, seconds }] of list.entries()) {
    const last = groups.at(-1);
    const before = list[last?.at(-1) ?? -1];
    const isSame = before !== undefined && tag > 0 && before.tag === tag && before.site === site;
    const gapInHours = before === undefined ? Infinity : Math.abs(before.seconds - seconds) / 3600;
    if (isSame && gapInHours <= 2) last?.push(index);
    else groups.push([index]);
  }
  return groups;
}

const startsOf = (list: readonly Detection[]): Uint32Array =>
  groupRepeats(Uint32Array.from(list.keys()), columnsOf(list));

describe('repeated detections', () => {
  it('are neighbours in the list with the same tag and place, at most two hours apart', () => {
    fc.assert(
      fc.property(detections, (list) => {
        expect(Array.from(startsOf(list))).toEqual(groupsOf(list).map(([first]) => first));
      }),
      { numRuns: sizeOf(500) },
    );
  });

  it('are grouped in the order of the list, whatever the order of the records is', () => {
    const records = [
      { tag: 1, site: 0, seconds: 0 },
      { tag: 2, site: 0, seconds: 10 },
      { tag: 1, site: 0, seconds: 20 },
    ];
    expect(Array.from(groupRepeats(Uint32Array.of(0, 1, 2), columnsOf(records)))).toEqual([0, 1, 2]);
    expect(Array.from(groupRepeats(Uint32Array.of(2, 0, 1), columnsOf(records)))).toEqual([0, 2]);
  });

  it('are one row each, followed by their records if they are expanded', () => {
    fc.assert(
      fc.property(detections, fc.array(fc.nat(45), { maxLength: 6 }), fc.nat(60), fc.nat(60), (list, ids, a, b) => {
        const expected = groupsOf(list).flatMap((group) => {
          const [start = 0] = group;
          if (group.length === 1) return [{ kind: 'record', index: start, isInGroup: false }];
          const isExpanded = ids.includes(start);
          const head = { kind: 'group', start, end: start + group.length, isExpanded };
          const members = group.map((index) => ({ kind: 'record', index, isInGroup: true }));
          return isExpanded ? [head, ...members] : [head];
        });
        const rows = new GroupedRows(startsOf(list), list.length, ids);
        expect(rows.length).toBe(expected.length);
        expect(rows.slice(0, Infinity)).toEqual(expected);
        expect(rows.slice(a, b)).toEqual(expected.slice(a, Math.max(a, b)));
      }),
      { numRuns: sizeOf(500) },
    );
  });
});
