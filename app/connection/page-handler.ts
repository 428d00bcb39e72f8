import { handleRequest } from '../../core/api/handle-request.ts';
import { createFetchedReader } from '../../core/storage/snapshot/fetched-store.ts';

/**
 * Handles API requests in the page itself; undefined for a path that is not part of the API. This module is a third of
 * the page's code, so it is loaded on demand.
 */
export type PageHandler = (request: Request) => Promise<Response> | undefined;

export function createPageHandler(siteUrl: string): PageHandler {
  const reader = createFetchedReader(siteUrl, (url, init) => fetch(url, init));
  const basePath = new URL(siteUrl).pathname;
  return (request) => handleRequest(request, { reader, basePath });
}
