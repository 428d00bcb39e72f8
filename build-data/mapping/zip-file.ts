import { crc32, inflateRawSync } from 'node:zlib';

/** A ZIP file that cannot be unpacked. */
export class ZipError extends Error {}

/** A file in a ZIP file, as its central directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** The length of its content, in bytes. */
  readonly bytes: number;
  /** Unpacks it, into memory for the length that the directory states and no more. Throws ZipError. */
  readonly read: () => Buffer;
}

const [entrySignature, headerSignature] = [0x02014b50, 0x04034b50];
const endSignature = Buffer.from('PK\u0005\u0006');
const [endLength, entryLength, headerLength] = [22, 46, 30];
const [stored, deflated] = [0, 8];

/** The files in a ZIP file (APPNOTE 6.3.10) of less than 4 GB. Throws ZipError. */
export function zipEntries(zip: Buffer): readonly ZipEntry[] {
  return orZipError('its directory cannot be read', () => {
    const end = zip.lastIndexOf(endSignature);
    if (end < 0 || end + endLength > zip.length) throw new ZipError('it is not complete');
    const entries: ZipEntry[] = [];
    let start = zip.readUInt32LE(end + 16);
    for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
      if (zip.readUInt32LE(start) !== entrySignature) throw new ZipError('its directory is damaged');
      const nameLength = zip.readUInt16LE(start + 28);
      const name = zip.toString('utf8', start + entryLength, start + entryLength + nameLength);
      const entry = start;
      entries.push({ name, bytes: zip.readUInt32LE(entry + 24), read: () => readEntry(zip, entry, name) });
      start += entryLength + nameLength + zip.readUInt16LE(start + 30) + zip.readUInt16LE(start + 32);
    }
    return entries;
  });
}

function readEntry(zip: Buffer, entry: number, name: string): Buffer {
  return orZipError(`${name} cannot be unpacked`, () => {
    const [method, expectedCrc] = [zip.readUInt16LE(entry + 10), zip.readUInt32LE(entry + 16)];
    const [packedBytes, bytes] = [zip.readUInt32LE(entry + 20), zip.readUInt32LE(entry + 24)];
    const header = zip.readUInt32LE(entry + 42);
    if (zip.readUInt32LE(header) !== headerSignature) throw new ZipError(`the header of ${name} is damaged`);
    const start = header + headerLength + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const packed = zip.subarray(start, start + packedBytes);
    if (method !== stored && method !== deflated) throw new ZipError(`${name} is compressed with an unknown method`);
    // One byte more than expected, so that all output fits into one buffer, and more is an error.
    const content =
      method === stored
        ? packed
        : inflateRawSync(packed, { maxOutputLength: bytes + 1, chunkSize: Math.max(bytes + 1, 64) });
    if (content.length !== bytes || crc32(content) !== expectedCrc) throw new ZipError(`${name} is damaged`);
    return content;
  });
}

/** Offsets of a damaged file may lie outside it, and compressed data may be invalid. */
function orZipError<Result>(problem: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError(`${problem}: ${String(error)}`);
  }
}
