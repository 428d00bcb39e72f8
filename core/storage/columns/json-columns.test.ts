import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from '../format/bytes.ts';
import { distinct } from '../../collections/arrays.ts';
import { decodeMoveToFront, encodeMoveToFront } from './json-columns.ts';

/** Decodes as documented: with a list, most recent first, in which a repeated index moves to the front. */
function decodeSimply(column: readonly number[]): number[] {
  const recent: number[] = [];
  let count = 0;
  return column.map((rank) => {
    const index = rank === 0 ? count++ : (recent.splice(rank - 1, 1)[0] ?? Number.NaN);
    recent.unshift(index);
    return index;
  });
}

const columns = fc.array(fc.nat({ max: 40 }), { maxLength: 300 }).map((values) => distinct(values).at);

describe('a move-to-front column', () => {
  it('restores every index, also with the simple decoder', () => {
    fc.assert(
      fc.property(columns, (indexes) => {
        const column = encodeMoveToFront(indexes);
        expect(decodeMoveToFront(column, 'a').indexes).toEqual(indexes);
        expect(decodeSimply(column)).toEqual([...indexes]);
      }),
    );
  });

  it('counts the distinct indexes', () => {
    expect(decodeMoveToFront([0, 0, 2, 1, 0], 'a')).toEqual({ indexes: Uint32Array.of(0, 1, 0, 0, 2), count: 3 });
    expect(decodeMoveToFront([], 'a')).toEqual({ indexes: new Uint32Array(), count: 0 });
  });

  it('consists of small numbers when the same few indexes recur', () => {
    expect(encodeMoveToFront(Uint32Array.of(0, 0, 0, 1, 0, 1, 1, 2, 1))).toEqual([0, 1, 1, 0, 2, 2, 1, 0, 2]);
  });

  it('is refused by the encoder when new indexes are not in ascending order', () => {
    for (const indexes of [[1], [0, 2], [0, 1, 3]]) {
      expect(() => encodeMoveToFront(Uint32Array.from(indexes))).toThrow(RangeError);
    }
  });

  it.each([[[1]], [[0, 2]], [[0, -1]], [[0, 0, 1, 3]]])(
    'is refused if it refers to an index that has not occurred: %j',
    (column) => {
      expect(() => decodeMoveToFront(column, 'places')).toThrow(MalformedBytesError);
      expect(() => decodeMoveToFront(column, 'places')).toThrow(/^places: the rank -?\d is not from 0 to \d$/);
    },
  );
});
