import { matchingEntityTag } from '../../core/api/responses.ts';
import {
  allowsAnyOrigin,
  cacheControlOf,
  contentTypeOf,
  contentTypes,
  fileSecurityHeaders,
  openFileHeaders,
  openFileMethods,
  openFilePreflightHeaders,
  revalidateCacheControl,
} from '../../core/http/file-headers.ts';
import { embedPagePath, framePolicyIn, refusesFraming } from '../../core/http/embedding.ts';
import {
  acceptsHtml,
  isSentAsFile,
  missingPageForBasePath,
  missingPagePath,
  withTrailingSlash,
} from '../../core/http/site-paths.ts';
import { type FetchFile, isTagged, taggedFile } from './tagged-file.ts';

/** Where the files of the site are, and the path under which it is served. */
export interface EdgeSite {
  /** The root of the files, ending in a slash. */
  readonly filesUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** With a slash at both ends. */
  readonly basePath: string;
  /** Whether the worker compresses responses, because nothing between the runtime and its clients does. */
  readonly compresses?: boolean;
}

/** A file store that has not started to respond within this time counts as unreachable. */
const timeoutInMilliseconds = 4000;

/** Responds with a file of the site and the same headers as every host: file stores set few of them, or none. */
export async function fileResponse(request: Request, site: EdgeSite): Promise<Response> {
  const { filesUrl, fetch, basePath } = site;
  const { method, url } = request;
  const { pathname, search } = new URL(url);
  const isBelow = pathname.startsWith(basePath);
  const path = pathname.slice(basePath.length).replace(/(^|\/)$/, '$1index.html');
  const isOpen = isBelow && allowsAnyOrigin(path);
  if (method === 'OPTIONS' && isOpen) return new Response(null, { status: 204, headers: openFilePreflightHeaders });
  if (method !== 'GET' && method !== 'HEAD') {
    return textResponse(405, 'This site is read-only.\n', { Allow: isOpen ? openFileMethods : 'GET, HEAD' });
  }
  const location = withTrailingSlash(pathname + search, basePath);
  if (location !== undefined) {
    return new Response(null, {
      status: 301,
      headers: { Location: location, 'Cache-Control': revalidateCacheControl },
    });
  }
  if (!isBelow) return notFound(request, site);
  const contentType = contentTypeOf(path);
  // The site has no files of other types, and a file store may list a directory when its URL is requested.
  if (contentType === undefined || !maySend(path)) return notFound(request, site);
  const timeout = new AbortController();
  const timer = setTimeout(() => {
    timeout.abort();
  }, timeoutInMilliseconds);
  const { signal } = timeout;
  const isEmbedPage = path === embedPagePath;
  const fetchFile: FetchFile = (file, fileMethod, range) => {
    // Requests the file uncompressed: some runtimes decompress what they read, but keep the Content-Encoding header.
    const headers = new Headers({ 'Accept-Encoding': 'identity', ...(range === undefined ? {} : { Range: range }) });
    return fetch(new Request(filesUrl + file, { method: fileMethod, headers, signal }));
  };
  const conditionalRequest = new Request(filesUrl + path, {
    // The page itself names the sites that may frame it.
    method: isEmbedPage ? 'GET' : method,
    headers: conditionalHeaders(request),
    signal,
  });
  const fetching = isTagged(path)
    ? taggedFile(request, path, fetchFile)
    : fetch(conditionalRequest).then((each) => notModifiedIfNamed(each, request));
  const fetched = await orAborted(fetching, signal).catch(() => undefined);
  // The page for embedding is read completely, within the same time limit; other files are streamed.
  const isRead = isEmbedPage && fetched?.status === 200;
  const html = isRead ? await orAborted(fetched.text(), signal).catch(() => undefined) : undefined;
  clearTimeout(timer);
  if (fetched === undefined || (isRead && html === undefined))
    return textResponse(503, 'The file is temporarily unavailable. Try again shortly.\n', { 'Retry-After': '5' });
  const { status } = fetched;
  if (![200, 206, 304, 416].includes(status)) {
    await fetched.body?.cancel();
    return notFound(request, site);
  }
  const headers = new Headers(fetched.headers);
  for (const [name, value] of Object.entries(fileSecurityHeaders)) headers.set(name, value);
  for (const [name, value] of Object.entries(isOpen ? openFileHeaders : {})) headers.set(name, value);
  // A 304 has no page to read, so the header of the response that the client has cached remains valid.
  if (html !== undefined) headers.set('Content-Security-Policy', framePolicyIn(html));
  else if (path.endsWith('.html') && !isEmbedPage) headers.set('Content-Security-Policy', refusesFraming);
  headers.set('Content-Type', contentType);
  headers.set('Cache-Control', cacheControlOf(path));
  if (status === 416) {
    headers.set('Content-Type', contentTypes.txt);
    headers.set('Cache-Control', 'no-store');
    return new Response('This file has no such part.\n', { status, headers });
  }
  if (method === 'HEAD' && html === undefined) await fetched.body?.cancel();
  return new Response(method === 'HEAD' ? null : (html ?? fetched.body), { status, headers });
}

function maySend(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    return isSentAsFile(decoded) && !/(?:^|\/)\.\.?(?:\/|$)/.test(decoded);
  } catch {
    return false;
  }
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  // Not every runtime stops reading a body when its request is aborted.
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('the file did not arrive in time'));
    });
  });
  return Promise.race([work, aborted]);
}

function conditionalHeaders({ headers }: Request): Headers {
  const conditions = new Headers({ 'Accept-Encoding': 'identity' });
  for (const name of ['If-None-Match', 'If-Modified-Since']) {
    const value = headers.get(name);
    if (value !== null) conditions.set(name, value);
  }
  return conditions;
}

/** The response, or a 304 if the client names its tag in a way that the store does not recognise. */
async function notModifiedIfNamed(response: Response, { headers }: Request): Promise<Response> {
  const [tag, ifNoneMatch] = [response.headers.get('ETag'), headers.get('If-None-Match')];
  if (response.status !== 200 || tag === null || ifNoneMatch === null) return response;
  if (matchingEntityTag(ifNoneMatch, tag) === undefined) return response;
  await response.body?.cancel();
  const newHeaders = new Headers(response.headers);
  newHeaders.delete('Content-Length');
  return new Response(null, { status: 304, headers: newHeaders });
}

/** Responds with status 404: with the site's page to a browser that opens a URL, otherwise with a line of text. */
async function notFound({ method, headers }: Request, site: EdgeSite): Promise<Response> {
  const html = acceptsHtml(headers.get('Accept')) ? await fetchMissingPage(site).catch(() => undefined) : undefined;
  if (html === undefined) return textResponse(404, 'There is nothing here.\n', { Vary: 'Accept' });
  return new Response(method === 'HEAD' ? null : html, {
    status: 404,
    headers: {
      ...fileSecurityHeaders,
      'Content-Type': contentTypes.html,
      'Content-Security-Policy': refusesFraming,
      'Cache-Control': 'no-store',
      Vary: 'Accept',
    },
  });
}

/** The HTML of the site's 404 page; undefined if the site has none. Rejects if the page does not arrive in time. */
async function fetchMissingPage({ filesUrl, fetch, basePath }: EdgeSite): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutInMilliseconds);
  const request = new Request(filesUrl + missingPagePath, { headers: { 'Accept-Encoding': 'identity' }, signal });
  const found = await fetch(request);
  if (found.status !== 200) {
    await found.body?.cancel();
    return undefined;
  }
  return missingPageForBasePath(await orAborted(found.text(), signal), basePath);
}

function textResponse(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': contentTypes.txt,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}
