import type { Asker } from './asker.ts';

/** Where the static tree is read from: a directory, a network, a cache. Each host brings its own. */
export interface Store {
  /**
   * The whole bytes of a file of the tree, its path relative to the tree's root and spelled by `layout`.
   * With `fresh`, nothing remembered on the way may answer: a remembered copy has turned out wrong.
   * Throws StoredDataError when the file is missing or out of reach.
   *
   * A host may give the same array again for an unchanged file: who reads must not write into it.
   */
  read(path: string, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>>;
}

export interface ReadOptions {
  readonly fresh: boolean;
  /** Of the manifest: one that was read a moment ago will not do, as it does otherwise. */
  readonly current?: boolean;
  /** Gives up when nobody waits for the bytes any more: a store that can stop reading then does. */
  readonly asker?: Asker;
  /** A file of more bytes is not the one asked for: a store need not take in the rest. */
  readonly maximumBytes?: number;
}

/** Stored data is missing, corrupt or out of reach; the message says what is wrong with which file. */
export class StoredDataError extends Error {
  override readonly name = 'StoredDataError';
  readonly path: string;

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path}: ${problem}`, options);
    this.path = path;
  }
}
