import { indexOfLastAtMost } from '../../../core/collections/arrays.ts';
import type { RecordStore } from '../load/record-store.ts';

/** Detections further apart belong to different visits of the animal. */
export const longestGapInSeconds = 2 * 3600;

type DetectionColumns = Pick<RecordStore, 'sharkOf' | 'siteOf' | 'seconds'>;

/**
 * Groups repeated detections in a list: neighbours of the same tagged shark at the same receiver, at most two hours apart. Returns
 * the index in the list at which each group starts; a record that repeats nothing is a group of its own.
 */
export function groupRepeats(list: Uint32Array, { sharkOf, siteOf, seconds }: DetectionColumns): Uint32Array {
  const starts = new Uint32Array(list.length);
  let groups = 0;
  for (let index = 0; index < list.length; index++) {
    const record = list[index];
    const before = list[index - 1];
    const isRepeat =
      index > 0 &&
      sharkOf[record] !== 0 &&
      sharkOf[record] === sharkOf[before] &&
      siteOf[record] === siteOf[before] &&
      Math.abs(seconds[record] - seconds[before]) <= longestGapInSeconds;
    if (!isRepeat) starts[groups++] = index;
  }
  return starts.slice(0, groups);
}

/** A row of a list with groups: a record, or the head of a group of several. */
export type GroupedRow =
  /** `index` is that of the record in the list. */
  | { readonly kind: 'record'; readonly index: number; readonly isInGroup: boolean }
  /** The group has the records from `start` to `end` (exclusive). */
  | { readonly kind: 'group'; readonly start: number; readonly end: number; readonly isExpanded: boolean };

/** The rows of a list of records in which repeats are collapsed into one row, unless they are expanded. */
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
