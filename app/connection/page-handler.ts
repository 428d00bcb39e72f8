import { handleRequest } from '../../core/api/handle-request.ts';
import { createFetchedReader } from '../../core/storage/snapshot/fetched-store.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';

/** Handles API requests in the page itself. This module is a third of the page's code, so it is loaded on demand. */
export interface PageHandler {
  /** The manifest of the current data version. Throws StoredDataError. */
  manifest(): Promise<Manifest>;
  /** Undefined for a path that is not part of the API. */
  handle(request: Request): Promise<Response> | undefined;
}

export function createPageHandler(siteUrl: string): PageHandler {
  const reader = createFetchedReader(siteUrl, (url, init) => fetch(url, init));
  const basePath = new URL(siteUrl).pathname;
  return {
    manifest: async () => (await reader.openSnapshot()).manifest,
    handle: (request) => handleRequest(request, { reader, basePath }),
  };
}
