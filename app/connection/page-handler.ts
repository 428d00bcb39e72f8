import { handleRequest } from '../../core/api/handle-request.ts';
import { createFetchedLibrary } from '../../core/storage/fetched-library.ts';
import type { Manifest } from '../../core/storage/manifest.ts';

/** Handles API requests in the page itself. It is a third of the page's code, so it is loaded when needed. */
export interface PageHandler {
  /** The manifest of the current data version. Throws StoredDataError. */
  manifest(): Promise<Manifest>;
  /** Undefined for a path that is not part of the API. */
  handle(request: Request): Promise<Response> | undefined;
}

export function createPageHandler(siteUrl: string): PageHandler {
  const library = createFetchedLibrary(siteUrl, (url, init) => fetch(url, init));
  const basePath = new URL(siteUrl).pathname;
  return {
    manifest: async () => (await library.pin()).manifest,
    handle: (request) => handleRequest(request, { library, basePath }),
  };
}
