import { dictionaryPageDirectory } from '../storage/format/layout.ts';
import type { SiteRules } from '../datasets/site.ts';
import type { Snapshot } from '../storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../storage/snapshot/store.ts';
import { allowedMethods, type Problem, problemBody, problems } from './problems.ts';

/** A request as plain data. Unlike the platform's `Request`, it can have any method. */
export interface ApiRequest {
  readonly method: string;
  /** Absolute. Links in the response use its origin. */
  readonly url: string;
  readonly ifNoneMatch: string | null;
  /** The Accept header, on which only OGC API Features depends. */
  readonly accept?: string | null | undefined;
}

/** The body of a response: none, all its bytes, or a stream that can be read once. */
export type ApiBody = Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>> | null;

/** A response as plain data, the same on every host. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ApiBody;
  /** How the records were read; undefined of a problem. */
  readonly rules?: SiteRules;
  /** The problem that the body describes. */
  readonly problem?: Problem;
}

export const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Link, ETag, X-Data-Version',
  'X-Content-Type-Options': 'nosniff',
} as const;

export const jsonContentType = 'application/json; charset=UTF-8';
export const binaryContentType = 'application/octet-stream';

/**
 * Clients may store a response but must revalidate it each time: new data is visible immediately, and unchanged data
 * costs a 304.
 */
export const responseCacheControl = 'no-cache';
/** Problems are temporary: a record that is missing now may exist in the next version. */
export const problemCacheControl = 'no-store';

export const preflightHeaders = {
  ...commonHeaders,
  Allow: allowedMethods,
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const;

/** Part of every entity tag. Increase it when the same data produces different bytes. */
const responseRevision = 1;

/**
 * The entity tag of a response: the data version and a hash of the URL, so that a tag never matches another URL. It is
 * a weak tag because proxies may compress the body. `contentRevision` must change with content that can change within
 * one data version.
 */
export function entityTag(dataVersion: string, url: URL, contentRevision = ''): string {
  return `W/"${dataVersion}-${responseRevision}-${hash(url.origin + url.pathname + url.search + contentRevision)}"`;
}

/**
 * A value for the Link header of every result: a link to the page that explains how positions were derived. The link
 * has no origin, so that it is the same for all requests to a site, even behind a proxy.
 */
export function describedByLink(basePath: string): string {
  return `<${basePath}${dictionaryPageDirectory}>; rel="describedby"`;
}

/** What proxies append to an entity tag when they compress a response: Apache appends `-gzip`, for example. */
const endWithSuffix = /^(?:--?|;)(?:gzip|br|zstd|deflate)"$/;

/**
 * The tag by which an If-None-Match header names this entity, in the weak comparison of RFC 9110: `tag` itself or, if a
 * proxy has appended a suffix to it, the tag with the suffix; undefined if the header does not name it. The 304 for a file
 * has the tag that is returned, because caches update only the response with that tag. The API always sends its own tag,
 * as its OpenAPI document says.
 *
 * Do not use this for If-Range. A tag with a suffix identifies the compressed bytes: a client that has some of them
 * would append a range of the uncompressed file.
 */
export function matchingEntityTag(ifNoneMatch: string, tag: string): string | undefined {
  const opaque = (text: string): string => text.replace(/^W\//, '');
  const named = ifNoneMatch.split(',').map((each) => each.trim());
  if (named.some((each) => opaque(each) === opaque(tag))) return tag;
  // The tag itself may end in a hyphen, so the suffix is what follows the tag.
  const withoutQuote = opaque(tag).slice(0, -1);
  return named.find(
    (each) => opaque(each).startsWith(withoutQuote) && endWithSuffix.test(opaque(each).slice(withoutQuote.length)),
  );
}

/** Whether an If-None-Match header is the asterisk, which matches any existing resource. */
export function namesAnyEntity(ifNoneMatch: string): boolean {
  return ifNoneMatch.trim() === '*';
}

/** FNV-1a over the UTF-16 code units, twice with different offsets: 64 bits in hexadecimal. */
function hash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x050c5d1f;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x01000193);
  }
  return [low, high].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

const encoder = new TextEncoder();

export interface ResponseContent {
  readonly body: ApiBody;
  /** The length of the body; undefined if it is unknown until the body has been read. */
  readonly bodyBytes: number | undefined;
  /** Default: JSON. */
  readonly contentType?: string | undefined;
  readonly link?: string | undefined;
  /** In addition to those of every response. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ContentSource {
  /**
   * Whether the response may be sent while its content is still being read. Such a response cannot be restarted, and
   * its files remain available only for a certain number of updates. It therefore reads the current manifest first, so
   * that it starts with the newest version.
   */
  readonly isStreamed: boolean;
  /** Reads the content from one version of the data. Throws StoredDataError. */
  readonly read: (snapshot: Snapshot) => Promise<ResponseContent | Problem>;
  /** For content that can change within one data version: a text that changes with it, as part of the entity tag. */
  readonly revisionOf?: (snapshot: Snapshot) => string | undefined;
}

export function textContent(text: string): ResponseContent {
  return bytesContent(encoder.encode(text));
}

export function bytesContent(body: Uint8Array<ArrayBuffer>): ResponseContent {
  return { body, bodyBytes: body.length };
}

/** A response with status 200. In its Link header, `describedBy` follows the links to other pages. */
export function contentResponse(
  content: ResponseContent,
  dataVersion: string,
  tag: string,
  describedBy: string,
): ApiResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': content.contentType ?? jsonContentType,
      ...(content.bodyBytes === undefined ? {} : { 'Content-Length': String(content.bodyBytes) }),
      'Cache-Control': responseCacheControl,
      ETag: tag,
      'X-Data-Version': dataVersion,
      Link: content.link === undefined ? describedBy : `${content.link}, ${describedBy}`,
      ...commonHeaders,
      ...content.headers,
    },
    body: content.body,
  };
}

export function notModifiedResponse(dataVersion: string, tag: string): ApiResponse {
  return {
    status: 304,
    headers: { 'Cache-Control': responseCacheControl, ETag: tag, 'X-Data-Version': dataVersion, ...commonHeaders },
    body: null,
  };
}

/** `dataVersion` is the version that the response is based on; undefined if none was read. */
export function problemResponse(problem: Problem, dataVersion?: string): ApiResponse {
  const body = encoder.encode(problemBody(problem));
  return {
    status: problem.status,
    headers: {
      'Content-Type': jsonContentType,
      'Content-Length': String(body.length),
      'Cache-Control': problemCacheControl,
      ...(dataVersion === undefined ? {} : { 'X-Data-Version': dataVersion }),
      ...problem.headers,
      ...commonHeaders,
    },
    body,
    problem,
  };
}

export const preflightResponse: ApiResponse = { status: 204, headers: preflightHeaders, body: null };

/** The response to HEAD. If the body is streamed, only its start has been read. */
export function withoutBody(response: ApiResponse): ApiResponse {
  return { ...response, body: null };
}

/** The response when reading the data failed before anything was sent. */
export function failureResponse(error: unknown): ApiResponse {
  const reason = error instanceof StoredDataError ? error.message : 'an unexpected failure';
  return problemResponse(problems.dataUnavailable(reason));
}
