import type { RecordTable } from '../write/record-table.ts';
import type { FileOutput } from './file-output.ts';

/** One record a line, in the order of the interface and each to the byte as it gives it. */
export function writeNdjson(table: RecordTable, output: FileOutput): void {
  for (let index = 0; index < table.size; index++) output.text(`${table.text(index)}\n`);
}
