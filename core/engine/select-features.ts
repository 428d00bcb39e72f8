import { sortedIndexes } from '../collections/sorted-indexes.ts';
import { FilterError } from '../cql2/filter-error.ts';
import type { StoredPoints } from '../storage/format/flatbush-file.ts';
import type { StoredDataset } from '../storage/reader/stored-dataset.ts';
import { detailGroupOf, type Value } from './chunk.ts';
import { type Collection, geometryName, queryablesOf } from './collections.ts';
import { distanceKey, type FeatureQuery, type Near, type Selection, type SortKey } from './feature-query.ts';
import { CompiledQuery, type MatchingRows, type Needs, pointIndexOf } from './matching-rows.ts';
import { rowsFrom } from './truth.ts';

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
  const compiled = new CompiledQuery(collection, query, needsOf(collection, order, near), files.times);
  const end = start + count;
  if (compiled.isUnlimited && order.length === 0) {
    const indexes = rowsFrom(start, Math.max(start, Math.min(end, files.records)));
    return { numberMatched: files.records, indexes, distancesInMetres: undefined };
  }
  const matching = await compiled.matchingRows(files);
  if (order.length === 0) return { ...pageInListOrder(matching, start, end), distancesInMetres: undefined };
  const found = new FoundRows(matching, collection, near && (await files.points()), near);
  const { length, indexes, distances } = found;
  const page = found.inOrder(order).subarray(start, end);
  return {
    numberMatched: length,
    indexes: page.map((each) => indexes[each]),
    distancesInMetres: distances && Float64Array.from(page, (each) => distances[each]),
  };
}

/** The indexes in the list of the rows from `start` to `end` (exclusive), and the number of all. */
function pageInListOrder(
  matching: readonly MatchingRows[],
  start: number,
  end: number,
): Pick<Selection, 'numberMatched' | 'indexes'> {
  const indexes: number[] = [];
  let numberMatched = 0;
  for (const { chunk, rows } of matching) {
    const page = rows.subarray(Math.max(0, start - numberMatched), Math.max(0, end - numberMatched));
    for (const row of page) indexes.push(chunk.firstIndex + row);
    numberMatched += rows.length;
  }
  return { numberMatched, indexes: Uint32Array.from(indexes) };
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
  /** Of each; undefined without a centre. */
  readonly distances: Float64Array | undefined;
  readonly #matching: readonly MatchingRows[];

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
    for (const { chunk, rows } of matching) {
      for (let index = 0; index < rows.length; index++) this.indexes[at++] = chunk.firstIndex + rows[index];
    }
    if (!points || !near) return;
    const distances = new Float64Array(this.length);
    const distanceOfSlot = new Float64Array(points.longitudes.length).fill(Number.NaN);
    const pointIndex = pointIndexOf(points);
    at = 0;
    for (const { chunk, rows } of matching) {
      const { slots, locationOf } = chunk.points(position);
      for (let index = 0; index < rows.length; index++) {
        const slot = slots[locationOf[rows[index]]];
        if (Number.isNaN(distanceOfSlot[slot])) distanceOfSlot[slot] = pointIndex.distanceFrom(near.centre, slot);
        distances[at++] = distanceOfSlot[slot];
      }
    }
    this.distances = distances;
  }

  /** Sorts by the least significant key first; every sort keeps the order of equal keys. */
  inOrder(order: readonly SortKey[]): Uint32Array {
    let sorted = rowsFrom(0, this.length);
    for (const { property, direction } of [...order].reverse()) {
      const keys = (property === distanceKey && this.distances) || this.#keys(property, direction);
      const before = sorted;
      const ranked = new Float64Array(this.length);
      for (let rank = 0; rank < ranked.length; rank++) ranked[rank] = keys[before[rank]];
      sorted = sortedIndexes(ranked, direction).map((rank) => before[rank]);
    }
    return sorted;
  }

  /** Numbers that sort like the values of a field; those of nulls sort last in this direction. */
  #keys(property: string, direction: 'asc' | 'desc'): Float64Array {
    const columns = this.#matching.map(({ chunk }) => chunk.sortableColumn(property));
    const distinct = new Set(columns.flatMap((column) => ('values' in column ? column.values : [])));
    const inOrder = [...distinct].filter((each) => each !== null).sort(compare);
    const ranks = new Map<Value, number>(inOrder.map((each, rank) => [each, rank]));
    ranks.set(null, direction === 'asc' ? ranks.size : -1);
    const keys = new Float64Array(this.length);
    let at = 0;
    for (const [chunk, { rows }] of this.#matching.entries()) {
      const column = columns[chunk];
      const codes = 'values' in column ? column.codes : undefined;
      const numbers = 'values' in column ? column.values.map((value) => Number(ranks.get(value))) : column.numbers;
      for (let index = 0; index < rows.length; index++) keys[at++] = numbers[codes ? codes[rows[index]] : rows[index]];
    }
    return keys;
  }
}

const compare = (a: string | number, b: string | number): number => (a < b ? -1 : a > b ? 1 : 0);
