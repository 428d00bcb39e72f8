import { handleRequest } from '../../core/api/handle-request.ts';
import { DataLibrary } from '../../core/storage/data-library.ts';
import { DataMemory } from '../../core/storage/data-memory.ts';
import { createFetchedStore, type ManifestMemory } from '../../core/storage/fetched-store.ts';
import { answerFile } from './answer-file.ts';
import { compressed } from './compressed.ts';
import { withKnownLength } from './known-length.ts';

/** Where the files of the site are, and under which path it stands. */
export interface EdgeSite {
  /** The root of the files, ending in a slash. */
  readonly filesUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** With a slash at both ends. */
  readonly basePath: string;
  /** Whether nothing between the runtime and its clients compresses answers. */
  readonly compresses?: boolean;
}

/** An edge worker has 128 MB for everything; what is decoded takes about as much again while it is put to use. */
const memoryInBytes = 24 * 1024 * 1024;
const timeoutInMilliseconds = 4000;
const manifestTrustInMilliseconds = 5000;

/**
 * The whole site for a runtime that knows Request and Response. Reads belong to the request that began them, since
 * such runtimes end them with it: each request has a library of its own, and they share what was read to its end.
 */
export function createEdgeHandler(): (request: Request, site: EdgeSite) => Promise<Response> {
  const memory = new DataMemory(memoryInBytes);
  const manifestMemory: ManifestMemory = {};
  return async (request, site) => {
    const store = createFetchedStore({
      baseUrl: site.filesUrl,
      fetch: (url, init) => site.fetch(fileRequest(url, init)),
      timeoutInMilliseconds,
      manifestTrustInMilliseconds,
      manifestMemory,
    });
    const library = new DataLibrary(store, { memory });
    const answer = handleRequest(request, { library, basePath: site.basePath });
    const response = await (answer ?? answerFile(request, site));
    return withKnownLength(site.compresses === true ? compressed(request, response) : response);
  };
}

/** Not all of these runtimes know the modes of `cache` and `credentials`: what is asked anew is said in a header. */
function fileRequest(url: string, { cache, signal }: RequestInit): Request {
  const headers: Record<string, string> = cache === 'default' ? {} : { 'Cache-Control': 'no-cache' };
  return new Request(url, { headers, signal: signal ?? null });
}
