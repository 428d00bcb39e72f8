import { problemDetails } from '../problems.ts';
import { type ApiRequest, type ApiResponse, commonHeaders } from '../responses.ts';
import { routeOf } from '../routes.ts';

/** The weight of JSON and of HTML in an Accept header (RFC 9110). */
function prefersHtml(accept: string): boolean {
  let [html, json] = [0, 0];
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1);
    if (type === 'text/html') html = Math.max(html, weight);
    else if (type === '*/*' || type === 'application/*' || type.endsWith('json')) json = Math.max(json, weight);
  }
  return html > json;
}

/**
 * A request with the format that its Accept header prefers in its URL, if it is to OGC API Features: the URL then
 * identifies the content in caches, entity tags and links.
 */
export function withFormat(request: ApiRequest, basePath: string): ApiRequest {
  if (!prefersHtml(request.accept ?? '')) return request;
  const url = new URL(request.url);
  if (routeOf(url.pathname, basePath)?.kind !== 'ogc' || url.searchParams.has('f')) return request;
  url.searchParams.append('f', 'html');
  return { ...request, url: url.href };
}

/** Completes a response: it depends on the Accept header, has more headers, and problems have another body. */
export function completeOgcResponse(response: ApiResponse): ApiResponse {
  const exposed = commonHeaders['Access-Control-Expose-Headers'];
  const headers = {
    ...response.headers,
    'Access-Control-Expose-Headers': `${exposed}, Content-Crs, OGC-NumberMatched, OGC-NumberReturned`,
    Vary: 'Accept',
  };
  if (!response.problem) return { ...response, headers };
  const body = new TextEncoder().encode(problemDetails(response.problem));
  const contentType = 'application/problem+json';
  return {
    ...response,
    headers: { ...headers, 'Content-Type': contentType, 'Content-Length': String(body.length) },
    body,
  };
}
