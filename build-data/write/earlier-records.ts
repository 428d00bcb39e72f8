import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import { countWhile } from '../../core/collections/arrays.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import type { FileReference } from '../../core/storage/format/file-reference.ts';
import type { RecordValues } from './record-values.ts';

/** The kinds of files that an earlier build can have made from the same records in the same order. */
export type MadeKind = 'list' | 'tiles' | 'columns';

/** Files made from consecutive runs of records: of each run, its records and its files, in the order of the kind. */
export interface MadeFiles {
  /** The number of records of each run. */
  readonly lengths: Uint32Array;
  /** The records of all runs, by index in the list of their build. */
  readonly indexes: Uint32Array;
  readonly files: readonly (readonly FileReference[])[];
}

/** Consecutive rows of an input. */
export interface InputBlock {
  /** The hash of their bytes. */
  readonly hash: string;
  /** The number of rows. */
  readonly rows: number;
  /** By record: the number of rows before it. */
  readonly offsets: Uint32Array;
}

/** Its records, by index in the list of their build. */
export interface ReadBlock extends InputBlock {
  readonly indexes: Uint32Array;
}

/** What a build keeps of a dataset for the next one, which numbers its rows by index in this list. */
export interface KeptRecords {
  readonly blocks: readonly ReadBlock[];
  readonly made: Readonly<Record<MadeKind, MadeFiles>>;
  /** By index: the checksum of each record in the list, and the numbers of its points. */
  readonly checksums: Uint16Array;
  readonly points: Uint32Array;
}

/**
 * The records of a dataset in the last build, from which a build continues. The same record keeps its row, so that
 * files whose records have the same rows have the same content.
 */
export class EarlierRecords {
  /** Of these rows, those below `size` are of the earlier build. */
  readonly values: RecordValues;
  readonly size: number;
  readonly checksums: Uint16Array;
  readonly points: Uint32Array;
  readonly #blocks: ReadonlyMap<string, ReadBlock>;
  readonly #runs: Readonly<Record<MadeKind, ReadonlyMap<number, Run>>>;
  readonly #identifiers: Float64Array;
  /** The rows in the order of `identifiers`. */
  readonly #rows: Uint32Array;

  constructor(dataset: DatasetDescription, values: RecordValues, kept: KeptRecords) {
    this.values = values;
    this.size = values.size;
    this.checksums = kept.checksums;
    this.points = kept.points;
    this.#blocks = new Map(kept.blocks.map((block) => [block.hash, block]));
    this.#runs = { list: runsOf(kept.made.list), tiles: runsOf(kept.made.tiles), columns: runsOf(kept.made.columns) };
    const numbers = values.numbersOf(dataset.identifierField);
    const identifiers = Float64Array.from({ length: this.size }, (_, row) => numbers.at(row));
    this.#rows = sortedIndexes(identifiers, 'asc');
    this.#identifiers = Float64Array.from(this.#rows, (row) => identifiers[row]);
  }

  /** The row of the record with an identifier; undefined if there was none. */
  rowOf(identifier: number): number | undefined {
    const position = countWhile(this.size, (index) => this.#identifiers[index] < identifier);
    return this.#identifiers[position] === identifier ? this.#rows[position] : undefined;
  }

  /** The rows of the input whose bytes have this hash. `indexes` are the rows of their records here. */
  block(hash: string): ReadBlock | undefined {
    return this.#blocks.get(hash);
  }

  /** The files that were made from the records in these rows, in this order. */
  made(kind: MadeKind, rows: Uint32Array): readonly FileReference[] | undefined {
    const run = this.#runs[kind].get(rows[0]);
    return run?.rows.length === rows.length && run.rows.every((row, at) => row === rows[at]) ? run.files : undefined;
  }
}

interface Run {
  readonly rows: Uint32Array;
  readonly files: readonly FileReference[];
}

/** By first row. */
function runsOf({ lengths, indexes, files }: MadeFiles): ReadonlyMap<number, Run> {
  const runs = new Map<number, Run>();
  let start = 0;
  for (const [run, length] of lengths.entries()) {
    runs.set(indexes[start], { rows: indexes.subarray(start, start + length), files: files[run] });
    start += length;
  }
  return runs;
}
