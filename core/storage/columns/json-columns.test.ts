import { SourceMap } from 'node:module';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from '../format/bytes.ts';
import { distinct } from '../../collections/arrays.ts';
import { decodeMoveToFront, encodeMoveToFront, readIntegers, writeIntegers } from './json-columns.ts';

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

describe('a column of whole numbers', () => {
  it('restores every safe integer', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer({ min: -40, max: 40 }), fc.maxSafeInteger())), (values) => {
        expect([...readIntegers(writeIntegers(values), 'a', values.length)]).toEqual(values.map((value) => value + 0));
      }),
    );
  });

  it('is read by a decoder of source maps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 ** 30 }), { minLength: 1 }), (sourceLines) => {
        // One segment in each line: column 0, source 0, the step to the line in the source, column 0.
        const segments = sourceLines.map((line, index) =>
          writeIntegers([0, 0, line - (sourceLines[index - 1] ?? 0), 0]),
        );
        const payload = { file: '', version: 3, sources: ['a'], sourcesContent: [], names: [], sourceRoot: '' };
        const map = new SourceMap({ ...payload, mappings: segments.join(';') });
        expect(sourceLines.map((_, index) => map.findEntry(index, 0))).toMatchObject(
          sourceLines.map((originalLine) => ({ originalLine })),
        );
      }),
    );
  });

  it.each([
    [7, 'a: not base64 VLQ'],
    ['A-', 'a: not base64 VLQ'],
    ['Aé', 'a: not base64 VLQ'],
    ['Ag', 'a: the last number is incomplete'],
    ['A', 'a: 1 values, not 2'],
    ['AAA', 'a: 3 values, not 2'],
    [`A${'/'.repeat(12)}A`, 'a: a number is too large'],
    [`A${'/'.repeat(400)}A`, 'a: a number is too large'],
  ])('is refused: %j', (column, message) => {
    expect(() => readIntegers(column, 'a', 2)).toThrow(new MalformedBytesError(message));
  });
});
