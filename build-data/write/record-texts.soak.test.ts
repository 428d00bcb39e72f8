import { tmpdir } from 'node:os';

import { afterEach, describe, expect, it, vi } from 'vitest';

import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { secondsToDateTime } from '../../core/datasets/recorded-time.ts';
import { OutputError } from './output-error.ts';
import { sampleRawData } from '../sample/sample-inputs.ts';
import { seededRandom } from '../sample/seeded-random.ts';
import { type RecordTable, RecordTableBuilder } from './record-table.ts';

const memoryForTexts = 10_000;

function bothTables(
  records: readonly DatasetRecord[],
  memory = memoryForTexts,
): { inMemory: RecordTable; onDisk: RecordTable } {
  const [inMemory, onDisk] = [new RecordTableBuilder(rawData), new RecordTableBuilder(rawData, memory)];
  for (const record of records) {
    inMemory.add(record);
    onDisk.add(record);
  }
  return { inMemory: inMemory.finish(), onDisk: onDisk.finish() };
}

const textsOf = (table: RecordTable): string[] => Array.from({ length: table.size }, (_, index) => table.text(index));

function recordsInOrder(table: RecordTable, indexes: Uint32Array): DatasetRecord[] {
  const texts = table.inOrder(indexes);
  return Array.from(indexes, (_, position) => JSON.parse(texts.text(position)) as DatasetRecord);
}

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('records that do not fit into memory', () => {
  const random = seededRandom(7, 'records on disk');
  const records = [...sampleRawData({ seed: 7, rawDataRecords: 3000 })].map((record, index) => ({
    ...record,
    // Many ties, times before 1970, and texts of other lengths in UTF-8 than in UTF-16.
    SightingDateTime: secondsToDateTime(random.integer(-50, 50) * 86_400),
    LocationDetail: ['a\nb', 'Ngarrangga\u2028', '🦈'.repeat(index % 50), null][index % 4] ?? null,
  }));
  const shuffled = records.map((record) => ({ record, at: random.unit() })).sort((a, b) => a.at - b.at);

  it('have the same texts, lengths and order as in memory', () => {
    const { inMemory, onDisk } = bothTables(shuffled.map(({ record }) => record));
    expect(textsOf(onDisk)).toEqual(textsOf(inMemory));
    for (let index = 0; index < inMemory.size; index++) {
      expect(onDisk.textBytes(index)).toBe(inMemory.textBytes(index));
      expect(onDisk.key(index)).toBe(inMemory.key(index));
      expect(onDisk.ordinal(index)).toBe(inMemory.ordinal(index));
    }
    expect(onDisk.last).toBe(inMemory.last);
  });

  it('are read one by one in any order', () => {
    const { inMemory, onDisk } = bothTables(records);
    for (const index of Array.from({ length: 500 }, () => random.integer(0, records.length - 1))) {
      expect(onDisk.text(index)).toBe(inMemory.text(index));
    }
    const order = Uint32Array.from({ length: 500 }, () => random.integer(0, records.length - 1));
    expect(recordsInOrder(onDisk, order)).toEqual(recordsInOrder(inMemory, order));
  });

  it('are read in another order, a part of them at a time', () => {
    const many = Array.from({ length: 130_000 }, (_, index) => ({
      RawDataId: index,
      SightingDateTime: secondsToDateTime(index % 1000),
      LocationX: 115,
      LocationY: -32,
    }));
    const { inMemory, onDisk } = bothTables(many, 1_000_000);
    // Every second record, the last first.
    const order = Uint32Array.from({ length: 65_000 }, (_, position) => many.length - 1 - position * 2);
    const all = Uint32Array.from(many, (_, position) => (position * 7919) % many.length);
    for (const indexes of [order, all]) {
      expect(recordsInOrder(onDisk, indexes)).toEqual(recordsInOrder(inMemory, indexes));
    }
  });

  it('need a folder for temporary files, which a failure names', () => {
    vi.stubEnv('TMPDIR', '/nowhere');
    const builder = new RecordTableBuilder(rawData, memoryForTexts);
    const addAll = (): void => {
      for (const record of records) builder.add(record);
    };
    expect(tmpdir()).toBe('/nowhere');
    expect(addAll).toThrow(OutputError);
    expect(addAll).toThrow('storing them in /nowhere failed: ENOENT');
  });
});
