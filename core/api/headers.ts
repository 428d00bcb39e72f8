import { dictionaryPageFolder } from '../storage/layout.ts';
import { allowedMethods } from './problems.ts';

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
export const answerCacheControl = 'no-cache';
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
const answerRevision = 1;

/**
 * The entity tag of an answer: the version of the data, and a hash of the address, so that the tag of one address says
 * nothing about another. Weak, because hosts on the way may compress. `content` tells apart what may be different in the
 * same version.
 */
export function entityTag(dataVersion: string, url: URL, content = ''): string {
  return `W/"${dataVersion}-${answerRevision}-${addressHash(url.origin + url.pathname + url.search + content)}"`;
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
