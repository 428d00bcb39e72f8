import fc from 'fast-check';

import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';

/** Texts made of parts that CSV readers tend to get wrong. */
const awkward = fc
  .array(
    fc.constantFrom(
      '"',
      ',',
      '\n',
      '\r\n',
      '\r',
      ';',
      '#',
      ' ',
      '\t',
      '=',
      '+',
      '-',
      '@',
      '1',
      '°',
      'é',
      '鯊',
      '🦈',
      'NULL',
      'a',
      "'",
      '\u2028',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** Lists of records of a dataset. Any field that is not a number may be null. */
export function arbitraryRecords(
  { fields }: DatasetDescription,
  constraints: fc.ArrayConstraints = { maxLength: 12 },
): fc.Arbitrary<DatasetRecord[]> {
  const entries = fields.map(({ name, type }) => {
    if (type === 'integer') return [name, fc.maxSafeNat()] as const;
    if (type === 'number')
      return [name, fc.double({ min: -180, max: 180, noNaN: true }).map((each) => each + 0)] as const;
    return [name, fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), awkward), { freq: 4 })] as const;
  });
  return fc.array(fc.record<DatasetRecord>(Object.fromEntries(entries), { noNullPrototype: true }), constraints);
}
