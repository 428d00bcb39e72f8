import fc from 'fast-check';
import geodesicLibrary from 'geographiclib-geodesic';
import { describe, expect, it } from 'vitest';

import type { Position } from '../geo/wgs84.ts';
import { contentHash } from '../storage/content-hash.ts';
import { DataFiles } from '../storage/data-files.ts';
import { DatasetFiles } from '../storage/dataset-files.ts';
import { decodeDirectory, encodeDirectory } from '../storage/directory.ts';
import { dataFilePath } from '../storage/layout.ts';
import { encodePlaceTile, type Place } from '../storage/place-tile.ts';
import { StoredDataError } from '../storage/store.ts';
import { findNearest, findWithinRadius } from './location-search.ts';

function trueDistance(from: Position, to: Position): number {
  return (
    geodesicLibrary.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude).s12 ?? Number.NaN
  );
}

/** Tiles in memory, however the places are dealt out among them. `reads` notes paths in turn. */
async function tilesOf(tiles: readonly (readonly Place[])[]): Promise<{ files: DatasetFiles; reads: string[] }> {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const reads: string[] = [];
  const placeTiles = [];
  for (const places of tiles.filter(({ length }) => length > 0)) {
    const bytes = encodePlaceTile(places);
    const hash = await contentHash(bytes);
    stored.set(dataFilePath({ hash, extension: 'bin' }), bytes);
    placeTiles.push({
      hash,
      bytes: bytes.length,
      west: Math.min(...places.map(({ longitude }) => longitude)),
      south: Math.min(...places.map(({ latitude }) => latitude)),
      east: Math.max(...places.map(({ longitude }) => longitude)),
      north: Math.max(...places.map(({ latitude }) => latitude)),
    });
  }
  const store = {
    read(path: string): Promise<Uint8Array<ArrayBuffer>> {
      reads.push(path);
      const bytes = stored.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new StoredDataError(path, 'missing'));
    },
  };
  const directory = decodeDirectory(encodeDirectory({ records: 0, listShards: [], placeTiles, identifierBlocks: [] }));
  return { files: new DatasetFiles(directory, new DataFiles(store, 1e9), { fresh: false }), reads };
}

const positions = fc.record({
  longitude: fc.oneof(
    fc.constantFrom(-180, 180, 0, 115),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: 114, max: 116, noNaN: true }),
  ),
  latitude: fc.oneof(
    fc.constantFrom(-90, 90, 0, -32),
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -33, max: -31, noNaN: true }),
  ),
});

/** Records with one place or two; the places dealt out to tiles near each other, or at random. */
const scenes = fc
  .record({
    points: fc.array(fc.array(positions, { minLength: 1, maxLength: 2 }), { maxLength: 30 }),
    tileCount: fc.integer({ min: 1, max: 6 }),
    isSorted: fc.boolean(),
    centre: positions,
  })
  .map(({ points, tileCount, isSorted, centre }) => {
    const records = points.map((places, identifier) => ({ key: identifier % 4, identifier, places }));
    const places = records.flatMap(({ key, identifier, places }) =>
      places.map(({ longitude, latitude }) => ({ longitude, latitude, entries: [{ key, identifier }] })),
    );
    if (isSorted) places.sort((a, b) => a.longitude - b.longitude);
    const perTile = Math.max(1, Math.ceil(places.length / tileCount));
    const tiles = Array.from({ length: tileCount }, (_, tile) => places.slice(tile * perTile, (tile + 1) * perTile));
    const distances = records.map((record) => Math.min(...record.places.map((place) => trueDistance(centre, place))));
    return { records, tiles, centre, distances };
  });

function identifiersOf(found: readonly { readonly identifier: number }[]): number[] {
  return found.map(({ identifier }) => identifier).sort((a, b) => a - b);
}

describe('finding records within a radius', () => {
  it('finds those that measuring every record finds, each once, with its key', async () => {
    const radii = fc.double({ min: 0, max: 7.5, noNaN: true }).map((exponent) => 10 ** exponent);
    await fc.assert(
      fc.asyncProperty(scenes, radii, fc.nat(), async ({ records, tiles, centre, distances }, radius, choice) => {
        const { files } = await tilesOf(tiles);
        // Also the distance of one of them exactly, which is within.
        for (const range of [radius, distances[choice % Math.max(1, distances.length)] ?? radius]) {
          const found = await findWithinRadius(files, centre, range);
          const demanded = records.filter(({ identifier }) => (distances[identifier] ?? Infinity) <= range);
          expect(identifiersOf(found)).toEqual(identifiersOf(demanded));
          for (const { key, identifier } of found) expect(key).toBe(identifier % 4);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('reads no tile that lies out of reach', async () => {
    const at = (longitude: number, identifier: number): Place => ({
      longitude,
      latitude: -32,
      entries: [{ key: 0, identifier }],
    });
    const { files, reads } = await tilesOf([[at(115, 1)], [at(120, 2)], [at(-179.99, 3)], [at(179.99, 4)]]);
    expect(identifiersOf(await findWithinRadius(files, { longitude: 115, latitude: -32 }, 10))).toEqual([1]);
    expect(reads).toHaveLength(1);
    expect(identifiersOf(await findWithinRadius(files, { longitude: 180, latitude: -32 }, 10_000))).toEqual([3, 4]);
    expect(reads).toHaveLength(3);
  });

  it('finds nothing where there are no tiles', async () => {
    const { files } = await tilesOf([]);
    expect(await findWithinRadius(files, { longitude: 0, latitude: 0 }, 1e9)).toEqual([]);
    expect(await findNearest(files, { longitude: 0, latitude: 0 }, Infinity)).toBeUndefined();
  });
});

describe('finding the nearest records', () => {
  it('finds all at the least distance, each once, in whichever tiles they are', async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async ({ records, tiles, centre, distances }) => {
        const { files } = await tilesOf(tiles);
        const least = Math.min(...distances);
        for (const atMost of [Infinity, least, least * (1 - 1e-9)]) {
          const found = await findNearest(files, centre, atMost);
          const isFound = records.length > 0 && least <= atMost;
          expect(found?.distanceInMetres).toBe(isFound ? least : undefined);
          expect(found && identifiersOf(found.positions)).toEqual(
            isFound ? identifiersOf(records.filter(({ identifier }) => distances[identifier] === least)) : undefined,
          );
        }
      }),
      { numRuns: 400 },
    );
  });

  it('finds a place that goes on in another tile as a whole', async () => {
    const place = (identifier: number): Place => ({
      longitude: 115.7,
      latitude: -32.3,
      entries: [{ key: 9, identifier }],
    });
    const { files } = await tilesOf([[place(1)], [place(2)], [place(3)]]);
    const found = await findNearest(files, { longitude: 116, latitude: -32 }, Infinity);
    expect(identifiersOf(found?.positions ?? [])).toEqual([1, 2, 3]);
  });

  it('reads the nearest tile alone when no other can hold anything nearer', async () => {
    const tiles = Array.from({ length: 20 }, (_, identifier): Place[] => [
      { longitude: 100 + identifier, latitude: -32, entries: [{ key: 0, identifier }] },
    ]);
    const { files, reads } = await tilesOf(tiles);
    const found = await findNearest(files, { longitude: 107.1, latitude: -32.1 }, Infinity);
    expect(identifiersOf(found?.positions ?? [])).toEqual([7]);
    expect(reads).toHaveLength(1);
  });
});
