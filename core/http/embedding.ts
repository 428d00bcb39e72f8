/*
 * The map that pages of other sites embed. A build writes the origins that may embed it into its page. Hosts send them
 * in a header, because browsers ignore `frame-ancestors` in the page itself, which contains the rest of its policy.
 */

/** The page for embedding. Hosts also serve it at the path of its directory, and redirect that path without a slash. */
export const embedPagePath = 'embed/index.html';
export const embedDirectory = 'embed/';
/** The module with the element `<coastwatch-map>`. */
export const embedModulePath = 'embed/coastwatch-map.js';

const none = "'none'";
const self = "'self'";
export const anyOrigin = '*';

/**
 * An origin as in a content security policy. Its host may begin with "*." for all subdomains, and its port may be "*".
 */
const originPattern =
  /^https?:\/\/(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::(?:\d{1,5}|\*))?$/;

const tagPattern = /<meta\s[^>]*name="coastwatch-embed-origins"[^>]*>/;

/** The header `Content-Security-Policy` of every page except the page for embedding. */
export const refusesFraming = "frame-ancestors 'none'";

/** The header `Content-Security-Policy` of the page for embedding: only the sites that it names may frame it. */
export function framePolicyIn(html: string): string {
  const [, content] = /content="([^"]*)"/.exec(String(tagPattern.exec(html))) ?? [];
  const sources = content?.replaceAll('&#39;', "'").match(/\S+/g) ?? [];
  const areValid = sources.length > 0 && sources.every((source) => isEmbedSource(source) || isAlone(source, sources));
  return areValid ? `frame-ancestors ${sources.join(' ')}` : refusesFraming;
}

function isEmbedSource(source: string): boolean {
  return source === self || originPattern.test(source);
}

/** `*` and `'none'` are allowed, but not together with others. */
function isAlone(source: string, sources: readonly string[]): boolean {
  return (source === anyOrigin || source === none) && sources.length === 1;
}

/** The page with other origins. Returns it unchanged if it does not name origins, for example in an edited explorer. */
export function withEmbedOrigins(html: string, origins: readonly string[]): string {
  return html.replace(tagPattern, (tag) =>
    tag.replace(/content="[^"]*"/, `content="${origins.join(' ').replaceAll("'", '&#39;')}"`),
  );
}

/**
 * Reads origins as a publisher writes them: separated by commas or spaces, `self` and `none` also without quotation
 * marks, and with a slash at the end. Calls `refuse`, which must throw, with the first text that is not an origin, and
 * what is wrong with it.
 */
export function readEmbedOrigins(text: string, refuse: (given: string, problem: string) => never): readonly string[] {
  const given = text.split(/[\s,]+/).filter((part) => part !== '');
  if (given.length === 0) refuse(text, 'names no origin');
  const sources = [...new Set(given.map((part) => readSource(part, refuse)))];
  for (const word of [anyOrigin, none]) {
    if (sources.includes(word) && sources.length > 1) refuse(word, 'cannot be combined with others');
  }
  return sources;
}

const words: Readonly<Record<string, string>> = { any: anyOrigin, [anyOrigin]: anyOrigin, none, self };

function readSource(given: string, refuse: (given: string, problem: string) => never): string {
  const word = given.replace(/^'(.*)'$/, '$1').toLowerCase();
  if (Object.hasOwn(words, word)) return words[word] ?? none;
  const origin = given.toLowerCase().replace(/([^/])\/$/, '$1');
  if (!/^https?:\/\//.test(origin)) refuse(given, 'does not begin with https:// or http://');
  if (/^https?:\/\/[^/]*[/?#]/.test(origin)) refuse(given, 'has a path; an origin is only scheme, host and port');
  // URL parsing checks the port and rejects what is neither a name nor an address.
  if (!originPattern.test(origin) || !URL.canParse(origin.replace('//*.', '//').replace(':*', ''))) {
    refuse(given, 'is not an origin such as https://news.example.org');
  }
  return origin;
}
