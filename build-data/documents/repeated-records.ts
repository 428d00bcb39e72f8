import type { DatasetDescription, DatasetRecord, RecordGroup } from '../../core/datasets/dataset-description.ts';
import type { RecordTable } from '../write/record-table.ts';
import { recordAt } from './record-at.ts';

/** Records that share something with others. */
export interface FoundRecords {
  readonly records: number;
  /** Identifiers of the first ones, ascending. */
  readonly examples: readonly number[];
}

/** Values that should belong to one record of a group each, but belong to several. */
export interface SharedValues extends FoundRecords {
  readonly group: RecordGroup;
  /** How many values are shared. */
  readonly values: number;
}

const mostExamples = 5;

/**
 * The records that repeat one with a smaller identifier in every field but the identifier. Texts are compared where their
 * hashes are equal: a set of a million texts would take hundreds of megabytes.
 */
export function exactCopiesIn(table: RecordTable): FoundRecords {
  const hashes = Uint32Array.from({ length: table.size }, (_, index) => hashOf(textWithoutIdentifier(table, index)));
  const order = Uint32Array.from(hashes.keys()).sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0));
  const copies: number[] = [];
  for (let start = 0, end = 0; start < order.length; start = end) {
    const hash = hashes[order[start] ?? 0];
    while (end < order.length && hashes[order[end] ?? 0] === hash) end++;
    if (end - start > 1) copies.push(...copiesAmong(table, order.subarray(start, end)));
  }
  return found(copies);
}

function copiesAmong(table: RecordTable, indexes: Uint32Array): number[] {
  const seen = new Set<string>();
  const copies: number[] = [];
  for (const index of indexes.toSorted((a, b) => table.identifier(a) - table.identifier(b))) {
    const text = textWithoutIdentifier(table, index);
    if (seen.has(text)) copies.push(table.identifier(index));
    seen.add(text);
  }
  return copies;
}

/** A text cannot contain this key with its quotation marks, because JSON escapes them. */
function textWithoutIdentifier(table: RecordTable, index: number): string {
  return table.text(index).replace(`"${table.dataset.identifierField}":${table.identifier(index)}`, '');
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The values shared by several records, for each field that should be unique, by group of records. */
export function sharedValuesIn(table: RecordTable): ReadonlyMap<string, readonly SharedValues[]> {
  const { fields }: DatasetDescription = table.dataset;
  return new Map(
    fields
      .filter(({ uniqueAmong }) => uniqueAmong)
      .map(({ name, uniqueAmong = [] }) => [name, uniqueAmong.map((group) => sharedIn(table, name, group))]),
  );
}

function sharedIn(table: RecordTable, field: string, group: RecordGroup): SharedValues {
  /** The first record with each value; undefined once it has been counted. */
  const firsts = new Map<string | number, number | undefined>();
  const sharing: number[] = [];
  let values = 0;
  for (let index = 0; index < table.size; index++) {
    const record = recordAt(table, index);
    const value = record[field] ?? null;
    if (value === null || !isInGroup(record, group)) continue;
    const identifier = table.identifier(index);
    if (!firsts.has(value)) {
      firsts.set(value, identifier);
      continue;
    }
    const first = firsts.get(value);
    if (first !== undefined) {
      values++;
      sharing.push(first);
      firsts.set(value, undefined);
    }
    sharing.push(identifier);
  }
  return { group, values, ...found(sharing) };
}

function isInGroup(record: DatasetRecord, { field, comparison, value }: RecordGroup): boolean {
  const isEqual =
    String(record[field] ?? '')
      .trim()
      .toLowerCase() === value.toLowerCase();
  return comparison === 'is' ? isEqual : !isEqual;
}

function found(identifiers: readonly number[]): FoundRecords {
  return { records: identifiers.length, examples: identifiers.toSorted((a, b) => a - b).slice(0, mostExamples) };
}
