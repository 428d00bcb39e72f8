import { DataLibrary } from './data-library.ts';
import { createFetchedStore, type FetchedStoreOptions } from './fetched-store.ts';

const timeoutInMilliseconds = 4000;
const manifestTrustInMilliseconds = 5000;
const maximumBytes = 32 * 1024 * 1024;

/** The library over a site's own static tree, as a browser reads it: in its page and in its service worker alike. */
export function createFetchedLibrary(siteUrl: string, fetch: FetchedStoreOptions['fetch']): DataLibrary {
  const store = createFetchedStore({ baseUrl: siteUrl, fetch, timeoutInMilliseconds, manifestTrustInMilliseconds });
  return new DataLibrary(store, { maximumBytes });
}
