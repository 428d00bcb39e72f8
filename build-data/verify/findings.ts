import { allowedMethods } from '../../core/api/problems.ts';
import { commonHeaders, jsonContentType, preflightHeaders } from '../../core/api/responses.ts';
import { openFileHeaders } from '../../core/site/file-headers.ts';
import type { SiteAnswer, SiteUnderTest } from './site-under-test.ts';

/** A fault of a site, described for its operator. */
interface Finding {
  /** What was observed, at which URL. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
}

/** What a check found; empty when nothing is wrong. */
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

  /** Adds a finding unless the response has this status. Returns whether it has. */
  status(answer: SiteAnswer, status: number, remedy: string): boolean {
    if (answer.status === status) return true;
    const location = answer.headers.get('Location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      this.add(
        `${answer.request} redirects to ${location} (status ${answer.status}) instead of returning status ${status}`,
        'let the host answer at this address itself; if the whole site has moved, check it at its new address',
      );
    } else {
      this.add(`${answer.request} returns status ${answer.status}, not ${status}`, remedy);
    }
    return false;
  }

  /** Adds a finding unless a header has this value or meets this requirement. */
  header(answer: SiteAnswer, name: string, expected: string | HeaderExpectation, remedy: string): void {
    const value = answer.headers.get(name);
    const isText = typeof expected === 'string';
    if (isText ? value === expected : value !== null && expected.matches.test(value)) return;
    const seen = value === null ? `no ${name} header` : `${name}: ${value}`;
    this.add(`${answer.request} has ${seen}; expected ${isText ? `"${expected}"` : expected.words}`, remedy);
  }
}

/** For files that change with updates: a maximum age of at most 89 seconds. */
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

export const useConfiguration = 'use the configuration that npm run configure writes for this host';

const problemKeys = 'DeveloperMessage,ClientMessage,StackTrace,ErrorNumber,ErrorLink';
/** Smaller responses need no compression. */
export const smallInBytes = 2000;

/** The status and the headers that every API response has. Returns whether it has the status. */
export function checkAnswer(
  answer: SiteAnswer,
  status: number,
  list: FindingList,
  contentType: string = jsonContentType,
): boolean {
  if (!list.status(answer, status, useConfiguration)) return false;
  if (status !== 204) list.header(answer, 'Content-Type', contentType, useConfiguration);
  for (const [name, value] of Object.entries(commonHeaders)) list.header(answer, name, value, useConfiguration);
  if (status !== 204) list.header(answer, 'Cache-Control', shortCaching, useConfiguration);
  return true;
}

/** An API error: JSON with its five keys, not cached, and readable by other sites. */
export function checkProblem(answer: SiteAnswer, status: number, list: FindingList): void {
  if (!list.status(answer, status, useConfiguration)) return;
  if (answer.isPage) {
    list.add(`${answer.request} is refused with an HTML page; expected JSON`, useConfiguration);
    return;
  }
  checkAnswer(answer, status, list);
  const { json } = answer;
  const keys = typeof json === 'object' && json !== null ? Object.keys(json).join(',') : 'no JSON object';
  if (keys !== problemKeys) {
    list.add(`${answer.request} is refused with ${keys}; expected ${problemKeys}`, useConfiguration);
  }
}

/** Unknown paths, and methods other than GET. */
export async function checkRefusals(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  for (const missing of [`${path}/999999999`, `${path}/no-such-record`, `${path}/1/2`, `${path}Archive`]) {
    checkProblem(await site.ask(missing), 404, list);
  }
  for (const method of ['POST', 'DELETE']) {
    const refused = await site.ask(path, { method });
    checkProblem(refused, 405, list);
    if (refused.status === 405) list.header(refused, 'Allow', allowedMethods, useConfiguration);
  }
  const preflight = await site.ask(path, { method: 'OPTIONS' });
  if (checkAnswer(preflight, 204, list)) {
    for (const [name, value] of Object.entries(preflightHeaders)) {
      if (!Object.hasOwn(commonHeaders, name)) list.header(preflight, name, value, useConfiguration);
    }
  }
  const head = await site.ask(path, { method: 'HEAD' });
  checkAnswer(head, 200, list);
  if (head.bytes.length > 0) list.add(`${head.request} has a body`, useConfiguration);
}

/** A conditional request for an unchanged response must return 304. */
export async function checkConditional(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  const first = await site.ask(path);
  if (first.status !== 200) return;
  const tag = first.headers.get('ETag');
  if (tag === null) {
    list.add(
      `${first.request} has no ETag header`,
      'let the host send entity tags: unchanged answers then cost nothing',
    );
    return;
  }
  const again = await site.ask(path, { headers: { 'If-None-Match': tag } });
  list.status(again, 304, 'the response has not changed since the host sent this tag');
}

/** A long response must be compressed for clients that accept that, and for no others. */
export async function checkCompression(site: SiteUnderTest, whole: SiteAnswer, list: FindingList): Promise<void> {
  if (whole.bytes.length < smallInBytes) return;
  list.header(whole, 'Content-Encoding', compressed, 'let the host compress application/json');
  const plain = await site.ask(whole.path, { headers: { 'Accept-Encoding': 'identity' } });
  const encoding = plain.headers.get('Content-Encoding') ?? 'identity';
  if (encoding !== 'identity') {
    list.add(
      `${plain.request} is compressed (${encoding}) for a client that does not accept compression`,
      'let caches distinguish answers by Accept-Encoding (the header Vary)',
    );
  }
}
