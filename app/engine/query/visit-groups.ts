import { indexOfLastAtMost } from '../../../core/collections/arrays.ts';
import type { RecordStore } from '../load/record-store.ts';

/** A list of records in which those of a group are next to each other. */
export interface GroupedRecords {
  readonly records: Uint32Array;
  /** The indexes in `records` at which groups start. */
  readonly starts: Uint32Array;
}

/**
 * Groups the detections of each visit to a location, at the place of the first one in the list. Any other record is a
 * group of its own.
 */
export function groupVisits(
  list: Uint32Array,
  { visitOf, visits }: Pick<RecordStore, 'visitOf' | 'visits'>,
): GroupedRecords {
  const groupOfVisit = new Uint32Array(visits + 1);
  const groupOf = new Uint32Array(list.length);
  const sizes = new Uint32Array(list.length);
  let groups = 0;
  for (let index = 0; index < list.length; index++) {
    const visit = visitOf[list[index]];
    // Group numbers are stored plus 1, because 0 means none yet.
    const known = visit === 0 ? 0 : groupOfVisit[visit];
    const group = known === 0 ? groups++ : known - 1;
    if (visit !== 0) groupOfVisit[visit] = group + 1;
    groupOf[index] = group;
    sizes[group]++;
  }
  const starts = new Uint32Array(groups);
  for (let group = 1; group < groups; group++) starts[group] = starts[group - 1] + sizes[group - 1];
  const next = starts.slice();
  const records = new Uint32Array(list.length);
  for (let index = 0; index < list.length; index++) {
    const group = groupOf[index];
    records[next[group]++] = list[index];
  }
  return { records, starts };
}

/** A row of a list with groups: a record, or the head of a group of several. */
export type GroupedRow =
  /** `index` is that of the record in the list. */
  | { readonly kind: 'record'; readonly index: number; readonly isInGroup: boolean }
  /** The group has the records from `start` to `end` (exclusive). */
  | { readonly kind: 'group'; readonly start: number; readonly end: number; readonly isExpanded: boolean };

/** The rows of a list of records in which each group of several is one row, unless it is expanded. */
export class GroupedRows {
  readonly length: number;
  readonly #starts: Uint32Array;
  readonly #records: number;
  /** The expanded groups in ascending order. */
  readonly #expanded: readonly number[];

  /** `expanded` has the indexes of the first records of expanded groups; others are ignored. */
  constructor(starts: Uint32Array, records: number, expanded: readonly number[]) {
    this.#starts = starts;
    this.#records = records;
    const groups = expanded.flatMap((index) => {
      const group = indexOfLastAtMost(starts, index);
      return starts[group] === index && this.#sizeOf(group) > 1 ? [group] : [];
    });
    this.#expanded = [...new Set(groups)].sort((a, b) => a - b);
    this.length = starts.length + this.#expanded.reduce((sum, group) => sum + this.#sizeOf(group), 0);
  }

  /** The rows from `start` to `end` (exclusive). */
  slice(start: number, end: number): GroupedRow[] {
    const rows: GroupedRow[] = [];
    for (let row = Math.max(0, start); row < Math.min(end, this.length); row++) rows.push(this.#at(row));
    return rows;
  }

  #at(row: number): GroupedRow {
    /** The number of rows that the expanded groups before this row have in addition to their heads. */
    let extra = 0;
    for (const group of this.#expanded) {
      const head = group + extra;
      if (row <= head) break;
      const size = this.#sizeOf(group);
      if (row <= head + size) {
        return { kind: 'record', index: this.#starts[group] + row - head - 1, isInGroup: true };
      }
      extra += size;
    }
    const group = row - extra;
    const index = this.#starts[group];
    const size = this.#sizeOf(group);
    if (size === 1) return { kind: 'record', index, isInGroup: false };
    return { kind: 'group', start: index, end: index + size, isExpanded: this.#expanded.includes(group) };
  }

  #sizeOf(group: number): number {
    return (this.#starts[group + 1] ?? this.#records) - this.#starts[group];
  }
}
