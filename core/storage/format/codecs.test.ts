import { crc32 } from 'node:zlib';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from './bytes.ts';
import {
  decodeColumnTable,
  decodeDetailTable,
  decodeIdentifierTable,
  decodeListTable,
  decodeTileTable,
  encodeColumnTable,
  encodeIdentifierTable,
  encodeListTable,
  encodeTileTable,
  type ListPosition,
} from './tables.ts';
import { decodeIdentifierBlock, encodeIdentifierBlock, storedRecordOf } from './identifier-block.ts';
import { checksumOfPart } from './bytes.ts';
import { recordAtStart } from './record-shard.ts';
import { decodeTile, decodeTilePositions, encodeTile, type TileContent } from './tile.ts';
import { sizeOf } from '../../../tests/support/test-size.ts';

const largest = Number.MAX_SAFE_INTEGER;
/** Differences of neighbouring keys must be safe integers. Real dates and ranks are far smaller. */
const keys = fc.oneof(
  fc.constantFrom(0, -5_364_662_400, 253_402_300_799, largest >> 1),
  fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
);
const ordinals = fc.oneof(fc.constantFrom(0, 0, 0, 1, 2 ** 32 - 1), fc.nat({ max: 3 }));
const listPositions: fc.Arbitrary<ListPosition> = fc.record({ key: keys, ordinal: ordinals });
const identifiers = fc.oneof(fc.constantFrom(0, 1, 46_307, 2 ** 52), fc.nat());
const degrees = (limit: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(-limit, limit, 0, -0, 1e-300, limit / 3),
    fc.integer({ min: -limit * 1e4, max: limit * 1e4 }).map((number) => number / 1e4),
    fc.double({ min: -limit, max: limit, noNaN: true }),
  );
const hashes = fc.stringMatching(/^[0-9a-f]{32}$/);
const counts = fc.oneof(fc.constantFrom(0, largest), fc.nat());
const file = { hash: hashes, bytes: counts };

const tiles: fc.Arbitrary<TileContent> = fc
  .integer({ min: 1, max: 3 })
  .chain((pointsPerLocation) => {
    const points = { minLength: pointsPerLocation, maxLength: pointsPerLocation };
    return fc.record({
      pointsPerLocation: fc.constant(pointsPerLocation),
      locations: fc.array(
        fc.record({
          longitudes: fc.array(degrees(180), points),
          latitudes: fc.array(degrees(90), points),
          records: fc.array(listPositions, { maxLength: 12 }),
        }),
        { maxLength: 20 },
      ),
      shards: fc.array(fc.record({ ...file, records: fc.nat({ max: 5 }) }), { maxLength: 5 }),
    });
  })
  .map((content) => {
    // The shards must have as many records as the locations: one shard is added, or replaces all shards.
    const records = content.locations.flatMap((location) => location.records).length;
    const inShards = content.shards.reduce((sum, shard) => sum + shard.records, 0);
    const reference = { hash: 'a'.repeat(32), bytes: 1 };
    if (inShards <= records)
      return { ...content, shards: [...content.shards, { ...reference, records: records - inShards }] };
    return { ...content, shards: [{ ...reference, records }] };
  });

const listShards = fc.array(
  fc.record({ ...file, records: fc.nat(), recordBytes: counts, first: listPositions, tiedAfter: counts }),
  { maxLength: 8 },
);
const box = fc.tuple(degrees(180), degrees(180), degrees(90), degrees(90)).map(([a, b, c, d]) => ({
  west: Math.min(a, b),
  east: Math.max(a, b),
  south: Math.min(c, d),
  north: Math.max(c, d),
}));
const tileTables = fc.array(
  fc
    .tuple(
      fc.record({ ...file, records: fc.nat(), positionsBytes: counts, positionsChecksum: fc.nat(65_535) }),
      keys,
      fc.nat(),
      box,
    )
    .map(([reference, newestKey, span, edges]) => ({ ...reference, newestKey, oldestKey: newestKey - span, ...edges })),
  { maxLength: 30 },
);
const columnTables = fc.array(fc.record({ ...file, records: fc.nat() }), { maxLength: 8 });
const identifierTables = fc
  .array(fc.record({ ...file, firstIdentifier: counts }), { maxLength: 8 })
  .map((blocks) => blocks.sort((a, b) => a.firstIdentifier - b.firstIdentifier));
const identifierBlocks = fc
  .record({
    shards: fc.array(fc.record(file), { minLength: 1, maxLength: 4 }),
    longest: fc.nat(5000),
    records: fc.uniqueArray(
      fc.record({ identifier: identifiers, shard: fc.nat(), offset: fc.nat(), checksum: fc.nat(65_535) }),
      { selector: ({ identifier }) => identifier, maxLength: 60 },
    ),
  })
  .map(({ shards, longest, records }) => ({
    shards,
    longest,
    records: records
      .sort((a, b) => a.identifier - b.identifier)
      .map((record) => ({ ...record, shard: record.shard % shards.length })),
  }));
type BlockContent = (typeof identifierBlocks)['generate'] extends (...parameters: never[]) => fc.Value<infer Content>
  ? Content
  : never;
const encodeBlock = ({ shards, longest, records }: BlockContent) => encodeIdentifierBlock(shards, longest, records);

const decoders = {
  decodeTile,
  decodeIdentifierBlock,
  decodeListTable,
  decodeTileTable,
  decodeIdentifierTable,
  decodeColumnTable,
  decodeDetailTable,
};

describe('tiles', () => {
  it('restore every location, record and shard exactly', () => {
    fc.assert(
      fc.property(tiles, (content) => {
        const { bytes, positionsBytes } = encodeTile(content);
        const { keys, ordinals, ...positions } = decodeTile(bytes);
        expect(decodeTilePositions(bytes.slice(0, positionsBytes), bytes.length)).toEqual(positions);
        const decoded = { ...positions, keys, ordinals };
        const { locations } = content;
        expect(decoded.pointsPerLocation).toBe(content.pointsPerLocation);
        expect([...decoded.longitudes]).toEqual(locations.flatMap(({ longitudes }) => longitudes));
        expect([...decoded.latitudes]).toEqual(locations.flatMap(({ latitudes }) => latitudes));
        const records = locations.flatMap((location) => location.records);
        expect([...decoded.keys]).toEqual(records.map(({ key }) => key));
        expect([...decoded.ordinals]).toEqual(records.map(({ ordinal }) => ordinal));
        const starts = locations.map((_, index) => locations.slice(0, index).flatMap((one) => one.records).length);
        expect([...decoded.recordStarts]).toEqual([...starts, records.length]);
        let firstRecord = 0;
        expect(decoded.shards).toEqual(
          content.shards.map((shard) => ({ ...shard, firstRecord: (firstRecord += shard.records) - shard.records })),
        );
      }),
      { numRuns: sizeOf(300) },
    );
  });

  it('start with positions that are refused if truncated or too long, and that cause only MalformedBytesError if damaged', () => {
    fc.assert(
      fc.property(tiles, fc.nat(), fc.nat(255), (content, at, value) => {
        const { bytes, positionsBytes } = encodeTile(content);
        const decode = (length: number) => () => decodeTilePositions(bytes.slice(0, length), bytes.length);
        expect(decode(at % positionsBytes)).toThrow(MalformedBytesError);
        if (positionsBytes < bytes.length) expect(decode(positionsBytes + 1)).toThrow(MalformedBytesError);
        expect(() => decodeTilePositions(bytes.slice(0, positionsBytes), bytes.length + 1)).toThrow(
          MalformedBytesError,
        );
        bytes[at % positionsBytes] = value;
        try {
          decode(positionsBytes)();
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytesError);
        }
      }),
      { numRuns: sizeOf(500) },
    );
  });

  it('are refused when a point is out of range or an ordinal is too large', () => {
    const location = { longitudes: [115], latitudes: [-32], records: [{ key: 0, ordinal: 0 }] };
    const shards = [{ hash: 'a'.repeat(32), bytes: 1, records: 1 }];
    for (const wrong of [
      { ...location, longitudes: [180.5] },
      { ...location, latitudes: [Number.NaN] },
      { ...location, records: [{ key: 0, ordinal: 2 ** 32 }] },
    ]) {
      const { bytes } = encodeTile({ pointsPerLocation: 1, locations: [wrong], shards });
      expect(() => decodeTile(bytes)).toThrow(MalformedBytesError);
    }
  });
});

describe('identifier blocks', () => {
  it('restore every identifier with the place of its record, and find each of them', () => {
    fc.assert(
      fc.property(identifierBlocks, (content) => {
        const block = decodeIdentifierBlock(encodeBlock(content));
        expect([...block.identifiers]).toEqual(content.records.map(({ identifier }) => identifier));
        expect(block.longestRecord).toBe(content.longest);
        for (const { identifier, shard, offset, checksum } of content.records) {
          expect(storedRecordOf(block, identifier)).toEqual({ shard: content.shards[shard], offset, checksum });
        }
      }),
    );
  });

  it('return nothing for an identifier that they do not contain', () => {
    const others = fc.oneof(identifiers, fc.constantFrom(-1, 0.5, largest, Infinity));
    fc.assert(
      fc.property(identifierBlocks, others, (content, wanted) => {
        const block = decodeIdentifierBlock(encodeBlock(content));
        const known = content.records.find(({ identifier }) => identifier === wanted);
        expect(storedRecordOf(block, wanted)?.offset).toBe(known?.offset);
      }),
    );
    expect(storedRecordOf(decodeIdentifierBlock(encodeIdentifierBlock([], 0, [])), 0)).toBeUndefined();
  });

  it('are refused by the decoder when a record is in no shard of the block, or before its start', () => {
    const record = { identifier: 1, shard: 0, offset: 0, checksum: 0 };
    expect(() => decodeIdentifierBlock(encodeIdentifierBlock([], 0, [record]))).toThrow(
      new MalformedBytesError('a record is in a shard beyond the 0 of the block'),
    );
    const [shard] = fc.sample(fc.record(file), 1);
    if (!shard) throw new Error('no sample');
    expect(() => decodeIdentifierBlock(encodeIdentifierBlock([shard], 0, [{ ...record, offset: -1 }]))).toThrow(
      new MalformedBytesError('a record has a negative offset'),
    );
  });
});

describe('the record at the start of a part of a shard', () => {
  const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

  it('ends before the comma and line feed, or before the bracket at the end of the shard', () => {
    expect(recordAtStart(bytesOf('{"a":1},\n\t{"b":2},\n'))).toEqual(bytesOf('{"a":1}'));
    expect(recordAtStart(bytesOf('{"a":1}]'))).toEqual(bytesOf('{"a":1}'));
  });

  it('is refused if the part ends within it', () => {
    for (const part of ['', '{"a":', '{"a":1},', '{"a":1}\n']) {
      expect(() => recordAtStart(bytesOf(part))).toThrow(new MalformedBytesError('no whole record at this offset'));
    }
  });

  it('has the lower 16 bits of its CRC-32 as a checksum, as zlib computes it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(checksumOfPart(bytesOf(text))).toBe(crc32(bytesOf(text)) & 0xffff);
      }),
    );
  });
});

describe('the tables', () => {
  it('of list shards restore every shard and its first index in the list', () => {
    fc.assert(
      fc.property(listShards, (shards) => {
        let records = 0;
        const expected = shards.map((shard) => ({ ...shard, firstIndex: (records += shard.records) - shard.records }));
        const bytes = shards.reduce((sum, shard) => sum + shard.bytes, 0);
        expect(decodeListTable(encodeListTable(shards))).toEqual({ shards: expected, records, bytes });
      }),
    );
  });

  it('of tiles restore every tile and its exact box', () => {
    fc.assert(
      fc.property(tileTables, (tiles) => {
        const records = tiles.reduce((sum, tile) => sum + tile.records, 0);
        expect(decodeTileTable(encodeTileTable(tiles))).toEqual({ tiles, records });
      }),
    );
  });

  it('of identifier blocks restore every block', () => {
    fc.assert(
      fc.property(identifierTables, (blocks) => {
        expect(decodeIdentifierTable(encodeIdentifierTable(blocks))).toEqual(blocks);
      }),
    );
  });

  it('of column chunks restore every chunk', () => {
    fc.assert(
      fc.property(columnTables, (chunks) => {
        const records = chunks.reduce((sum, chunk) => sum + chunk.records, 0);
        expect(decodeColumnTable(encodeColumnTable(chunks))).toEqual({ chunks, records });
        expect(decodeDetailTable(encodeColumnTable(chunks, 'detailTable'))).toEqual({ chunks, records });
      }),
    );
  });
});

describe('every binary file', () => {
  const samples = fc.oneof(
    tiles.map((tile) => ({ codec: 'decodeTile' as const, bytes: encodeTile(tile).bytes })),
    identifierBlocks.map((content) => ({ codec: 'decodeIdentifierBlock' as const, bytes: encodeBlock(content) })),
    listShards.map((list) => ({ codec: 'decodeListTable' as const, bytes: encodeListTable(list) })),
    tileTables.map((list) => ({ codec: 'decodeTileTable' as const, bytes: encodeTileTable(list) })),
    columnTables.map((list) => ({ codec: 'decodeColumnTable' as const, bytes: encodeColumnTable(list) })),
    columnTables.map((list) => ({
      codec: 'decodeDetailTable' as const,
      bytes: encodeColumnTable(list, 'detailTable'),
    })),
    identifierTables.map((list) => ({ codec: 'decodeIdentifierTable' as const, bytes: encodeIdentifierTable(list) })),
  );

  it('is refused with a MalformedBytesError wherever it is truncated', () => {
    fc.assert(
      fc.property(samples, fc.nat(), ({ codec, bytes }, cut) => {
        const length = cut % bytes.length;
        const short = bytes.slice(0, length);
        expect(() => decoders[codec](short)).toThrow(MalformedBytesError);
        // Also with a header of the truncated length, so that the content is read to its end.
        if (length < 12) return;
        new DataView(short.buffer).setUint32(8, length, true);
        expect(() => decoders[codec](short)).toThrow(MalformedBytesError);
      }),
      { numRuns: sizeOf(1000) },
    );
  });

  it('is decoded or refused with a MalformedBytesError, whatever replaces its content', () => {
    fc.assert(
      fc.property(
        samples,
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 }),
        ({ codec, bytes }, changes) => {
          for (const [offset, value] of changes) {
            if (bytes.length > 12) bytes[12 + (offset % (bytes.length - 12))] = value;
          }
          try {
            decoders[codec](bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedBytesError);
          }
        },
      ),
      { numRuns: sizeOf(3000) },
    );
  });
});
