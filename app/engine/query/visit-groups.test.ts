import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sizeOf } from '../../../tests/support/test-size.ts';
import { GroupedRows, groupVisits } from './visit-groups.ts';

/** The visits of the records of a list; 0 for one that is not a detection. */
const lists = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 });

const group = (list: readonly number[]) =>
  groupVisits(Uint32Array.from(list.keys()), { visitOf: Uint32Array.from(list), visits: 5 });

/** By brute force: the groups of a list, as lists of its indexes. */
function groupsOf(list: readonly number[]): number[][] {
  const groups: { readonly visit: number; readonly indexes: number[] }[] = [];
  for (const [index, visit] of list.entries()) {
    const known = groups.find((each) => visit !== 0 && each.visit === visit);
    if (known) known.indexes.push(index);
    else groups.push({ visit, indexes: [index] });
  }
  return groups.map(({ indexes }) => indexes);
}

describe('the detections of a visit', () => {
  it('are next to each other, at the place of the first one, and in the order of the list', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const { records, starts } = group(list);
        const groups = groupsOf(list);
        expect([...records]).toEqual(groups.flat());
        expect([...starts].map((start) => records[start])).toEqual(groups.map(([first]) => first));
      }),
      { numRuns: sizeOf(500) },
    );
  });

  it('are one row, followed by their records if it is expanded', () => {
    fc.assert(
      fc.property(lists, fc.array(fc.nat(45), { maxLength: 6 }), fc.nat(60), fc.nat(60), (list, ids, a, b) => {
        const { records, starts } = group(list);
        let start = 0;
        const expected = groupsOf(list).flatMap(({ length }) => {
          const indexes = Array.from({ length }, (_, index) => start + index);
          start += length;
          const [index = 0] = indexes;
          if (length === 1) return [{ kind: 'record', index, isInGroup: false }];
          const isExpanded = ids.includes(index);
          const head = { kind: 'group', start: index, end: start, isExpanded };
          return isExpanded
            ? [head, ...indexes.map((each) => ({ kind: 'record', index: each, isInGroup: true }))]
            : [head];
        });
        const rows = new GroupedRows(starts, records.length, ids);
        expect(rows.length).toBe(expected.length);
        expect(rows.slice(0, Infinity)).toEqual(expected);
        expect(rows.slice(a, b)).toEqual(expected.slice(a, Math.max(a, b)));
      }),
      { numRuns: sizeOf(500) },
    );
  });
});
