import { handleRequest } from '../../core/api/handle-request.ts';
import { createFetchedLibrary } from '../../core/storage/fetched-library.ts';
import type { Manifest } from '../../core/storage/manifest.ts';

/** The interface answered within the page itself. It weighs a third of the page, so it is loaded when it is needed. */
export interface PageHandler {
  /** The manifest of the data that stands now. Throws StoredDataError. */
  manifest(): Promise<Manifest>;
  /** Undefined for a path that is not the interface's. */
  answer(request: Request): Promise<Response> | undefined;
}

export function createPageHandler(siteUrl: string): PageHandler {
  const library = createFetchedLibrary(siteUrl, (url, init) => fetch(url, init));
  const basePath = new URL(siteUrl).pathname;
  return {
    manifest: async () => (await library.pin()).manifest,
    answer: (request) => handleRequest(request, { library, basePath }),
  };
}
