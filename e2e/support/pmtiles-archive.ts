import { deflateSync } from 'node:zlib';

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

function chunk(type: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(type, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}

const tileSize = 256;

/** A PNG of a map tile in one colour. */
export function pngTile([red, green, blue]: readonly [number, number, number]): Buffer {
  const row = Buffer.alloc(1 + tileSize * 3);
  for (let pixel = 0; pixel < tileSize; pixel++) row.set([red, green, blue], 1 + pixel * 3);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(tileSize, 0);
  header.writeUInt32BE(tileSize, 4);
  header.set([8, 2], 8); // eight bits, true colour
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: tileSize }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** A PMTiles archive, version 3, with the same picture for every tile of zoom levels 0 to 3. */
export function pmtilesArchive(tile: Uint8Array): Buffer {
  const tiles = 1 + 4 + 16 + 64;
  // One entry: a run of all tiles from tile 0, at the start of the tile data.
  const directory = Buffer.from([1, 0, tiles, tile.length, 1].flatMap(encodeVarint));
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const end = 127 + directory.length + metadata.length;
  const headerFields = [
    127,
    directory.length,
    127 + directory.length,
    metadata.length,
    end,
    0,
    end,
    tile.length,
    tiles,
    1,
    1,
  ];
  headerFields.forEach((value, index) => header.writeBigUInt64LE(BigInt(value), 8 + index * 8));
  header.set([1, 1, 1, 2, 0, 3], 96); // clustered, nothing compressed, PNG, zoom levels
  [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000].forEach((degrees, index) =>
    header.writeInt32LE(degrees, 102 + index * 4),
  );
  return Buffer.concat([header, directory, metadata, tile]);
}
