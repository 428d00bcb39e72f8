import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { recordAt } from '../documents/record-at.ts';
import type { RecordTable } from '../write/record-table.ts';

export interface TableRecord {
  readonly record: DatasetRecord;
  readonly index: number;
}

/** Each record in the order of the interface, one after the other: no more than one is in memory. */
export function* recordsOf(table: RecordTable): Generator<TableRecord> {
  for (let index = 0; index < table.size; index++) yield { record: recordAt(table, index), index };
}
