import { dictionaryPageFolder } from '../storage/format/layout.ts';
import { StoredDataError } from '../storage/snapshot/store.ts';
import { allowedMethods, type Problem, problemBody, problems } from './problems.ts';

/** A request as the handler needs it. Every host can make one, also for methods that a `Request` refuses. */
export interface ApiRequest {
  readonly method: string;
  /** Absolute: links in the answer stand on its origin. */
  readonly url: string;
  readonly ifNoneMatch: string | null;
}

/** The body of an answer: nothing, all its bytes, or a stream of them that may be read once. */
export type ApiBody = Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>> | null;

/** An answer in plain data, the same on every host. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ApiBody;
}

/** On every answer. */
export const commonHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Link, ETag, X-Data-Version',
  'X-Content-Type-Options': 'nosniff',
} as const;

export const jsonContentType = 'application/json; charset=UTF-8';

/**
 * An answer may be kept, but is asked for anew each time: a new version of the data shows at once, and an unchanged
 * one costs a 304.
 */
export const responseCacheControl = 'no-cache';
/** Problems pass: a record that is missing now may stand in the next version. */
export const problemCacheControl = 'no-store';

export const preflightHeaders = {
  ...commonHeaders,
  Allow: allowedMethods,
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Max-Age': '86400',
} as const;

/** Part of every entity tag: raised when the same data comes to be answered in other bytes. */
const responseRevision = 1;

/**
 * The entity tag of an answer: the version of the data, and a hash of the address, so that the tag of one address says
 * nothing about another. Weak, because hosts on the way may compress. `content` tells apart what may be different in the
 * same version.
 */
export function entityTag(dataVersion: string, url: URL, content = ''): string {
  return `W/"${dataVersion}-${responseRevision}-${addressHash(url.origin + url.pathname + url.search + content)}"`;
}

const describedBy = new Map<string, string>();

/**
 * The relation that every result carries in its Link header: to the page that says how positions were derived. Relative to
 * the host, so that it is the same for all requests to a site, and to the byte the same before and behind a proxy.
 */
export function describedByLink(basePath: string): string {
  const known = describedBy.get(basePath);
  if (known !== undefined) return known;
  const link = `<${basePath}${dictionaryPageFolder}>; rel="describedby"`;
  describedBy.set(basePath, link);
  return link;
}

/** Whether an If-None-Match header lists this entity tag, in the weak comparison of RFC 9110. */
export function namesEntityTag(ifNoneMatch: string, tag: string): boolean {
  const opaque = (text: string): string => text.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((candidate) => opaque(candidate) === opaque(tag));
}

/** Whether an If-None-Match header is the asterisk, which stands for any answer there is. */
export function namesAnyEntity(ifNoneMatch: string): boolean {
  return ifNoneMatch.trim() === '*';
}

/** FNV-1a over the UTF-16 code units, twice with different offsets: 64 bits in hexadecimal. */
function addressHash(text: string): string {
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

/** What was found for a request, before headers that depend on the data version are added. */
export interface ResponseContent {
  readonly body: ApiBody;
  /** Undefined when it cannot be known before the body has been read. */
  readonly bodyBytes: number | undefined;
  /** Where a page's neighbours are, for the Link header. */
  readonly link?: string | undefined;
}

export function textContent(text: string): ResponseContent {
  const body = encoder.encode(text);
  return { body, bodyBytes: body.length };
}

/** `describedBy` is the relation to the dictionary, which each result has beside those to its neighbours. */
export function contentResponse(
  result: ResponseContent,
  dataVersion: string,
  tag: string,
  describedBy: string,
): ApiResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': jsonContentType,
      ...(result.bodyBytes === undefined ? {} : { 'Content-Length': String(result.bodyBytes) }),
      'Cache-Control': responseCacheControl,
      ETag: tag,
      'X-Data-Version': dataVersion,
      Link: result.link === undefined ? describedBy : `${result.link}, ${describedBy}`,
      ...commonHeaders,
    },
    body: result.body,
  };
}

export function notModifiedResponse(dataVersion: string, tag: string): ApiResponse {
  return {
    status: 304,
    headers: { 'Cache-Control': responseCacheControl, ETag: tag, 'X-Data-Version': dataVersion, ...commonHeaders },
    body: null,
  };
}

/** `dataVersion` is that of the data the answer was made from, where any was read. */
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
  };
}

export const preflightResponse: ApiResponse = { status: 204, headers: preflightHeaders, body: null };

/** As the answer to a GET, without its body. Of one that would have been streamed, no more is read than its start. */
export function withoutBody(answer: ApiResponse): ApiResponse {
  return { ...answer, body: null };
}

/** What is said when an answer could not be made, and none of it has been sent. */
export function failureResponse(error: unknown): ApiResponse {
  const reason = error instanceof StoredDataError ? error.message : 'an unexpected failure';
  return problemResponse(problems.dataUnavailable(reason));
}
