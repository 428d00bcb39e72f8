/*
 * What a page and the service worker of its site say to each other. They share no other code, and may be of different
 * builds: a message or a header that one does not know changes nothing.
 */

/** Stands on a manifest that the network did not give just now: when it last did, ISO 8601, UTC. */
export const fromCacheHeader = 'X-Coastwatch-From-Cache';

/**
 * What a page asks of the worker: to answer its requests, to keep what the page needs without a network, to keep all
 * the rest of the data, and to take the place of the worker before it.
 */
export type WorkerCommand = 'claim' | 'keep' | 'keep the rest' | 'skip waiting';

/**
 * With this a page asks the worker how much of the site is on this device, or to remove all of it first. It comes with a
 * port, on which the answer is a number of bytes. A worker of an earlier build may not know the question.
 */
export interface StorageRequest {
  readonly storage: 'tell' | 'remove';
}

/**
 * With this a page asks a worker whether both are of one build. It comes with a port, on which the answer is true or
 * false. A worker of an earlier build may not know the question, and says nothing.
 */
export interface SameBuildRequest {
  /** The addresses of the scripts that the page begins with: their names carry hashes, which tell builds apart. */
  readonly scripts: readonly string[];
}
