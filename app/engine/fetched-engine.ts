import { createFetchedLibrary } from '../../core/storage/fetched-library.ts';
import { LocalEngine } from './local-engine.ts';

/** An engine that reads a site's files over the network, in the thread that calls this. */
export function createFetchedEngine(): LocalEngine {
  return new LocalEngine((siteUrl) => createFetchedLibrary(siteUrl, (url, init) => fetch(url, init)));
}
