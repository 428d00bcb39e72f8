import { countAtMost } from '../../collections/arrays.ts';
import { MalformedBytesError } from './bytes.ts';

/**
 * A record shard is a JSON array of records in list order, one record per line. A line that starts with a tab contains
 * a record tied with the previous one: their sort keys are equal. Line feeds and tabs are escaped inside JSON strings,
 * so these two bytes have no other meaning.
 *
 * It is kept as the bytes of its file: a response contains the records as they are, so they need not be decoded.
 */
export interface RecordShard extends RecordRun {
  /** For each record, whether it is tied with the previous one in this shard; false for the first. */
  readonly tiedWithPrevious: readonly boolean[];
}

/** Bytes of a shard that include some of its records, or all. */
export interface RecordRun {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The offset of these bytes in the shard. */
  readonly offset: number;
  /** For each record of the shard, the offsets in the shard of its start, and of its end (exclusive). */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The compact JSON of a record in UTF-8. */
export type RecordBytes = Uint8Array<ArrayBuffer>;

/** The record in a row of a shard, without copying it. The run must include this record. */
export function recordInRow({ bytes, offset, starts, ends }: RecordRun, row: number): RecordBytes {
  return bytes.subarray(starts[row] - offset, ends[row] - offset);
}

/** The JSON before and after records. It contains only ASCII characters. */
export interface Frame {
  readonly before: string;
  readonly after: string;
}

export const noFrame: Frame = { before: '', after: '' };
export const arrayFrame: Frame = { before: '[', after: ']' };

/** The compact JSON of records in UTF-8, separated by commas, in a frame. */
export function joinRecords(records: readonly RecordBytes[], { before, after }: Frame): Uint8Array<ArrayBuffer> {
  let length = before.length + Math.max(0, records.length - 1) + after.length;
  for (const record of records) length += record.length;
  const joined = new Uint8Array(length);
  if (before !== '') encoder.encodeInto(before, joined);
  let at = before.length;
  for (const record of records) {
    if (at > before.length) joined[at++] = comma;
    joined.set(record, at);
    at += record.length;
  }
  if (after !== '') encoder.encodeInto(after, joined.subarray(at));
  return joined;
}

const encoder = new TextEncoder();
const openingBracket = 0x5b;
const comma = 0x2c;
const closingBracket = 0x5d;
const lineFeed = 0x0a;
const tab = 0x09;

/** The input of `encodeRecordShard`: the compact JSON of each record, and its ties as in `RecordShard`. */
export interface RecordTexts {
  readonly records: readonly string[];
  readonly tiedWithPrevious: readonly boolean[];
}

export function encodeRecordShard(shard: RecordTexts): Uint8Array<ArrayBuffer> {
  const lines = shard.records.map((record, index) => (shard.tiedWithPrevious[index] ? '\t' : '') + record);
  return new TextEncoder().encode(`[${lines.join(',\n')}]`);
}

/**
 * The offset in bytes of the first character of each record in a shard. `textBytes` are the lengths of the records in
 * bytes of UTF-8.
 */
export function recordOffsets(textBytes: readonly number[], tiedWithPrevious: readonly boolean[]): number[] {
  // After the opening bracket; each record is followed by a comma and a line feed, and a tab precedes a tied one.
  let next = 1;
  return textBytes.map((bytes, index) => {
    const offset = tiedWithPrevious[index] ? next + 1 : next;
    next = offset + bytes + bytesAfterRecord;
    return offset;
  });
}

/** At most this many bytes follow each record: a comma and a line feed, or the closing bracket. */
export const bytesAfterRecord = 2;

/**
 * The bytes of the record with which a part of a shard starts. The record ends before a comma and a line feed or, if
 * the part has no line feed, before the bracket that ends the shard. Throws MalformedBytesError unless the part
 * contains a whole record.
 */
export function recordAtStart(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const end = part.indexOf(lineFeed);
  const last = end < 0 ? part.length - 1 : end - 1;
  if (last < 0 || part[last] !== (end < 0 ? closingBracket : comma)) {
    throw new MalformedBytesError('no whole record at this offset');
  }
  return part.subarray(0, last);
}

/** Throws MalformedBytesError unless the bytes are UTF-8 and look like a shard. */
export function decodeRecordShard(bytes: Uint8Array<ArrayBuffer>): RecordShard {
  decodeText(bytes); // only to check it
  return { bytes, offset: 0, ...findRecords(bytes) };
}

/** The record whose first character is at an offset in bytes; undefined if no record starts there. */
export function recordAtOffset(shard: RecordShard, offset: number): RecordBytes | undefined {
  const row = countAtMost(shard.starts, offset) - 1;
  return shard.starts[row] === offset ? recordInRow(shard, row) : undefined;
}

const textDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function recordTexts(shard: RecordShard): string[] {
  return Array.from(shard.starts, (_, row) => decodeText(recordInRow(shard, row)));
}

function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return textDecoder.decode(bytes);
  } catch {
    throw new MalformedBytesError('not UTF-8');
  }
}

/** Where each record of a shard is, and whether it is tied with the previous one. Throws MalformedBytesError. */
function findRecords(shard: Uint8Array<ArrayBuffer>): Omit<RecordShard, 'bytes' | 'offset'> {
  if (shard[0] !== openingBracket || shard.at(-1) !== closingBracket) throw new MalformedBytesError('not a JSON array');
  const end = shard.length - 1;
  const starts: number[] = [];
  const ends: number[] = [];
  const tiedWithPrevious: boolean[] = [];
  for (let start = 1; start < end;) {
    const found = shard.indexOf(lineFeed, start);
    const next = found < 0 ? end : found + 1;
    const isTied = shard[start] === tab;
    starts.push(isTied ? start + 1 : start);
    ends.push(next === end ? end : next - bytesAfterRecord);
    tiedWithPrevious.push(isTied);
    start = next;
  }
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), tiedWithPrevious };
}

/**
 * The records of a shard as a response contains them: compact, separated by commas, without brackets. Works on the
 * bytes, so that a complete array is streamed without being parsed.
 */
export function compactRecords(shard: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const compact = new Uint8Array(Math.max(0, shard.length - 2));
  const end = shard.length - 1;
  let length = 0;
  let from = 1;
  while (from < end) {
    let to = shard.indexOf(lineFeed, from);
    if (to < 0 || to > end) to = end;
    compact.set(shard.subarray(from, to), length);
    length += to - from;
    from = to + 1;
    if (shard[from] === tab) from++;
  }
  return compact.subarray(0, length);
}

/** Where the records of a shard are, and their checksums: enough to read and check a part of the shard. */
export interface ShardLayout extends Omit<RecordShard, 'bytes' | 'offset'> {
  /** See `quickChecksum`. */
  readonly checksums: Int32Array;
}

/** Throws MalformedBytesError unless the bytes look like a shard. */
export function decodeShardLayout(shard: Uint8Array<ArrayBuffer>): ShardLayout {
  const found = findRecords(shard);
  const { starts, ends } = found;
  return {
    ...found,
    checksums: Int32Array.from(starts, (start, row) => quickChecksum(shard.subarray(start, ends[row]))),
  };
}

/**
 * A checksum that is never stored, so it need not be a standard one. It is computed four bytes at a time, twice as fast
 * as a CRC. Every step maps the checksum one to one, so a change within one group of four bytes always changes the
 * result.
 */
function quickChecksum(bytes: Uint8Array<ArrayBuffer>): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let checksum = bytes.length;
  let offset = 0;
  for (; offset + 4 <= bytes.length; offset += 4) {
    checksum = Math.imul(checksum ^ view.getInt32(offset), 0x85ebca6b);
    checksum ^= checksum >>> 15;
  }
  for (; offset < bytes.length; offset++) checksum = Math.imul(checksum ^ view.getUint8(offset), 0x85ebca6b);
  return checksum;
}

/**
 * The rows `from` to `to` (exclusive) of a shard. `part` contains the bytes of the shard from the first of these
 * records to the last. Throws MalformedBytesError unless each record matches its checksum.
 */
export function recordsInPart(
  { starts, ends, checksums }: ShardLayout,
  part: Uint8Array<ArrayBuffer>,
  from: number,
  to: number,
): RecordRun {
  const run = { bytes: part, offset: starts[from], starts, ends };
  for (let row = from; row < to; row++) {
    if (quickChecksum(recordInRow(run, row)) !== checksums[row]) throw new MalformedBytesError(`row ${row} is damaged`);
  }
  return run;
}
