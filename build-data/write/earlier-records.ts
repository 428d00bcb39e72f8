import { sortedIndexes } from '../../core/collections/sorted-indexes.ts';
import { countWhile } from '../../core/collections/arrays.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import type { FileReference } from '../../core/storage/format/file-reference.ts';
import type { RecordValues } from './record-values.ts';

/** The kinds of files that are reused for the same records in the same order. */
export type RunKind = 'list' | 'tiles' | 'columns';

/** Files that were made from consecutive records: the records and the files of each run, in the order in which they were written. */
export interface RunFiles {
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
  /** For each record: the number of rows of the block before it. */
  readonly offsets: Uint32Array;
}

/** Its records, by index in the list of their build. */
export interface ReadBlock extends InputBlock {
  readonly indexes: Uint32Array;
}

/** The records of a dataset in the build cache. Their indexes in the list are their rows in the next build. */
export interface CachedRecords {
  readonly blocks: readonly ReadBlock[];
  readonly runs: Readonly<Record<RunKind, RunFiles>>;
  /** The checksum of each record, in list order. */
  readonly checksums: Uint16Array;
  /** The numbers of the points of each record, record after record in list order. */
  readonly points: Uint32Array;
}

/**
 * The records of a dataset in the last build, from which a build continues. The same record keeps its row, so that
 * files whose records have the same rows have the same content.
 */
export class EarlierRecords {
  /** Rows below `size` are of the last build; new records follow. */
  readonly values: RecordValues;
  readonly size: number;
  readonly checksums: Uint16Array;
  readonly points: Uint32Array;
  readonly #blocks: ReadonlyMap<string, ReadBlock>;
  readonly #runs: Readonly<Record<RunKind, ReadonlyMap<number, Run>>>;
  readonly #identifiers: Float64Array;
  /** The rows in the order of `identifiers`. */
  readonly #rows: Uint32Array;

  constructor(dataset: DatasetDescription, values: RecordValues, cached: CachedRecords) {
    this.values = values;
    this.size = values.size;
    this.checksums = cached.checksums;
    this.points = cached.points;
    this.#blocks = new Map(cached.blocks.map((block) => [block.hash, block]));
    this.#runs = {
      list: runsOf(cached.runs.list),
      tiles: runsOf(cached.runs.tiles),
      columns: runsOf(cached.runs.columns),
    };
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

  /** The block of the input whose bytes have this hash. `indexes` are the rows of its records. */
  block(hash: string): ReadBlock | undefined {
    return this.#blocks.get(hash);
  }

  /** The files that were made from the records in these rows, in this order. */
  filesOfRun(kind: RunKind, rows: Uint32Array): readonly FileReference[] | undefined {
    const run = this.#runs[kind].get(rows[0]);
    return run?.rows.length === rows.length && run.rows.every((row, at) => row === rows[at]) ? run.files : undefined;
  }
}

interface Run {
  readonly rows: Uint32Array;
  readonly files: readonly FileReference[];
}

/** By first row. */
function runsOf({ lengths, indexes, files }: RunFiles): ReadonlyMap<number, Run> {
  const runs = new Map<number, Run>();
  let start = 0;
  for (const [run, length] of lengths.entries()) {
    runs.set(indexes[start], { rows: indexes.subarray(start, start + length), files: files[run] });
    start += length;
  }
  return runs;
}
