import { createHash } from 'node:crypto';

import type { InputBlock } from '../write/earlier-records.ts';
import type { RecordTableBuilder } from '../write/record-table-builder.ts';

export interface UnparsedRows {
  /** The numbers of rows and of their records. */
  readonly rows: number;
  readonly records: number;
  /** The row of the last record, and its identifier. */
  readonly lastRecord: number;
  readonly identifier: number;
}

/** Recognises rows of a file that the last build has read, so that they are not parsed and checked again. */
export class UnchangedBlocks {
  readonly #builder: RecordTableBuilder;
  /** The position of the first record with each identifier. */
  readonly #firstPositions: Map<number, number>;
  readonly #countIssues: () => number;

  constructor(builder: RecordTableBuilder, firstPositions: Map<number, number>, countIssues: () => number) {
    this.#builder = builder;
    this.#firstPositions = firstPositions;
    this.#countIssues = countIssues;
  }

  /**
   * Adds the records of a block of rows: those of the last build if it has read the same bytes, and otherwise those that
   * `parse` adds, which returns the number of rows. `header` is that of the file, and `firstRow` the number of the first
   * row. Returns what was not parsed.
   */
  addBlock(bytes: Buffer, header: string, firstRow: number, parse: () => number): UnparsedRows | undefined {
    const hash = createHash('sha256').update(header).update('\n').update(bytes).digest('base64');
    const start = this.#builder.size;
    const known = this.#addKnown(hash, firstRow);
    if (known) {
      this.#builder.noteBlock(known, start);
      const { rows, offsets } = known;
      return {
        rows,
        records: offsets.length,
        lastRecord: firstRow + Number(offsets.at(-1)),
        identifier: this.#builder.lastIdentifier,
      };
    }
    const issues = this.#countIssues();
    const rows = parse();
    // Each build reports the issues of a block, so that one with issues is not cached.
    if (this.#countIssues() === issues && this.#builder.size > start) {
      const identifiers = this.#builder.identifiersFrom(start);
      const offsets = Uint32Array.from(identifiers, (each) => Number(this.#firstPositions.get(each)) - firstRow);
      this.#builder.noteBlock({ hash, rows, offsets }, start);
    }
    return undefined;
  }

  #addKnown(hash: string, firstRow: number): InputBlock | undefined {
    const block = this.#builder.earlier?.block(hash);
    if (!block) return undefined;
    const start = this.#builder.size;
    this.#builder.addEarlier(block.indexes);
    const identifiers = this.#builder.identifiersFrom(start);
    // Parsed instead, so that the duplicate is reported.
    if (identifiers.some((identifier) => this.#firstPositions.has(identifier))) {
      this.#builder.truncate(start);
      return undefined;
    }
    for (const [at, offset] of block.offsets.entries())
      this.#firstPositions.set(Number(identifiers[at]), firstRow + offset);
    return { hash, rows: block.rows, offsets: block.offsets };
  }
}
