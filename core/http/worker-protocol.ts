/*
 * Messages between a page and the service worker of its site. The two may be of different builds, so each ignores
 * messages and headers that it does not know.
 */

/** A header of a manifest from the cache: the time when the network last delivered it, ISO 8601, UTC. */
export const fromCacheHeader = 'X-Coastwatch-From-Cache';

/**
 * `claim`: handle the requests of this page. `keep`: cache what the page needs offline. `keep the rest`: cache all
 * other data. `skip waiting`: replace the previous worker.
 */
export type WorkerCommand = 'claim' | 'keep' | 'keep the rest' | 'skip waiting';

/**
 * Requests the size of the site's caches on this device. `remove` deletes the caches first. The message has a port, on
 * which the worker replies with a number of bytes. A worker of an earlier build may not reply.
 */
export interface StorageRequest {
  readonly storage: 'size' | 'remove';
}

/**
 * Asks the worker whether it is of the same build as the page. The message has a port, on which the worker replies with
 * true or false. A worker of an earlier build may not reply.
 */
export interface SameBuildRequest {
  /** The URLs of the page's first scripts. Their names contain hashes, so they identify the build. */
  readonly scripts: readonly string[];
}
