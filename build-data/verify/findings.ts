import { allowedMethods } from '../../core/api/problems.ts';
import { commonHeaders, jsonContentType, preflightHeaders } from '../../core/api/responses.ts';
import { openFileHeaders } from '../../core/site/file-headers.ts';
import type { SiteResponse, SiteUnderTest } from './site-under-test.ts';

/** A fault of a site, described for its operator. */
interface Finding {
  /** What was observed, at which URL. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** The faults that a check found; empty if nothing is wrong. */
export type Findings = readonly Finding[];

/** What a header must match, and how a message describes it. */
export interface HeaderExpectation {
  readonly matches: RegExp;
  readonly words: string;
}

/** Collects faults of responses. */
export class FindingList {
  readonly found: Finding[] = [];

  add(what: string, remedy: string): void {
    this.found.push({ what, remedy });
  }

  /** Adds a finding unless the response has this status. Returns whether it does. */
  expectStatus(response: SiteResponse, status: number, remedy: string): boolean {
    if (response.status === status) return true;
    const location = response.headers.get('Location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      this.add(
        `${response.request} redirects to ${location} (status ${response.status}) instead of returning status ${status}`,
        'let the host respond at this address without a redirect; if the whole site has moved, check its new address',
      );
    } else {
      this.add(`${response.request} returns status ${response.status}, not ${status}`, remedy);
    }
    return false;
  }

  /** Adds a finding unless a header has this value or meets this requirement. */
  expectHeader(response: SiteResponse, name: string, expected: string | HeaderExpectation, remedy: string): void {
    const value = response.headers.get(name);
    const isText = typeof expected === 'string';
    if (isText ? value === expected : value !== null && expected.matches.test(value)) return;
    const seen = value === null ? `no ${name} header` : `${name}: ${value}`;
    this.add(`${response.request} has ${seen}; expected ${isText ? `"${expected}"` : expected.words}`, remedy);
  }
}

/** The caching of files that change with updates: a maximum age of at most 89 seconds. */
export const shortCaching: HeaderExpectation = {
  matches: /no-cache|no-store|max-age=(?:\d|[1-8]\d)(?!\d)/,
  words: '"no-cache" (or a few seconds)',
};
export const immutableCaching: HeaderExpectation = {
  matches: /immutable|max-age=\d{6,}/,
  words: '"public, max-age=31536000, immutable"',
};
export const compressed: HeaderExpectation = { matches: /^(?:br|gzip|zstd)$/, words: 'br or gzip' };

export const strongTag: HeaderExpectation = { matches: /^"[^"]*"$/, words: 'a strong entity tag' };
export const exposedHeaders: HeaderExpectation = {
  matches: /^(?=.*\baccept-ranges\b)(?=.*\bcontent-range\b)(?=.*\betag\b)|^\*$/i,
  words: openFileHeaders['Access-Control-Expose-Headers'],
};

export const useConfiguration = 'use the configuration for this host in deploy/';

const problemKeys = 'DeveloperMessage,ClientMessage,StackTrace,ErrorNumber,ErrorLink';
/** Responses smaller than this need no compression. */
export const smallInBytes = 2000;

/**
 * Checks the status of an API response and the headers that all API responses have. Returns whether the status is the
 * expected one.
 */
export function checkResponse(
  response: SiteResponse,
  status: number,
  list: FindingList,
  contentType: string = jsonContentType,
): boolean {
  if (!list.expectStatus(response, status, useConfiguration)) return false;
  if (status !== 204) list.expectHeader(response, 'Content-Type', contentType, useConfiguration);
  for (const [name, value] of Object.entries(commonHeaders)) list.expectHeader(response, name, value, useConfiguration);
  if (status !== 204) list.expectHeader(response, 'Cache-Control', shortCaching, useConfiguration);
  return true;
}

/** Checks an API error response: JSON with its five keys, cached only briefly, and readable by other sites. */
export function checkProblem(response: SiteResponse, status: number, list: FindingList): void {
  if (!list.expectStatus(response, status, useConfiguration)) return;
  if (response.isHtml) {
    list.add(`${response.request} is refused with an HTML page; expected JSON`, useConfiguration);
    return;
  }
  checkResponse(response, status, list);
  const { json } = response;
  const keys = typeof json === 'object' && json !== null ? Object.keys(json).join(',') : 'no JSON object';
  if (keys !== problemKeys) {
    list.add(`${response.request} is refused with ${keys}; expected ${problemKeys}`, useConfiguration);
  }
}

/** Checks the responses to unknown paths and to methods other than GET. */
export async function checkRefusals(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  for (const missing of [`${path}/999999999`, `${path}/no-such-record`, `${path}/1/2`, `${path}Archive`]) {
    checkProblem(await site.request(missing), 404, list);
  }
  for (const method of ['POST', 'DELETE']) {
    const refused = await site.request(path, { method });
    checkProblem(refused, 405, list);
    if (refused.status === 405) list.expectHeader(refused, 'Allow', allowedMethods, useConfiguration);
  }
  const preflight = await site.request(path, { method: 'OPTIONS' });
  if (checkResponse(preflight, 204, list)) {
    for (const [name, value] of Object.entries(preflightHeaders)) {
      if (!Object.hasOwn(commonHeaders, name)) list.expectHeader(preflight, name, value, useConfiguration);
    }
  }
  const head = await site.request(path, { method: 'HEAD' });
  checkResponse(head, 200, list);
  if (head.bytes.length > 0) list.add(`${head.request} has a body`, useConfiguration);
}

/** Checks that a conditional request for an unchanged response returns 304. */
export async function checkConditional(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  const first = await site.request(path);
  if (first.status !== 200) return;
  const tag = first.headers.get('ETag');
  if (tag === null) {
    list.add(
      `${first.request} has no ETag header`,
      'let the host send entity tags, so that unchanged responses are not sent again',
    );
    return;
  }
  const again = await site.request(path, { headers: { 'If-None-Match': tag } });
  list.expectStatus(again, 304, 'the response has not changed since the host sent this tag');
}

/** Checks that a long response is compressed for clients that accept compression, and for no others. */
export async function checkCompression(site: SiteUnderTest, whole: SiteResponse, list: FindingList): Promise<void> {
  if (whole.bytes.length < smallInBytes) return;
  list.expectHeader(whole, 'Content-Encoding', compressed, 'let the host compress application/json');
  const plain = await site.request(whole.path, { headers: { 'Accept-Encoding': 'identity' } });
  const encoding = plain.headers.get('Content-Encoding') ?? 'identity';
  if (encoding !== 'identity') {
    list.add(
      `${plain.request} is compressed (${encoding}) for a client that does not accept compression`,
      'let caches distinguish responses by Accept-Encoding: send it in the Vary header',
    );
  }
}
