/** The numbers of the formats of tiles in the header of an archive. */
export const tileTypes = { mvt: 1, png: 2 } as const;

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** A PMTiles archive, version 3, with the same tile everywhere in zoom levels 0 to 3. */
export function pmtilesArchive(tile: Uint8Array, type: keyof typeof tileTypes): Buffer {
  const tiles = 1 + 4 + 16 + 64;
  // One entry: a run of all tiles from tile 0, at the start of the tile data.
  const directory = Buffer.from([1, 0, tiles, tile.length, 1].flatMap(varint));
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const end = 127 + directory.length + metadata.length;
  const parts = [127, directory.length, 127 + directory.length, metadata.length, end, 0, end, tile.length];
  [...parts, tiles, 1, 1].forEach((value, index) => header.writeBigUInt64LE(BigInt(value), 8 + index * 8));
  header.set([1, 1, 1, tileTypes[type], 0, 3], 96); // clustered, nothing compressed, zoom levels
  [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000].forEach((degrees, index) =>
    header.writeInt32LE(degrees, 102 + index * 4),
  );
  return Buffer.concat([header, directory, metadata, tile]);
}

/** A vector tile (MVT) whose layer `earth` covers the whole tile. */
export function vectorTileOfLand(): Buffer {
  const extent = 4096;
  const field = (number: number, bytes: readonly number[]): number[] => [
    ...varint(number * 8 + 2),
    ...varint(bytes.length),
    ...bytes,
  ];
  const zigzag = (value: number): number[] => varint(value < 0 ? -value * 2 - 1 : value * 2);
  // MoveTo the origin, LineTo three further corners, ClosePath.
  const square = [...[9, ...zigzag(0), ...zigzag(0), 26], ...[extent, 0, 0, extent, -extent, 0].flatMap(zigzag), 15];
  const polygon = [...varint(3 * 8), 3, ...field(4, square)];
  const name = [...Buffer.from('earth')];
  return Buffer.from(
    field(3, [...varint(15 * 8), 2, ...field(1, name), ...field(2, polygon), ...varint(5 * 8), ...varint(extent)]),
  );
}
