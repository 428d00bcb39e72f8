import { embedModulePath } from './embedding.ts';

/*
 * Headers of the site's files on the Node host, on the edge host and in `_headers`. Paths are relative to the root of the
 * site, without a leading slash.
 */

export const contentTypes = {
  html: 'text/html; charset=UTF-8',
  js: 'text/javascript; charset=UTF-8',
  css: 'text/css; charset=UTF-8',
  json: 'application/json; charset=UTF-8',
  jsonld: 'application/ld+json',
  webmanifest: 'application/manifest+json; charset=UTF-8',
  atom: 'application/atom+xml; charset=UTF-8',
  svg: 'image/svg+xml; charset=UTF-8',
  txt: 'text/plain; charset=UTF-8',
  ts: 'text/plain; charset=UTF-8',
  xml: 'application/xml; charset=UTF-8',
  bin: 'application/octet-stream',
  flatbush: 'application/octet-stream',
  png: 'image/png',
  woff2: 'font/woff2',
  csv: 'text/csv; charset=UTF-8',
  geojson: 'application/geo+json; charset=UTF-8',
  ndjson: 'application/x-ndjson; charset=UTF-8',
  kml: 'application/vnd.google-earth.kml+xml; charset=UTF-8',
  fgb: 'application/flatgeobuf',
  parquet: 'application/vnd.apache.parquet',
  zip: 'application/zip',
  pmtiles: 'application/vnd.pmtiles',
} as const;

const typesByEnding = new Map<string, string>(
  Object.entries(contentTypes).map(([extension, type]) => [`.${extension}`, type]),
);

/** The content type of a file; undefined if the site does not use its extension. */
export function contentTypeOf(path: string): string | undefined {
  return typesByEnding.get(path.slice(path.lastIndexOf('.')));
}

export const immutableCacheControl = 'public, max-age=31536000, immutable';
export const revalidateCacheControl = 'no-cache';

/** Matches paths whose names contain a hash of their content. */
const hashedPath = /^(?:data\/[0-9a-f]{32}\.|assets\/|downloads\/[A-Za-z-]+\.[0-9a-f]{16}\.)/;

const hashInName = /^(?:data\/([0-9a-f]{32})\.|downloads\/[A-Za-z-]+\.([0-9a-f]{16})\.)/;

/** The content hash in the name of a file under `data/` or `downloads/`; undefined for other names. */
export function contentHashInName(path: string): string | undefined {
  const [, ofData, ofDownload] = hashInName.exec(path) ?? [];
  return ofData ?? ofDownload;
}

/** Files with a content hash in their names are cached forever; all others are revalidated each time. */
export function cacheControlOf(path: string): string {
  return hashedPath.test(path) ? immutableCacheControl : revalidateCacheControl;
}

/**
 * The files that scripts of other sites may read, as glob patterns: the data, downloads, features, feeds, metadata, the client
 * and the module for embedding, but not the pages.
 */
export const openPaths: readonly string[] = [
  ...['data/*', 'downloads/*', 'features/*', 'feeds/*'],
  ...['docs/*.json', 'docs/*.csv', 'datapackage.json', 'catalog.jsonld', 'client/*', embedModulePath],
];

/** Matches `openPaths` and the paths of the API. */
const openPath = new RegExp(`^(?:${['webapi/*', ...openPaths].map(toPattern).join('|')})$`);

export function allowsAnyOrigin(path: string): boolean {
  return openPath.test(path);
}

/** Headers of every response for an open file. Browsers hide most unlisted headers from scripts of other sites. */
export const openFileHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Length, Content-Range, ETag',
} as const;

export const openFileMethods = 'GET, HEAD, OPTIONS';

/** The response to the CORS preflight for an open file. Range requests have headers that cause a preflight. */
export const openFilePreflightHeaders = {
  ...openFileHeaders,
  Allow: openFileMethods,
  'Access-Control-Allow-Methods': openFileMethods,
  'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match, If-Modified-Since',
  'Access-Control-Max-Age': '86400',
} as const;

function toPattern(path: string): string {
  return path.replaceAll('.', '\\.').replace('*', '.*');
}

export const fileSecurityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
} as const;

export type Encoding = 'br' | 'gzip';

/** The best encoding that an Accept-Encoding header accepts. A weight of zero excludes an encoding. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined;
  const accepted = new Set<string>();
  for (const item of header.split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const isRefused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if (!isRefused) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : undefined;
}

/** A part of a file, both bytes included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The part of a file of `size` bytes that a Range header requests (RFC 9110). Undefined when the response is the
 * complete file: without the header, or when the header is ignored (a malformed range, a unit other than bytes, or
 * several ranges).
 */
export function byteRangeOf(header: string | null | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') {
    if (size === 0 || Number(last) === 0) return 'unsatisfiable';
    return { first: Math.max(0, size - Number(last)), last: size - 1 };
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'unsatisfiable';
  return { first: Number(first), last: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
