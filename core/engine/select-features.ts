import { sortedIndexes } from '../collections/sorted-indexes.ts';
import { FilterError } from '../cql2/filter-error.ts';
import type { StoredPoints } from '../storage/format/flatbush-file.ts';
import type { StoredDataset } from '../storage/reader/stored-dataset.ts';
import { detailGroupOf, type Value } from './chunk.ts';
import { type Collection, geometryName, queryablesOf } from './collections.ts';
import { distanceKey, type FeatureQuery, type Near, type Selection, type SortKey } from './feature-query.ts';
import { CompiledQuery, type MatchingRows, type Needs, pointIndexOf } from './matching-rows.ts';
import { readerOf } from './truth.ts';

/**
 * Throws FilterError, before it reads anything, if the query names what does not exist or compares what cannot be; and
 * StoredDataError.
 */
export async function selectFeatures(
  files: StoredDataset,
  collection: Collection,
  query: FeatureQuery,
): Promise<Selection> {
  const { near, start, count } = query;
  const order = query.order.length === 0 && near ? nearestFirst : query.order;
  const compiled = new CompiledQuery(collection, query, needsOf(collection, order, near));
  const end = start + count;
  if (compiled.isUnlimited && order.length === 0) {
    const length = Math.max(0, Math.min(end, files.records) - start);
    const indexes = Uint32Array.from({ length }, (_, index) => start + index);
    return { numberMatched: files.records, indexes, distancesInMetres: undefined };
  }
  const matching = await compiled.matchingRows(files);
  const found = new FoundRows(matching, collection, near && (await files.cachedPoints()), near);
  const page = found.inOrder(order).subarray(start, end);
  return {
    numberMatched: found.length,
    indexes: page.map((each) => found.indexes[each]),
    distancesInMetres: near && Float64Array.from(page, (each) => found.distanceOf(each)),
  };
}

const nearestFirst: readonly SortKey[] = [{ property: distanceKey, direction: 'asc' }];

function needsOf(collection: Collection, order: readonly SortKey[], near: Near | undefined): Needs {
  const { dataset } = collection;
  const names = queryablesOf(collection)
    .map(({ name }) => name)
    .filter((name) => name !== geometryName);
  const detailGroups = new Set<number>();
  let points = near !== undefined;
  for (const { property } of order) {
    if (property === distanceKey && near) continue;
    if (!names.includes(property)) {
      const known = [...names, ...(near ? [distanceKey] : [])].join(', ');
      throw new FilterError(`nothing can be sorted by ${JSON.stringify(property)}; the properties are ${known}`);
    }
    const group = detailGroupOf(dataset, property);
    if (group !== undefined) detailGroups.add(group);
    points ||= dataset.positions.some((each) => [each.longitudeField, each.latitudeField].includes(property));
  }
  return { detailGroups, points };
}

/** All rows found, numbered in the order of the list. */
class FoundRows {
  readonly length: number;
  /** The index in the list of each. */
  readonly indexes: Uint32Array;
  readonly #matching: readonly MatchingRows[];
  readonly #slots: Uint32Array | undefined;
  readonly #distances: Float64Array | undefined;

  constructor(
    matching: readonly MatchingRows[],
    { position }: Collection,
    points: StoredPoints | undefined,
    near: Near | undefined,
  ) {
    this.#matching = matching;
    this.length = matching.reduce((sum, { rows }) => sum + rows.length, 0);
    this.indexes = new Uint32Array(this.length);
    let at = 0;
    for (const { chunk, rows } of matching) for (const row of rows) this.indexes[at++] = chunk.firstIndex + row;
    if (!points || !near) return;
    this.#slots = new Uint32Array(this.length);
    this.#distances = new Float64Array(points.longitudes.length).fill(Number.NaN);
    const index = pointIndexOf(points);
    at = 0;
    for (const { chunk, rows } of matching) {
      const { slots, locationOf } = chunk.points(position);
      for (const row of rows) {
        const slot = slots[locationOf[row]];
        this.#slots[at++] = slot;
        if (Number.isNaN(this.#distances[slot])) this.#distances[slot] = index.distanceFrom(near.centre, slot);
      }
    }
  }

  distanceOf(found: number): number {
    if (!this.#slots || !this.#distances) throw new RangeError('the query has no centre');
    return this.#distances[this.#slots[found]];
  }

  /** Sorts by the least significant key first; every sort keeps the order of equal keys. */
  inOrder(order: readonly SortKey[]): Uint32Array {
    let sorted = Uint32Array.from({ length: this.length }, (_, index) => index);
    for (const { property, direction } of [...order].reverse()) {
      const keys = property === distanceKey ? this.#distanceKeys() : this.#keys(property, direction);
      const ranked = Float64Array.from(sorted, (each) => keys[each]);
      const inDirection = sortedIndexes(ranked, direction);
      sorted = Uint32Array.from(inDirection, (index) => sorted[index]);
    }
    return sorted;
  }

  #distanceKeys(): Float64Array {
    return Float64Array.from({ length: this.length }, (_, found) => this.distanceOf(found));
  }

  /** Numbers that sort like the values of a field; those of nulls sort last in this direction. */
  #keys(property: string, direction: 'asc' | 'desc'): Float64Array {
    const columns = this.#matching.map(({ chunk }) => chunk.column(property));
    const distinct = new Set<Value>(columns.flatMap((column) => ('values' in column ? column.values : [])));
    const inOrder = [...distinct].filter((each) => each !== null).sort(compare);
    const ranks = new Map<Value, number>(inOrder.map((each, rank) => [each, rank]));
    ranks.set(null, direction === 'asc' ? ranks.size : -1);
    const keys = new Float64Array(this.length);
    let at = 0;
    for (const [index, { rows }] of this.#matching.entries()) {
      const column = columns[index];
      const valueOf = readerOf(column);
      for (const row of rows) {
        const value = valueOf(row);
        keys[at++] = 'numbers' in column ? Number(value) : Number(ranks.get(value));
      }
    }
    return keys;
  }
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
