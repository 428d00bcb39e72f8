/**
 * Where a record stands in its dataset's order, in a form that stays the same when other records come or go, but for
 * those tied with it and, where the key is a rank, names before it. `key` stands for the sort key and orders as it
 * does: seconds since 1970 for a date and time, the rank among all display names for a name. Records with equal keys
 * are tied; ties stand in ascending order of their identifiers, and `ordinal` counts those before this one.
 */
export interface ListPosition {
  readonly key: number;
  readonly ordinal: number;
}

/** Descending by key, ties in ascending order of the identifier: the order in which the service lists by default. */
export function compareDescending(a: ListPosition, b: ListPosition): number {
  return b.key - a.key || a.ordinal - b.ordinal;
}

export type SortDirection = 'asc' | 'desc';

/** Grows towards the front of the list: the key itself when the list falls, its negative when it rises. */
export function towardsFront(key: number, direction: SortDirection): number {
  return direction === 'desc' ? key : -key;
}
