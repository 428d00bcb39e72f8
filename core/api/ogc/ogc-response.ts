import { type Problem, problemDetails } from '../problems.ts';
import { type ApiRequest, type ApiResponse, commonHeaders, problemResponse } from '../responses.ts';
import { routeOf } from '../routes.ts';

/** Whether an Accept header gives HTML a higher weight than JSON (RFC 9110). */
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
 * Adds f=html to the URL of a request to OGC API Features whose Accept header prefers HTML, so that the URL identifies
 * the content in caches, entity tags and links.
 */
export function withFormat(request: ApiRequest, basePath: string): ApiRequest {
  if (!prefersHtml(request.accept ?? '')) return request;
  const url = new URL(request.url);
  if (routeOf(url.pathname, basePath)?.kind !== 'ogc' || url.searchParams.has('f')) return request;
  url.searchParams.append('f', 'html');
  return { ...request, url: url.href };
}

/** The response with a problem to a request that is not handled. `path` is that of the request. */
export function problemResponseTo(path: string, basePath: string, problem: Problem): ApiResponse {
  const response = problemResponse(problem);
  return routeOf(path, basePath)?.kind === 'ogc' ? completeOgcResponse(response) : response;
}

/** Adds the headers of OGC API Features to a response, and writes the body of a problem as problem+json. */
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
