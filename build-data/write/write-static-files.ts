import { linksOfPage, pageFrame } from '../../core/api/run-query.ts';
import { lastPageNumber, pageBounds, type SortOrder } from '../../core/query/query.ts';
import {
  completeArrayPath,
  recordPath,
  staticPageName,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/format/layout.ts';
import type { RecordTable } from './record-table.ts';
import type { TreeSink } from './tree-sink.ts';

/**
 * Writes the files at the static paths of a dataset: the complete array, each record, and pages of a fixed size. The links
 * of a page are relative to its own address, so they are correct wherever the tree is served.
 */
export async function writeStaticFiles(table: RecordTable, sink: TreeSink): Promise<void> {
  const { name } = table.dataset;
  const descending = Array.from({ length: table.size }, (_, index) => index);
  await sink.write(completeArrayPath(name), joinRecords(table, descending));
  for (const index of descending) {
    await sink.write(recordPath(name, table.identifier(index)), Buffer.from(table.text(index)));
  }
  await writePages(table, sink, 'desc', descending);
  await writePages(table, sink, 'asc', ascendingOrder(table));
}

async function writePages(
  table: RecordTable,
  sink: TreeSink,
  sortOrder: SortOrder,
  indexes: readonly number[],
): Promise<void> {
  const { name } = table.dataset;
  const last = lastPageNumber(table.size, staticPageSize);
  for (let number = 1; number <= last; number++) {
    const bounds = pageBounds(table.size, { number, size: staticPageSize });
    if (!bounds) continue;
    const links = linksOfPage(number, bounds, staticPageName);
    const records = indexes.slice(bounds.start, bounds.end).map((index) => table.text(index));
    const { before, after } = pageFrame(table.size, number, bounds.totalPages, links);
    await sink.write(staticPagePath(name, sortOrder, number), Buffer.from(before + records.join(',') + after));
  }
}

/** The descending order with its groups of ties reversed, not its records: tied records have one order in both. */
function ascendingOrder(table: RecordTable): number[] {
  const ascending: number[] = [];
  let groupEnd = table.size;
  for (let index = table.size - 1; index >= 0; index--) {
    if (table.isTied(index)) continue;
    for (let member = index; member < groupEnd; member++) ascending.push(member);
    groupEnd = index;
  }
  return ascending;
}

/** As bytes from the start: the text of a large dataset would exceed what one string can hold. */
function joinRecords(table: RecordTable, indexes: readonly number[]): Buffer {
  const recordBytes = indexes.reduce((sum, index) => sum + table.textBytes(index), 0);
  const bytes = Buffer.allocUnsafe(recordBytes + Math.max(0, indexes.length - 1) + 2);
  let offset = bytes.write('[', 0);
  for (const [place, index] of indexes.entries()) {
    if (place > 0) offset += bytes.write(',', offset);
    offset += bytes.write(table.text(index), offset);
  }
  bytes.write(']', offset);
  return bytes;
}
