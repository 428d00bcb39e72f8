import type { DatasetDescription, RecordOf } from '../dataset-description.ts';

const blanks = { text: '', dateTime: '1970-01-01T00:00:00', integer: 0, number: 0 } as const;

/** A record with its keys in order, in which every value that may be null is null, and the others are empty or zero. */
export function blankRecord<Description extends DatasetDescription>({ fields }: Description): RecordOf<Description> {
  return Object.fromEntries(
    fields.map(({ name, type, nulls }) => [name, nulls === 'never' ? blanks[type] : null]),
  ) as RecordOf<Description>;
}
