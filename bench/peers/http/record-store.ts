import type { Position } from '../../../core/geo/wgs84.ts';

/** A part of a list. */
export interface ListPart {
  readonly offset: number;
  readonly count: number;
}

/**
 * The records of a peer, stored as the JSON that it sends. Records are returned as this JSON without further
 * processing, which is the fastest that a peer can be. Lists are in the default order of the API.
 */
export interface RecordStore {
  /** For example "PostGIS 3.3.2, PostgreSQL 15.18". */
  readonly title: string;
  /** A part of the list, as the items of an array without the brackets. */
  list(part: ListPart): Promise<string>;
  /** Undefined if there is no such record. */
  record(identifier: number): Promise<string | undefined>;
  /** The records within the range, or a part of them, in the form of `list`. */
  within(centre: Position, rangeInMetres: number, part: ListPart | undefined): Promise<string>;
  countWithin(centre: Position, rangeInMetres: number): Promise<number>;
  nearest(centre: Position): Promise<string | undefined>;
  close(): Promise<void>;
}
