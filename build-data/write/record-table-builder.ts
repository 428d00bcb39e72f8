import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { sortKeyComparator } from '../../core/datasets/outlines.ts';
import type { EarlierRecords, InputBlock } from './earlier-records.ts';
import { Numbers } from './record-columns.ts';
import { type AddedBlock, RecordTable } from './record-table.ts';
import { RecordValues } from './record-values.ts';

/** Collects the records of a dataset one by one. */
export class RecordTableBuilder {
  readonly earlier: EarlierRecords | undefined;
  readonly #dataset: DatasetDescription;
  readonly #values: RecordValues;
  /** The row of each record, in the order in which they were added. */
  readonly #rows = new Numbers(Uint32Array);
  readonly #blocks: AddedBlock[] = [];

  /** `earlier` are the records of the last build, if it is known. */
  constructor(dataset: DatasetDescription, earlier?: EarlierRecords) {
    this.#dataset = dataset;
    this.earlier = earlier;
    this.#values = earlier?.values ?? new RecordValues(dataset);
  }

  get size(): number {
    return this.#rows.length;
  }

  /** The record must be valid. */
  add(record: DatasetRecord): void {
    const same = this.earlier?.rowOf(Number(record[this.#dataset.identifierField]));
    if (same !== undefined && this.#values.isSame(record, same)) return this.#rows.push(same);
    this.#rows.push(this.#values.size);
    this.#values.add(record);
  }

  /** Adds records of the last build. */
  addEarlier(rows: Uint32Array): void {
    for (const row of rows) this.#rows.push(row);
  }

  /** Removes all but the first `length` records. */
  truncate(length: number): void {
    this.#rows.length = length;
  }

  get lastIdentifier(): number {
    return this.#values.numbersOf(this.#dataset.identifierField).at(this.#rows.at(this.size - 1));
  }

  /** The identifiers of the records after the first `start`. */
  identifiersFrom(start: number): number[] {
    const identifiers = this.#values.numbersOf(this.#dataset.identifierField);
    return Array.from({ length: this.size - start }, (_, at) => identifiers.at(this.#rows.at(start + at)));
  }

  /** Notes that the records after the first `start` are those of a block. */
  noteBlock(block: InputBlock, start: number): void {
    this.#blocks.push({ block, start, end: this.size });
  }

  /** Sorts the records in the default order of the API. The builder cannot be used again. */
  finish(): RecordTable {
    const values = this.#values;
    values.complete();
    const { identifierField, sortKey } = this.#dataset;
    const added = Uint32Array.from({ length: this.size }, (_, position) => this.#rows.at(position));
    const identifiers = values.numbersOf(identifierField);
    const keyNumbers = sortKey.comparison === 'text' ? values.numbersOf(sortKey.field) : undefined;
    const keyOf = keyNumbers
      ? Float64Array.from(added, (row) => keyNumbers.at(row))
      : ranks(
          Array.from(added, (row) => String(values.value(sortKey.field, row))),
          sortKeyComparator(this.#dataset),
        );
    const byIdentifier = sortedIndexes(
      Float64Array.from(added, (row) => identifiers.at(row)),
      'asc',
    );
    const positions = sortedIndexes(
      Float64Array.from(byIdentifier, (position) => keyOf[position]),
      'desc',
    ).map((at) => byIdentifier[at]);
    const keys = Float64Array.from(positions, (position) => keyOf[position]);
    const ordinals = new Uint32Array(keys.length);
    for (let index = 1; index < keys.length; index++) {
      if (keys[index] === keys[index - 1]) ordinals[index] = ordinals[index - 1] + 1;
    }
    const order = positions.map((position) => added[position]);
    const { earlier } = this;
    const blocks = { added: this.#blocks, positions };
    return new RecordTable({ dataset: this.#dataset, order, keys, ordinals, values, earlier, blocks });
  }
}

/**
 * The rank of each text among the distinct ones, where texts that compare equal share a rank: numbers that have the
 * same order as the texts.
 */
function ranks(texts: readonly string[], compare: (a: string, b: string) => number): Float64Array {
  const distinct = [...new Set(texts)].sort(compare);
  const rankByText = new Map<string, number>();
  let rank = -1;
  let previous: string | undefined;
  for (const text of distinct) {
    if (previous === undefined || compare(previous, text) !== 0) rank++;
    rankByText.set(text, rank);
    previous = text;
  }
  return Float64Array.from(texts, (text) => Number(rankByText.get(text)));
}
