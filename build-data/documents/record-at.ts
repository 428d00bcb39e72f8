import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';

/** A record of a table, read back from the JSON that the table keeps of it. */
export function recordAt(table: RecordTable, index: number): DatasetRecord {
  // The table wrote this text from such a record.
  return JSON.parse(table.text(index)) as DatasetRecord;
}
