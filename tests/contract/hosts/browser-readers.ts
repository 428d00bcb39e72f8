import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';

/* Reads files of a site with third-party libraries. Tests bundle this module and run it inside a page. */

export interface ReceivedPart {
  readonly status: number;
  readonly contentRange: string | null;
  readonly acceptRanges: string | null;
  readonly entityTag: string | null;
  readonly bytes: number;
  /** SHA-256, in hexadecimal. */
  readonly digest: string;
}

/** Fetches a part of a file, or the whole file with an empty range. */
async function readPart(url: string, range: string): Promise<ReceivedPart> {
  const response = await fetch(url, range === '' ? {} : { headers: { Range: range } });
  const bytes = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return {
    status: response.status,
    contentRange: response.headers.get('Content-Range'),
    acceptRanges: response.headers.get('Accept-Ranges'),
    entityTag: response.headers.get('ETag'),
    bytes: bytes.byteLength,
    digest: Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  };
}

/** Fetches the parts one after another. */
export async function readParts(url: string, ranges: readonly string[]): Promise<ReceivedPart[]> {
  const parts: ReceivedPart[] = [];
  for (const range of ranges) parts.push(await readPart(url, range));
  return parts;
}

/** The identifiers of the records that FlatGeobuf's own reader finds in a box, in ascending order. */
export async function readBox(
  url: string,
  rect: { minX: number; minY: number; maxX: number; maxY: number },
): Promise<number[]> {
  const found: number[] = [];
  for await (const { properties } of deserialize(url, { rect })) found.push(Number(properties?.['RawDataId']));
  return found.sort((a, b) => a - b);
}

/** The number of rows in the metadata and one column of all rows, as hyparquet's own reader returns them. */
export async function readParquet(url: string, column: string): Promise<{ rows: number; values: string[] }> {
  const file = await asyncBufferFromUrl({ url });
  const metadata = await parquetMetadataAsync(file, { initialFetchSize: 1000 });
  const rows = await parquetReadObjects({ file, metadata, columns: [column] });
  return { rows: Number(metadata.num_rows), values: rows.map((row) => String(row[column])) };
}
