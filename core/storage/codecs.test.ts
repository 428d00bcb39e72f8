import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MalformedBytesError } from './bytes.ts';
import { decodeDirectory, encodeDirectory, type DirectoryContent } from './directory.ts';
import { decodeIdentifierBlock, encodeIdentifierBlock, keyOfIdentifier } from './identifier-block.ts';
import { compareAscending, compareDescending, type ListPosition } from './list-position.ts';
import { decodePlaceTile, encodePlaceTile, type Place } from './place-tile.ts';

const largest = Number.MAX_SAFE_INTEGER;
/** Differences of neighbouring keys must be safe integers: the dates and ranks they stand for are far smaller. */
const keys = fc.oneof(
  fc.constantFrom(0, -5_364_662_400, 253_402_300_799, largest >> 1),
  fc.integer({ min: -(2 ** 51), max: 2 ** 51 }),
);
const identifiers = fc.oneof(fc.constantFrom(0, 1, 46_307, 2 ** 52), fc.nat());
const listPositions: fc.Arbitrary<ListPosition> = fc.record({ key: keys, identifier: identifiers });
const degrees = (limit: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(-limit, limit, 0, 115.12345678, 1e-300),
    fc.double({ min: -limit, max: limit, noNaN: true }),
  );
const places: fc.Arbitrary<Place> = fc.record({
  longitude: degrees(180),
  latitude: degrees(90),
  entries: fc.array(listPositions, { maxLength: 12 }),
});
const hashes = fc.stringMatching(/^[0-9a-f]{32}$/);
const counts = fc.oneof(fc.constantFrom(0, largest), fc.nat());
const file = { hash: hashes, bytes: counts };
const directories: fc.Arbitrary<DirectoryContent> = fc
  .record({
    listShards: fc.array(
      fc.record({
        ...file,
        records: fc.nat(),
        recordBytes: counts,
        first: listPositions,
        tiedBefore: counts,
        tiedAfter: counts,
      }),
      { maxLength: 8 },
    ),
    placeTiles: fc.array(
      fc.record({ ...file, west: degrees(180), south: degrees(90), east: degrees(180), north: degrees(90) }),
      { maxLength: 40 },
    ),
    identifierBlocks: fc.array(fc.record({ ...file, firstIdentifier: counts }), { maxLength: 8 }),
  })
  .map((content) => {
    let total = 0;
    const listShards = content.listShards.map((shard) => {
      total += shard.records;
      return { ...shard, firstIndex: total - shard.records };
    });
    return { ...content, listShards, records: total };
  });

/** A codec under test: a file of some kind, and its decoder. */
const decoders = { decodePlaceTile, decodeIdentifierBlock, decodeDirectory };

describe('place tiles', () => {
  it('give back every place and entry, with their doubles to the bit', () => {
    fc.assert(
      fc.property(fc.array(places, { maxLength: 20 }), (tile) => {
        const decoded = decodePlaceTile(encodePlaceTile(tile));
        expect([...decoded.longitudes]).toEqual(tile.map(({ longitude }) => longitude));
        expect([...decoded.latitudes]).toEqual(tile.map(({ latitude }) => latitude));
        const entries = tile.flatMap((place) => place.entries);
        expect([...decoded.keys]).toEqual(entries.map(({ key }) => key));
        expect([...decoded.identifiers]).toEqual(entries.map(({ identifier }) => identifier));
        const starts = tile.map((_, index) => tile.slice(0, index).flatMap((place) => place.entries).length);
        expect([...decoded.entryStarts]).toEqual([...starts, entries.length]);
      }),
    );
  });

  it('may be empty', () => {
    const decoded = decodePlaceTile(encodePlaceTile([]));
    expect(decoded.longitudes).toHaveLength(0);
    expect([...decoded.entryStarts]).toEqual([0]);
  });
});

describe('identifier blocks', () => {
  const blocks = fc
    .uniqueArray(listPositions, { selector: ({ identifier }) => identifier, maxLength: 60 })
    .map((positions) => positions.sort((a, b) => a.identifier - b.identifier));

  it('give back every identifier with its key, and find each of them', () => {
    fc.assert(
      fc.property(blocks, (positions) => {
        const block = decodeIdentifierBlock(encodeIdentifierBlock(positions));
        expect([...block.identifiers]).toEqual(positions.map(({ identifier }) => identifier));
        expect([...block.keys]).toEqual(positions.map(({ key }) => key));
        for (const { identifier, key } of positions) expect(keyOfIdentifier(block, identifier)).toBe(key);
      }),
    );
  });

  it('find nothing under an identifier that they do not hold', () => {
    fc.assert(
      fc.property(blocks, fc.oneof(identifiers, fc.constantFrom(-1, 0.5, largest, Infinity)), (positions, wanted) => {
        const block = decodeIdentifierBlock(encodeIdentifierBlock(positions));
        const known = positions.find(({ identifier }) => identifier === wanted);
        expect(keyOfIdentifier(block, wanted)).toBe(known?.key);
      }),
    );
    expect(keyOfIdentifier(decodeIdentifierBlock(encodeIdentifierBlock([])), 0)).toBeUndefined();
  });

  it('take the largest identifier there is', () => {
    const block = decodeIdentifierBlock(encodeIdentifierBlock([{ key: -largest, identifier: largest }]));
    expect(keyOfIdentifier(block, largest)).toBe(-largest);
  });

  it('are not written when the identifiers do not ascend', () => {
    const positions = [2, 1].map((identifier) => ({ key: 0, identifier }));
    expect(() => encodeIdentifierBlock(positions)).toThrow(RangeError);
  });
});

describe('the directory', () => {
  it('gives back every reference', () => {
    fc.assert(
      fc.property(directories, (content) => {
        const { placeTileTree, ...decoded } = decodeDirectory(encodeDirectory(content));
        expect(decoded).toEqual(content);
        expect(placeTileTree?.numItems ?? 0).toBe(content.placeTiles.length);
      }),
    );
  });

  it('finds the tiles that a box touches, as the tree that was written did', () => {
    fc.assert(
      fc.property(directories, degrees(180), degrees(90), (content, longitude, latitude) => {
        const { placeTileTree } = decodeDirectory(encodeDirectory(content));
        const found = placeTileTree?.search(longitude, latitude, longitude, latitude) ?? [];
        const demanded = content.placeTiles.flatMap((tile, index) =>
          tile.west <= longitude && tile.east >= longitude && tile.south <= latitude && tile.north >= latitude
            ? [index]
            : [],
        );
        expect(found.sort((a, b) => a - b)).toEqual(demanded);
      }),
    );
  });

  it('may be empty, and then has no tree', () => {
    const empty: DirectoryContent = { records: 0, listShards: [], placeTiles: [], identifierBlocks: [] };
    expect(decodeDirectory(encodeDirectory(empty))).toEqual({ ...empty, placeTileTree: undefined });
  });

  it('is refused when its shards do not add up to its records', () => {
    const wrong: DirectoryContent = { records: 5, listShards: [], placeTiles: [], identifierBlocks: [] };
    expect(() => decodeDirectory(encodeDirectory(wrong))).toThrow(
      new MalformedBytesError('its shards hold 0 records, not 5'),
    );
  });
});

describe('every binary file', () => {
  const samples = fc.oneof(
    fc
      .array(places, { maxLength: 4 })
      .map((tile) => ({ codec: 'decodePlaceTile' as const, bytes: encodePlaceTile(tile) })),
    fc
      .array(fc.nat(), { maxLength: 20 })
      .map((numbers) => numbers.sort((a, b) => a - b).map((identifier) => ({ key: identifier % 7, identifier })))
      .map((list) => ({ codec: 'decodeIdentifierBlock' as const, bytes: encodeIdentifierBlock(list) })),
    directories.map((content) => ({ codec: 'decodeDirectory' as const, bytes: encodeDirectory(content) })),
  );

  it('is refused with a MalformedBytesError wherever it is cut short', () => {
    fc.assert(
      fc.property(samples, fc.nat(), ({ codec, bytes }, cut) => {
        const length = cut % bytes.length;
        const short = bytes.slice(0, length);
        expect(() => decoders[codec](short)).toThrow(MalformedBytesError);
        // Also where the header agrees with the cut, so that the content is read to its end.
        if (length < 12) return;
        new DataView(short.buffer).setUint32(8, length, true);
        expect(() => decoders[codec](short)).toThrow(MalformedBytesError);
      }),
      { numRuns: 1000 },
    );
  });

  it('decodes, or is refused with a MalformedBytesError, whatever its content is changed into', () => {
    fc.assert(
      fc.property(
        samples,
        fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 }),
        ({ codec, bytes }, changes) => {
          for (const [place, value] of changes) {
            if (bytes.length > 12) bytes[12 + (place % (bytes.length - 12))] = value;
          }
          try {
            decoders[codec](bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(MalformedBytesError);
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('the order of list positions', () => {
  it('puts ties in ascending order of the identifier in both directions', () => {
    fc.assert(
      fc.property(listPositions, listPositions, (a, b) => {
        const [later, earlier] = a.key > b.key ? [a, b] : [b, a];
        if (a.key === b.key) {
          expect(Math.sign(compareDescending(a, b))).toBe(Math.sign(a.identifier - b.identifier));
          expect(Math.sign(compareAscending(a, b))).toBe(Math.sign(a.identifier - b.identifier));
        } else {
          expect(compareDescending(later, earlier)).toBeLessThan(0);
          expect(compareAscending(later, earlier)).toBeGreaterThan(0);
        }
      }),
    );
  });
});
