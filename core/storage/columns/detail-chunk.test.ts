import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from '../format/bytes.ts';
import { decodeDetailChunk, type DetailChunk, encodeDetailChunk } from './detail-chunk.ts';

const fields = ['size', 'number'];
const texts = fc.oneof(fc.constantFrom('2.5m', 'NULL', '', null), fc.string({ unit: 'binary' }));
const rows = fc.uniqueArray(fc.record({ identifier: fc.maxSafeNat(), size: texts, number: texts }), {
  selector: ({ identifier }) => identifier,
  maxLength: 50,
});

interface Row {
  readonly identifier: number;
  readonly size: string | null;
  readonly number: string | null;
}

const identifiersOf = (list: readonly Row[]): Float64Array => Float64Array.from(list, ({ identifier }) => identifier);

function chunkOf(list: readonly Row[]): DetailChunk {
  const column = (field: 'size' | 'number') => {
    const values = [...new Set(list.map((row) => row[field]))];
    return { values, codes: Uint32Array.from(list, (row) => values.indexOf(row[field])) };
  };
  return { size: column('size'), number: column('number') };
}

const textsOf = (chunk: DetailChunk, field: string): (string | null | undefined)[] =>
  Array.from(chunk[field]?.codes ?? [], (code) => chunk[field]?.values[code]);

describe('A chunk of details', () => {
  it('restores the texts of every record, whatever the order of the identifiers', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const decoded = decodeDetailChunk(
          fields,
          identifiersOf(list),
          encodeDetailChunk(identifiersOf(list), chunkOf(list)),
        );
        expect(textsOf(decoded, 'size')).toEqual(list.map(({ size }) => size));
        expect(textsOf(decoded, 'number')).toEqual(list.map(({ number }) => number));
      }),
    );
  });

  const list = [
    { identifier: 3, size: '2.5m', number: '1' },
    { identifier: 1, size: null, number: '1' },
  ];
  const text = new TextDecoder().decode(encodeDetailChunk(identifiersOf(list), chunkOf(list)));

  it.each([
    ['of another format', text.replace('coastwatch-details', 'coastwatch-columns'), 'not a chunk of details'],
    ['of another version', text.replace('"version":11', '"version":12'), 'a chunk of details of version 12'],
    ['with another number of records', text.replace('"records":2', '"records":3'), 'it holds 3 records, not 2'],
    ['with a short column', text.replace('"combinations":"AA"', '"combinations":"A"'), 'combinations: 1 values, not 2'],
    ['without a field', text.replace('"number"', '"else"'), 'number: missing'],
    ['that is not JSON', text.slice(1), 'not JSON in UTF-8'],
  ])('is refused %s', (_, changed, message) => {
    expect(changed).not.toBe(text);
    const decode = (): unknown => decodeDetailChunk(fields, identifiersOf(list), new TextEncoder().encode(changed));
    expect(decode).toThrow(MalformedBytesError);
    expect(decode).toThrow(message);
  });
});
