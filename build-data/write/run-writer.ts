import type { FileReference } from '../../core/storage/format/file-reference.ts';
import { dataFilePath } from '../../core/storage/format/layout.ts';
import type { RunFiles, RunKind } from './earlier-records.ts';
import type { RecordTable } from './record-table.ts';
import { type TreeSink, writeHashed } from './tree-sink.ts';

/** Writes the files of runs of records, or reuses those that the last build made from the same records. */
export class RunWriter {
  readonly #kind: RunKind;
  readonly #content: RecordTable['content'];
  readonly #sink: TreeSink;
  readonly #lengths: number[] = [];
  readonly #indexes: Uint32Array;
  readonly #files: (readonly FileReference[])[] = [];
  #end = 0;

  constructor(kind: RunKind, table: RecordTable, sink: TreeSink) {
    this.#kind = kind;
    this.#content = table.content;
    this.#sink = sink;
    this.#indexes = new Uint32Array(table.size);
  }

  /**
   * Returns the files of the records with these indexes. `encode` returns their contents. `canReuse` is false
   * if anything has changed that these depend on besides the records and their order.
   */
  async write(
    indexes: Uint32Array,
    encode: () => readonly Uint8Array<ArrayBuffer>[],
    canReuse = true,
  ): Promise<readonly FileReference[]> {
    const files = (canReuse ? await this.#reuse(indexes) : undefined) ?? (await this.#write(encode()));
    this.#indexes.set(indexes, this.#end);
    this.#end += indexes.length;
    this.#lengths.push(indexes.length);
    this.#files.push(files);
    return files;
  }

  get runs(): RunFiles {
    return { lengths: Uint32Array.from(this.#lengths), indexes: this.#indexes, files: this.#files };
  }

  async #reuse(indexes: Uint32Array): Promise<readonly FileReference[] | undefined> {
    const { earlier, order } = this.#content;
    const files = earlier?.filesOfRun(
      this.#kind,
      indexes.map((index) => order[index]),
    );
    if (!files || !this.#sink.reuse) return undefined;
    for (const file of files)
      if (!(await this.#sink.reuse(dataFilePath({ ...file, extension: 'json' })))) return undefined;
    return files;
  }

  async #write(contents: readonly Uint8Array<ArrayBuffer>[]): Promise<readonly FileReference[]> {
    const files: FileReference[] = [];
    for (const bytes of contents) files.push(await writeHashed(bytes, 'json', this.#sink));
    return files;
  }
}
