import { manifestPath } from './layout.ts';
import { StoredDataError, type Store } from './store.ts';

export interface FetchedStoreOptions {
  /** The root of the tree, ending in a slash. */
  readonly baseUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** A read that takes longer has failed. */
  readonly timeoutInMilliseconds: number;
}

/** A store that fetches the static tree over HTTP. */
export function createFetchedStore({ baseUrl, fetch, timeoutInMilliseconds }: FetchedStoreOptions): Store {
  return {
    async read(path, { fresh }) {
      const expectedType = path.endsWith('.json') ? 'json' : 'octet-stream';
      try {
        const response = await fetch(baseUrl + path, {
          // The manifest is always asked for anew; files named by their content may come from any cache.
          cache: fresh ? 'reload' : path === manifestPath ? 'no-cache' : 'default',
          credentials: 'same-origin',
          signal: AbortSignal.timeout(timeoutInMilliseconds),
        });
        if (response.status !== 200) throw new StoredDataError(path, `answered with status ${response.status}`);
        // Hosts of single-page applications send their page, with status 200, in place of a missing file.
        const type = response.headers.get('Content-Type') ?? '';
        if (type !== '' && !type.includes(expectedType)) {
          throw new StoredDataError(path, `answered with ${type} in place of ${expectedType}`);
        }
        return new Uint8Array(await response.arrayBuffer());
      } catch (cause) {
        if (cause instanceof StoredDataError) throw cause;
        throw new StoredDataError(path, `out of reach (${cause instanceof Error ? cause.message : String(cause)})`, {
          cause,
        });
      }
    },
  };
}
