import { MalformedBytesError } from './bytes.ts';

/**
 * A record shard is a JSON array of records in the service's default order, one record a line. A line that starts
 * with a tab holds a record tied with the one before it (equal sort keys). Line feeds and tabs are escaped inside
 * JSON texts, so both bytes mean only this.
 */
export interface RecordShard {
  /** The compact JSON of each record. */
  readonly records: readonly string[];
  /** For each record, whether it is tied with the one before it in this shard; false for the first. */
  readonly tiedWithPrevious: readonly boolean[];
}

const lineFeed = 0x0a;
const tab = 0x09;

export function encodeRecordShard(shard: RecordShard): Uint8Array<ArrayBuffer> {
  const lines = shard.records.map((record, index) => (shard.tiedWithPrevious[index] ? '\t' : '') + record);
  return new TextEncoder().encode(`[${lines.join(',\n')}]`);
}

/** Throws MalformedBytesError unless the bytes are UTF-8 and look like a shard. */
export function decodeRecordShard(bytes: Uint8Array<ArrayBuffer>): RecordShard {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new MalformedBytesError('not UTF-8');
  }
  if (!text.startsWith('[') || !text.endsWith(']')) throw new MalformedBytesError('not a JSON array');
  if (text === '[]') return { records: [], tiedWithPrevious: [] };
  const lines = text.slice(1, -1).split(',\n');
  const tiedWithPrevious = lines.map((line) => line.startsWith('\t'));
  const records = lines.map((line) => (line.startsWith('\t') ? line.slice(1) : line));
  return { records, tiedWithPrevious };
}

/**
 * The records of a shard as they stand in an answer: compact, separated by commas, without brackets. Works on the
 * bytes, so that a complete array streams without being parsed.
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
