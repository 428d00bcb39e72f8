import type { Expression } from '../cql2/expression.ts';
import type { Position } from '../geo/wgs84.ts';

/** Features within a distance of a point, along the geodesic, edge included. Infinity includes all. */
export interface Near {
  readonly centre: Position;
  readonly withinInMetres: number;
}

export interface SortKey {
  /** A field, or `distance` in a query with `near`. */
  readonly property: string;
  readonly direction: 'asc' | 'desc';
}

export const distanceKey = 'distance';

export interface FeatureQuery {
  readonly filter?: Expression | undefined;
  readonly near?: Near | undefined;
  /**
   * The most significant key first. Without keys: the nearest first if there is `near`, otherwise the order of the list.
   * Features with equal keys keep the order of the list. Texts and times are compared as published, by UTF-16 code units;
   * nulls are last.
   */
  readonly order: readonly SortKey[];
  /** The features of the page: those from `start` to `start + count` (exclusive) in this order. */
  readonly start: number;
  readonly count: number;
}

export interface Selection {
  /** The number of all features that match. */
  readonly numberMatched: number;
  /** The indexes of the features of the page in the list of the dataset. */
  readonly indexes: Uint32Array;
  /** The geodesic distance of each of these; undefined in a query without `near`. */
  readonly distancesInMetres: Float64Array | undefined;
}
