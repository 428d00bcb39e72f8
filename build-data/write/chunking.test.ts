import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { rawData } from '../../core/datasets/datasets.ts';
import { decodeIdentifierBlock } from '../../core/storage/format/identifier-block.ts';
import { chunkSizesFor, contentDefinedChunks, contentDefinedChunksFromEnd, hashOfNumber } from './chunking.ts';
import { rawDataRecord, smallSizes, storedDataset } from './testing/stored-dataset.ts';
import { hilbertIndex } from './write-locations.ts';

const unlimited = { target: 128, maximumWeight: Infinity };

function chunksOf(identifiers: readonly number[], options = unlimited, weight = (): number => 1): number[][] {
  const starts = contentDefinedChunks(
    identifiers.length,
    (index) => hashOfNumber(identifiers[index] ?? 0),
    weight,
    options,
  );
  return starts.map((start, chunk) => identifiers.slice(start, starts[chunk + 1]));
}

const identifiers = Array.from({ length: 20_000 }, (_, index) => 46_307 + index);

describe('content-defined chunking', () => {
  it('makes no chunk of an empty sequence, and one chunk of a single item', () => {
    expect(chunksOf([])).toEqual([]);
    expect(chunksOf([7])).toEqual([[7]]);
  });

  it('keeps every item in order, in chunks of bounded size', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 3000 }), (items) => {
        const chunks = chunksOf(items);
        expect(chunks.flat()).toEqual(items);
        for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(128 * 2);
        for (const chunk of chunks.slice(0, -1)) expect(chunk.length).toBeGreaterThanOrEqual(128 / 2);
      }),
      { numRuns: 50 },
    );
  });

  it('changes at most two chunks when an item is added', () => {
    const before = new Set(chunksOf(identifiers).map((chunk) => chunk.join()));
    for (const index of [0, 1, 777, 10_000, 19_999]) {
      const after = chunksOf([...identifiers.slice(0, index), 1_000_000 + index, ...identifiers.slice(index)]);
      const changed = after.filter((chunk) => !before.has(chunk.join()));
      expect(changed.length).toBeLessThanOrEqual(2);
    }
  });

  it('keeps chunks below the maximum weight, unless a single item exceeds it', () => {
    const weights = [1, 1, 50, 1, 1, 3, 3, 3, 3];
    const starts = contentDefinedChunks(
      weights.length,
      () => 1,
      (index) => weights[index] ?? 0,
      { target: 128, maximumWeight: 10 },
    );
    const sums = starts.map((start, chunk) =>
      weights.slice(start, starts[chunk + 1]).reduce((sum, weight) => sum + weight, 0),
    );
    expect(sums).toEqual([2, 50, 8, 6]);
  });

  it('moves no boundary when items are added at the front, if it starts from the end', () => {
    const chunksFromEnd = (items: readonly number[]): number[][] => {
      const starts = contentDefinedChunksFromEnd(
        items.length,
        (index) => hashOfNumber(items[index] ?? 0),
        () => 1,
        unlimited,
      );
      return starts.map((start, chunk) => items.slice(start, starts[chunk + 1]));
    };
    expect(chunksFromEnd([])).toEqual([]);
    expect(chunksFromEnd([7])).toEqual([[7]]);
    const before = chunksFromEnd(identifiers);
    expect(before.flat()).toEqual(identifiers);
    for (const count of [1, 16, 100]) {
      const after = chunksFromEnd([...Array.from({ length: count }, (_, index) => 2_000_000 + index), ...identifiers]);
      expect(after.slice(-before.length + 1)).toEqual(before.slice(1));
    }
  });

  it('chooses the chunk sizes by the number of records', () => {
    const sizes = [0, 1, 17_330, 100_000, 1_000_000].map(chunkSizesFor);
    expect(sizes.map(({ recordsPerListShard }) => recordsPerListShard)).toEqual([128, 128, 128, 256, 1024]);
    expect(sizes.map(({ recordsPerLocationShard }) => recordsPerLocationShard)).toEqual([512, 512, 512, 512, 512]);
    expect(sizes.map(({ identifiersPerBlock }) => identifiersPerBlock)).toEqual([1024, 1024, 1024, 1024, 2048]);
    expect(chunkSizesFor(1_000_000).maximumIdentifiersPerBlock).toBe(8192);
    expect(chunkSizesFor(10_000_000)).toMatchObject({ identifiersPerBlock: 8192, maximumIdentifiersPerBlock: 9216 });
  });
});

describe('the identifier blocks of a dataset', () => {
  it('have at most the maximum number of records', async () => {
    const records = identifiers.slice(0, 500).map((identifier) => rawDataRecord(identifier, identifier, 115, -32));
    const { tree } = await storedDataset(rawData, records, {
      ...smallSizes,
      identifiersPerBlock: 16,
      maximumIdentifiersPerBlock: 18,
    });
    const identifierBlockKind = 5;
    const blocks = [...tree.files.values()].filter((bytes) => bytes[4] === identifierBlockKind);
    const lengths = blocks.map((bytes) => decodeIdentifierBlock(bytes).identifiers.length);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(500);
    expect(Math.max(...lengths)).toBe(18);
  });
});

describe('the Hilbert curve', () => {
  it('visits every cell of a coarse grid once, each next to the previous one', () => {
    const side = 16;
    const cells = Array.from({ length: side * side }, (_, cell) => ({ x: cell % side, y: Math.floor(cell / side) }));
    const ordered = cells
      .map((cell) => ({
        cell,
        number: hilbertIndex(((cell.x + 0.5) / side) * 360 - 180, ((cell.y + 0.5) / side) * 180 - 90),
      }))
      .sort((a, b) => a.number - b.number);
    expect(new Set(ordered.map(({ number }) => number)).size).toBe(cells.length);
    for (const [index, { cell }] of ordered.entries()) {
      const previous = ordered[index - 1]?.cell;
      if (previous) expect(Math.abs(previous.x - cell.x) + Math.abs(previous.y - cell.y)).toBe(1);
    }
  });

  it('accepts the corners of the globe', () => {
    for (const [longitude, latitude] of [
      [-180, -90],
      [180, 90],
      [-180, 90],
      [180, -90],
    ] as const) {
      expect(Number.isSafeInteger(hilbertIndex(longitude, latitude))).toBe(true);
    }
  });
});
