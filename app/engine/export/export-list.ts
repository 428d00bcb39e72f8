import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import type { ListShardReference } from '../../../core/storage/format/tables.ts';
import { type StoredDataset, openDataset } from '../../../core/storage/reader/stored-dataset.ts';
import type { Snapshot } from '../../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import type { Tab } from '../../view/view-state.ts';
import type { ExportedList, FileFormat } from '../engine.ts';
import { csvLine, geoJsonFeature } from './file-formats.ts';

type WriteRecord = (dataset: DatasetDescription, record: DatasetRecord, isFirst: boolean) => string;

const writers: Readonly<Record<FileFormat, WriteRecord>> = { csv: csvLine, geojson: geoJsonFeature };

/** Enough to hide a slow response; browsers allow six concurrent requests per host, and the page needs the rest. */
const shardsAtOnce = 4;
/** The output index of a record that is not wanted. */
const notWanted = 0xffff_ffff;

/** Opens the dataset that a tab lists. Throws StoredDataError. */
export function openFiles(snapshot: Snapshot, tab: Tab): StoredDataset {
  return openDataset(snapshot, tab === 'records' ? rawData : coastalFeatures);
}

/**
 * Writes the complete records at `indexes` of the stored list, in that order. Neither all records nor their whole text
 * are ever in memory at once. Rejects with an Error whose message can be shown to the user, or when `signal` is
 * aborted.
 */
export async function exportList(
  files: StoredDataset,
  indexes: Uint32Array,
  format: FileFormat,
  signal: AbortSignal,
  onProgress?: (read: number, total: number) => void,
): Promise<ExportedList> {
  const count = indexes.length;
  const outputIndexes = new Uint32Array(files.records).fill(notWanted);
  for (const [outputIndex, index] of indexes.entries()) outputIndexes[index] = outputIndex;
  const text = new OrderedText(count);
  let read = 0;
  onProgress?.(read, count);
  try {
    for await (const wanted of readWanted(files, outputIndexes)) {
      signal.throwIfAborted();
      for (const [index, json] of wanted.texts.entries()) {
        const outputIndex = wanted.outputIndexes[index] ?? notWanted;
        text.add(outputIndex, writers[format](files.dataset, JSON.parse(json) as DatasetRecord, outputIndex === 0));
      }
      onProgress?.((read += wanted.texts.length), count);
    }
  } catch (cause) {
    if (!(cause instanceof StoredDataError)) throw cause;
    throw new Error(`Some of the records could not be read (${cause.message}). Check the network and try again.`, {
      cause,
    });
  }
  return { text: await text.finish(signal), count };
}

/** Some records of a shard: their JSON, and the output index of each. */
interface WantedRecords {
  readonly texts: readonly string[];
  readonly outputIndexes: readonly number[];
}

/**
 * The wanted records, shard after shard in the order of the stored list. Each shard is read once and only a few are in
 * memory at a time. `outputIndexes` holds the output index of each record of the list, or `notWanted`. Throws
 * StoredDataError.
 */
async function* readWanted(files: StoredDataset, outputIndexes: Uint32Array): AsyncGenerator<WantedRecords> {
  const { shards } = await files.listTable();
  const pending: Promise<WantedRecords>[] = [];
  for (const shard of shards) {
    const rows = wantedRows(shard, outputIndexes);
    if (rows.length === 0) continue;
    const reading = readRows(files, shard, rows, outputIndexes);
    // A failure is thrown where the promise is awaited. After another failure or an early end, it is not awaited.
    reading.catch(() => undefined);
    pending.push(reading);
    const [first] = pending;
    if (first && pending.length === shardsAtOnce) {
      yield await first;
      pending.shift();
    }
  }
  for (const reading of pending) yield await reading;
}

function wantedRows({ firstIndex, records }: ListShardReference, outputIndexes: Uint32Array): number[] {
  const rows: number[] = [];
  for (let row = 0; row < records; row++) if (outputIndexes[firstIndex + row] !== notWanted) rows.push(row);
  return rows;
}

async function readRows(
  files: StoredDataset,
  shard: ListShardReference,
  rows: readonly number[],
  outputIndexes: Uint32Array,
): Promise<WantedRecords> {
  const texts = await retryOnce(files, (each) => each.recordsInShard(shard, rows));
  return {
    texts: texts.map((text, index) => {
      if (text !== undefined) return text;
      throw new StoredDataError('the list', `the record at index ${shard.firstIndex + rows[index]} is missing`);
    }),
    outputIndexes: rows.map((row) => outputIndexes[shard.firstIndex + row] ?? notWanted),
  };
}

/** Retries once without caches: of a thousand files, one may arrive damaged or not at all. */
async function retryOnce<Content>(
  files: StoredDataset,
  read: (files: StoredDataset) => Promise<Content>,
): Promise<Content> {
  try {
    return await read(files);
  } catch (error) {
    if (!(error instanceof StoredDataError)) throw error;
    return read(files.readWith({ fresh: true }));
  }
}

/** Texts per part: at a few hundred bytes per text, a part is a few MB. */
const textsInPart = 8192;
/** How many characters of incomplete parts are held in memory before they are moved to Blobs. */
const maxHeldCharacters = 16_000_000;

/** An incomplete part. */
interface OpenPart {
  /** How many of its texts have been added. */
  count: number;
  held: Texts;
  readonly spilled: SpilledTexts[];
}

interface Texts {
  readonly texts: string[];
  /** The index of each text in the part. */
  readonly indexes: number[];
}

interface SpilledTexts {
  readonly content: Blob;
  readonly indexes: number[];
  readonly lengths: readonly number[];
}

/**
 * Concatenates many texts by index, in whichever order they are added. A part is written as soon as all its texts have
 * been added. When the texts of incomplete parts become too large, they are moved to Blobs, whose content browsers can
 * store outside the page's memory.
 */
export class OrderedText {
  readonly #count: number;
  readonly #sizes: { readonly textsInPart: number; readonly maxHeldCharacters: number };
  readonly #parts: Blob[] = [];
  readonly #open = new Map<number, OpenPart>();
  #charactersHeld = 0;
  #missing: number;

  /** `count` is the number of texts. Tests use smaller sizes. */
  constructor(count: number, sizes = { textsInPart, maxHeldCharacters }) {
    this.#count = count;
    this.#missing = count;
    this.#sizes = sizes;
  }

  /** Call this once for each index from 0 to `count` - 1. No text may begin or end within a surrogate pair. */
  add(index: number, text: string): void {
    const { textsInPart, maxHeldCharacters } = this.#sizes;
    const partIndex = Math.floor(index / textsInPart);
    const part = this.#open.get(partIndex) ?? { count: 0, held: noTexts(), spilled: [] };
    this.#open.set(partIndex, part);
    part.held.texts.push(text);
    part.held.indexes.push(index - partIndex * textsInPart);
    part.count++;
    this.#charactersHeld += text.length;
    this.#missing--;
    if (part.count === this.#sizeOf(partIndex) && part.spilled.length === 0) {
      this.#charactersHeld -= lengthOf(part.held);
      this.#close(partIndex, [part.held]);
    } else if (this.#charactersHeld > maxHeldCharacters) {
      this.#spill();
    }
  }

  /** The whole text. Rejects with an Error whose message can be shown to the user, or when `signal` is aborted. */
  async finish(signal: AbortSignal): Promise<Blob> {
    if (this.#missing > 0) throw new Error(`Some records are missing (${this.#missing}). Try again.`);
    try {
      for (const [partIndex, part] of this.#open) {
        signal.throwIfAborted();
        this.#close(partIndex, [...(await Promise.all(part.spilled.map(readSpilled))), part.held]);
      }
      const whole = new Blob(this.#parts);
      // Browsers report missing space only when the content is read.
      await whole.slice(-1).arrayBuffer();
      signal.throwIfAborted();
      return whole;
    } catch (cause) {
      if (signal.aborted) throw cause;
      throw new Error('There is not enough space on this device for this file. Free some space and try again.', {
        cause,
      });
    }
  }

  #sizeOf(partIndex: number): number {
    const { textsInPart } = this.#sizes;
    return Math.min(textsInPart, this.#count - partIndex * textsInPart);
  }

  #close(partIndex: number, groups: readonly Texts[]): void {
    const inOrder = new Array<string>(this.#sizeOf(partIndex));
    for (const { texts, indexes } of groups) {
      for (const [textIndex, index] of indexes.entries()) inOrder[index] = texts[textIndex];
    }
    this.#parts[partIndex] = new Blob([inOrder.join('')]);
    this.#open.delete(partIndex);
  }

  #spill(): void {
    for (const part of this.#open.values()) {
      const { texts, indexes } = part.held;
      if (texts.length === 0) continue;
      part.spilled.push({ content: new Blob([texts.join('')]), indexes, lengths: texts.map(({ length }) => length) });
      part.held = noTexts();
    }
    this.#charactersHeld = 0;
  }
}

function noTexts(): Texts {
  return { texts: [], indexes: [] };
}

function lengthOf({ texts }: Texts): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

async function readSpilled({ content, indexes, lengths }: SpilledTexts): Promise<Texts> {
  const text = await content.text();
  let start = 0;
  return { texts: lengths.map((length) => text.slice(start, (start += length))), indexes };
}
