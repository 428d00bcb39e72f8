import { isUtf8 } from 'node:buffer';
import type { Report } from '../validate/findings.ts';

/**
 * Passes bytes on as chunks that end between characters. Bytes that are not UTF-8 are reported once, with the place of
 * the first, and replaced, so that what else is wrong with the file comes out in the same run.
 */
export async function* checkedUtf8(
  chunks: AsyncIterable<Uint8Array>,
  offsetOfFirstByte: number,
  report: Report,
): AsyncGenerator<Buffer> {
  let carried: Buffer = Buffer.alloc(0);
  let offset = offsetOfFirstByte;
  let faulty = false;

  function checked(bytes: Buffer): Buffer {
    if (isUtf8(bytes)) return bytes;
    if (!faulty) {
      faulty = true;
      const place = validLength(bytes);
      const byte = (bytes[place] ?? 0).toString(16).toUpperCase().padStart(2, '0');
      report('notUtf8', { explanation: `first at byte offset ${String(offset + place)}, byte 0x${byte}` });
    }
    return Buffer.from(bytes.toString('utf8'));
  }

  for await (const chunk of chunks) {
    const plain = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const bytes = carried.length > 0 ? Buffer.concat([carried, plain]) : plain;
    const complete = bytes.length - unfinishedBytes(bytes);
    if (complete > 0) yield checked(bytes.subarray(0, complete));
    carried = bytes.subarray(complete);
    offset += complete;
  }
  if (carried.length > 0) yield checked(carried);
}

/** How many bytes at the end begin a character without finishing it. */
function unfinishedBytes(bytes: Buffer): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count++) {
    const byte = bytes[bytes.length - count] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue; // a continuation byte: its first byte stands further left
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > count ? count : 0;
  }
  return 0;
}

/** How many bytes come before the first that is not UTF-8: the longest start that is, found by halving. */
function validLength(bytes: Buffer): number {
  const validUpTo = (length: number): boolean => {
    const start = bytes.subarray(0, length);
    return isUtf8(start.subarray(0, length - unfinishedBytes(start)));
  };
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >>> 1;
    if (middle <= bytes.length && validUpTo(middle)) valid = middle;
    else invalid = middle;
  }
  return valid - unfinishedBytes(bytes.subarray(0, valid));
}
