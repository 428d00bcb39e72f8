import { manifestPath } from './layout.ts';
import { StoredDataError, type Store } from './store.ts';

export interface FetchedStoreOptions {
  /** The root of the tree, ending in a slash. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** A read that takes longer has failed. */
  readonly timeoutInMilliseconds: number;
  /** For how long a manifest is taken to stand before it is asked for anew; 0 asks each time. */
  readonly manifestTrustInMilliseconds?: number;
}

/** A store that fetches the static tree over HTTP. */
export function createFetchedStore(options: FetchedStoreOptions): Store {
  const { manifestTrustInMilliseconds = 0 } = options;
  let manifest: { readonly bytes: Uint8Array<ArrayBuffer>; readonly readAt: number } | undefined;
  return {
    async read(path, { fresh }) {
      if (path !== manifestPath) return fetchFile(path, fresh ? 'reload' : 'default', options);
      const isTrusted = manifest && performance.now() - manifest.readAt < manifestTrustInMilliseconds;
      if (manifest && isTrusted && !fresh) return manifest.bytes;
      const bytes = await fetchFile(path, fresh ? 'reload' : 'no-cache', options);
      manifest = { bytes, readAt: performance.now() };
      return bytes;
    },
  };
}

async function fetchFile(
  path: string,
  cache: RequestCache,
  { baseUrl, fetch, timeoutInMilliseconds }: FetchedStoreOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const signal = AbortSignal.timeout(timeoutInMilliseconds);
    const response = await fetch(baseUrl + path, { cache, credentials: 'same-origin', signal });
    if (response.status !== 200) throw new StoredDataError(path, `answered with status ${response.status}`);
    // Hosts of single-page applications send their page, with status 200, in place of a missing file. Any other type
    // may be what a host makes of an ending it does not know: the content itself is checked in any case.
    const type = response.headers.get('Content-Type') ?? '';
    if (/^text\/html/i.test(type)) throw new StoredDataError(path, 'answered with a page of HTML');
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    if (cause instanceof StoredDataError) throw cause;
    throw new StoredDataError(path, `out of reach (${cause instanceof Error ? cause.message : String(cause)})`, {
      cause,
    });
  }
}
