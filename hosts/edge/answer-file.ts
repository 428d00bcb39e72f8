import { cacheControlOf, contentTypeOf, isOpenToAll } from '../../core/site/file-headers.ts';
import { contentSecurityPolicyOf, fileSecurityHeaders } from '../../core/site/security-headers.ts';
import type { EdgeSite } from './edge-handler.ts';

/** A file of the site, with the headers it has on every host: stores of files know few of them, or none. */
export async function answerFile(request: Request, { filesUrl, fetch, basePath }: EdgeSite): Promise<Response> {
  const { method, url } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    return textAnswer(405, 'This site is read-only.\n', { Allow: 'GET, HEAD' });
  }
  const { pathname } = new URL(url);
  if (!pathname.startsWith(basePath)) return notFound();
  const path = pathname.slice(basePath.length).replace(/(^|\/)$/, '$1index.html');
  const contentType = contentTypeOf(path);
  // The site has no file of another kind, and stores make a list of the files out of the address of a folder.
  if (contentType === undefined) return notFound();
  const found = await fetch(new Request(filesUrl + path, { method, headers: conditionsOf(request) })).catch(
    () => undefined,
  );
  if (found === undefined)
    return textAnswer(503, 'The file is out of reach. Try again shortly.\n', { 'Retry-After': '5' });
  if (found.status !== 200 && found.status !== 304) {
    await found.body?.cancel();
    return notFound();
  }
  const html = path.endsWith('.html') && found.status === 200 && method === 'GET' ? await found.text() : undefined;
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(fileSecurityHeaders)) headers.set(name, value);
  if (html !== undefined) headers.set('Content-Security-Policy', contentSecurityPolicyOf(html));
  headers.set('Content-Type', contentType);
  headers.set('Cache-Control', cacheControlOf(path));
  if (isOpenToAll(path)) headers.set('Access-Control-Allow-Origin', '*');
  return new Response(html ?? found.body, { status: found.status, headers });
}

function conditionsOf({ headers }: Request): Headers {
  const conditions = new Headers();
  for (const name of ['If-None-Match', 'If-Modified-Since', 'Accept-Encoding']) {
    const value = headers.get(name);
    if (value !== null) conditions.set(name, value);
  }
  return conditions;
}

function notFound(): Response {
  return textAnswer(404, 'There is nothing here.\n');
}

function textAnswer(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=UTF-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}
