import { join } from 'node:path';

import { createFetchedStore } from '../../core/storage/fetched-store.ts';
import { StoredDataError, type Store } from '../../core/storage/store.ts';
import { readPlainFile } from './plain-files.ts';

/** A read of which nothing comes for so long has failed. */
const longestSilenceInMilliseconds = 30_000;

/** A store over an earlier tree, and whether the time for reading all of it is over. */
export interface PreviousStore extends Store {
  readonly isLate: boolean;
}

export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * Over a directory or an http(s) address. A host may send something again and again and never come to an end: from an
 * address all reads together, beginning now, have so many minutes, and fail after that.
 */
export function openPreviousStore(location: string, limitInMinutes: number): PreviousStore {
  return isUrl(location) ? storeAtUrl(location, limitInMinutes) : { ...storeInDirectory(location), isLate: false };
}

function storeAtUrl(location: string, limitInMinutes: number): PreviousStore {
  const limit = new AbortController();
  setTimeout(() => {
    limit.abort(
      new Error(
        `all of it was not there after ${limitInMinutes} minutes: give it more with --previous-timeout, or copy the ` +
          'site into a folder and name that',
      ),
    );
  }, limitInMinutes * 60_000).unref();
  const { signal } = limit;
  const store = createFetchedStore({
    baseUrl: location.endsWith('/') ? location : `${location}/`,
    fetch: (url, init) =>
      globalThis.fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, signal]) : signal }),
    timeoutInMilliseconds: longestSilenceInMilliseconds,
  });
  return {
    read: (path, options) => store.read(path, options),
    get isLate() {
      return signal.aborted;
    },
  };
}

function storeInDirectory(directory: string): Store {
  return {
    async read(path) {
      try {
        return new Uint8Array(await readPlainFile(join(directory, path)));
      } catch (cause) {
        throw new StoredDataError(path, 'cannot be read', { cause });
      }
    },
  };
}
