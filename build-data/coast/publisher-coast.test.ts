import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type CoastFile, unpackCoast } from '../../core/coastline/codec.ts';
import { seededRandom } from '../sample/seeded-random.ts';
import { MemoryTree } from '../write/tree-sink.ts';
import { openPublisherCoast, packCoastline, writeCoast } from './publisher-coast.ts';

type Ring = [number, number][];

const square = (west: number, south: number, size: number): Ring => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
];

/** A ring around a centre whose radius varies from vertex to vertex. */
const star = (radii: readonly number[], centreX: number, centreY: number): Ring => {
  const points = radii.map((radius, index): [number, number] => {
    const angle = (2 * Math.PI * index) / radii.length;
    return [centreX + radius * Math.cos(angle), centreY + radius * Math.sin(angle)];
  });
  return [...points, ...points.slice(0, 1)];
};

/** Whether a point is in the area that the rings enclose, by counting the crossings of a ray. */
function isInside(rings: readonly Float64Array[], x: number, y: number): boolean {
  let hasOddCrossings = false;
  for (const ring of rings) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at, at + 4);
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) hasOddCrossings = !hasOddCrossings;
    }
  }
  return hasOddCrossings;
}

describe('a publisher’s coastline', () => {
  it('is refused when its file cannot be read', async () => {
    const codes: string[] = [];
    const report = (code: string): unknown => codes.push(code);
    expect(await openPublisherCoast('no-such-file.geojson', report)).toBeUndefined();
    expect(await openPublisherCoast(import.meta.dirname, report)).toBeUndefined();
    expect(codes).toEqual(['fileNotFound', 'isDirectory']);
  });

  it.each([
    ['four equal points', [115, 115, 115, 115], [-32, -32, -32, -32]],
    ['a ring that is about a metre wide', [115, 115.00001, 115.00001, 115], [-32, -32, -31, -32]],
    ['a ring without height', [115, 116, 114, 115], [-32, -32, -32, -32]],
  ])('is refused when it encloses no land: %s', (_, longitudes, latitudes) => {
    const ring = longitudes.map((longitude, index): [number, number] => [longitude, latitudes[index] ?? 0]);
    expect(() => packCoastline([ring])).toThrow(expect.objectContaining({ code: 'coastWithoutLand' }) as Error);
  });

  it('is accepted without the islands that are too small to draw', () => {
    expect(packCoastline([square(115, -32, 1), square(117, -32, 0.00001)]).box).toEqual([115, -32, 116, -31]);
  });

  it('is written as an index and the files that the index names', async () => {
    const tree = new MemoryTree();
    const [index, ...files] = await writeCoast(packCoastline([square(115, -32, 1)]), tree);
    const read = (hash = ''): unknown => JSON.parse(Buffer.from(tree.files.get(`data/${hash}.json`) ?? []).toString());
    expect(read(index?.hash)).toEqual({
      box: [115, -32, 116, -31],
      files: [{ name: `${files[0]?.hash ?? ''}.json`, box: [115, -32, 116, -31] }],
    });
    const [ring = []] = unpackCoast(read(files[0]?.hash) as CoastFile);
    expect([...ring]).toEqual(
      square(115, -32, 1)
        .flat()
        .map((degrees) => expect.closeTo(degrees, 9) as number),
    );
  });

  it('is one file when it is small, and loses vertices within 10 m of the line', () => {
    const ring: Ring = [
      [115, -32],
      [115.5, -32.00005],
      [116, -32],
      [116, -31],
      [115, -31],
      [115, -32],
    ];
    const { box, files } = packCoastline([ring]);
    expect(box).toEqual([115, -32, 116, -31]);
    expect(files).toHaveLength(1);
    expect(files[0]?.box).toEqual(box);
    const [unpacked] = files[0] ? unpackCoast(files[0].file) : [];
    expect(unpacked).toHaveLength(10);
  });

  it('is split into cells that together cover the same land, when it is large', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = seededRandom(seed, 'coast');
        const radii = Array.from({ length: 40_000 }, () => 1.8 + random.unit() * 0.02);
        const original = [Float64Array.from(star(radii, 115.3, -31.6).flat())];
        const { files } = packCoastline([star(radii, 115.3, -31.6)]);
        expect(files.length).toBeGreaterThan(10);
        const cells = new Map(files.map(({ box: [west, south], file }) => [`${west},${south}`, unpackCoast(file)]));
        const differences = Array.from({ length: 50 }, () => {
          const [x, y] = [115.3 + 5 * (random.unit() - 0.5), -31.6 + 5 * (random.unit() - 0.5)];
          const inCell = cells.get(`${Math.floor(x)},${Math.floor(y)}`) ?? [];
          return isInside(inCell, x, y) !== isInside(original, x, y);
        });
        // A point within the tolerance of the line may change sides.
        expect(differences.filter(Boolean).length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 5 },
    );
  });
});
