/**
 * Where a record stands in its dataset's order, in a form that stays the same when other records come or go.
 * `key` stands for the sort key and orders as it does: seconds since 1970 for a date and time, the rank among all
 * display names for a name. Records with equal keys are tied; ties stand in ascending order of the identifier.
 */
export interface ListPosition {
  readonly key: number;
  readonly identifier: number;
}

/** Descending by key, ties in ascending order of the identifier: the order in which the service lists by default. */
export function compareDescending(a: ListPosition, b: ListPosition): number {
  return b.key - a.key || a.identifier - b.identifier;
}

/** Ascending by key, ties again in ascending order of the identifier. */
export function compareAscending(a: ListPosition, b: ListPosition): number {
  return a.key - b.key || a.identifier - b.identifier;
}
