import { countWhile } from '../collections/arrays.ts';
import type { Expression } from '../cql2/expression.ts';
import { FilterError } from '../cql2/filter-error.ts';
import { PointIndex } from '../geo/point-index.ts';
import { forEachRunWithin } from '../geo/point-search.ts';
import { type RecordedTimes, secondsPerDay } from '../datasets/recorded-time.ts';
import type { DatasetOutline } from '../datasets/dataset-description.ts';
import type { ColumnChunk } from '../storage/columns/column-chunk.ts';
import type { StoredPoints } from '../storage/format/flatbush-file.ts';
import type { ColumnChunkReference, ListTable } from '../storage/format/tables.ts';
import type { StoredDataset } from '../storage/reader/stored-dataset.ts';
import { StoredDataError } from '../storage/snapshot/store.ts';
import { Chunk } from './chunk.ts';
import type { Collection } from './collections.ts';
import { compileCondition, type Condition } from './compile-filter.ts';
import type { FeatureQuery } from './feature-query.ts';
import { requireLimits } from './filter-limits.ts';
import { type TimeBounds, timeBoundsOf } from './time-bounds.ts';
import { no, rowsWhere, rowsWhereAll, type Truths, yes } from './truth.ts';
import { TimeSlices } from './time-slices.ts';

/** The records of a chunk that match a query, by row of the chunk, in the order of the list. */
export interface MatchingRows {
  readonly chunk: Chunk;
  readonly rows: Uint32Array;
}

const oldSite =
  'this site was built by an earlier release, without the columns of this property; it has to be built again';

/** What a caller needs of the chunks, in addition to what the query does. */
export interface Needs {
  readonly detailGroups: ReadonlySet<number>;
  readonly points: boolean;
}

/**
 * A query with compiled conditions. In each chunk, conditions that need only the columns are tested first, so that details
 * are read only if rows are left. Chunks outside the times of the filter are not read.
 */
export class CompiledQuery {
  readonly #collection: Collection;
  readonly #near: FeatureQuery['near'];
  readonly #bounds: TimeBounds;
  readonly #conditions: readonly Condition[];
  readonly #needs: Needs;

  /** `times` are those of the collection. Throws FilterError. */
  constructor(
    collection: Collection,
    query: Pick<FeatureQuery, 'filter' | 'near'>,
    needs: Needs,
    times: RecordedTimes,
  ) {
    this.#collection = collection;
    this.#near = query.near;
    this.#needs = needs;
    if (query.filter !== undefined) requireLimits(query.filter);
    const conjuncts = conjunctsOf(query.filter);
    this.#bounds = recordedBoundsOf(conjuncts, collection.dataset, times);
    this.#conditions = conjuncts
      .map((each) => compileCondition(each, collection, times))
      .sort((a, b) => a.detailGroups.size - b.detailGroups.size);
  }

  /** Whether all records match. */
  get isUnlimited(): boolean {
    return this.#conditions.length === 0 && this.#near === undefined;
  }

  /** Chunks without matching records may be left out. Throws StoredDataError. */
  async matchingRows(files: StoredDataset): Promise<MatchingRows[]> {
    const [near, bounds] = [this.#near, this.#bounds];
    const needsPoints = this.#needs.points || near !== undefined || this.#conditions.some((each) => each.needsPoints);
    const groups = [...new Set([this.#needs, ...this.#conditions].flatMap(({ detailGroups }) => [...detailGroups]))];
    for (const group of groups) if (!files.hasDetails(group)) throw new FilterError(oldSite);
    const [{ chunks }, list, points, ...tables] = await Promise.all([
      files.columnTable(),
      files.listTable(),
      needsPoints ? files.points() : undefined,
      ...groups.map((group) => files.detailTable(group)),
    ]);
    const isNear = near && points && slotsWithin(points, near);
    const detailsOf = new Map(groups.map((group, index) => [group, tables[index].chunks]));
    let firstIndex = 0;
    const parts = chunks.map((reference, index) => {
      const start = firstIndex;
      firstIndex += reference.records;
      return { reference, index, firstIndex: start };
    });
    const slices = new TimeSlices();
    const wanted = parts.filter(({ reference, firstIndex }) => mayMatch(bounds, list, firstIndex, reference.records));
    const found = await Promise.all(
      wanted.map(async ({ reference, index, firstIndex }) => {
        const columns = await files.columnChunk(reference);
        requireSlots(columns, points);
        const chunk = new Chunk(this.#collection.dataset, columns, firstIndex, points, files);
        const addDetails = (wantedGroups: ReadonlySet<number>): Promise<unknown> =>
          Promise.all(
            [...wantedGroups].map(async (group) => {
              const file = detailChunk(detailsOf.get(group), index, columns.records);
              chunk.addDetails(group, await files.detailChunk(group, file, reference, columns.identifiers));
            }),
          );
        let rows = await slices.run(() => {
          const ofColumns = this.#conditions.filter(({ detailGroups }) => detailGroups.size === 0);
          const conditions = ofColumns.map(({ truthsIn }) => truthsIn(chunk));
          if (isNear) conditions.push(this.#nearIn(chunk, isNear));
          return rowsWhereAll(conditions, ...rowsWithin(bounds, columns));
        });
        for (const { truthsIn, detailGroups } of this.#conditions) {
          if (rows.length === 0) break;
          if (detailGroups.size === 0) continue;
          await addDetails(detailGroups);
          const left = rows;
          rows = await slices.run(() => rowsWhere(left, truthsIn(chunk)));
        }
        if (rows.length > 0) await addDetails(this.#needs.detailGroups);
        return { chunk, rows };
      }),
    );
    return found.filter(({ rows }) => rows.length > 0);
  }

  #nearIn(chunk: Chunk, isNear: Uint8Array): Truths {
    const { slots, locationOf } = chunk.points(this.#collection.position);
    return { truths: Uint8Array.from(slots, (slot) => (isNear[slot] === 1 ? yes : no)), codes: locationOf };
  }
}

/**
 * The bounds of the recorded times. Both the bounds of a filter, which are dates as if in UTC, and the recorded times
 * differ from instants by the offsets of the zone, and both may be days. A day that clocks skip is the next one.
 */
function recordedBoundsOf(
  conjuncts: readonly Expression[],
  { sortKey }: DatasetOutline,
  times: RecordedTimes,
): TimeBounds {
  if (sortKey.comparison !== 'text') return { earliest: -Infinity, latest: Infinity };
  const { earliest, latest } = timeBoundsOf(conjuncts, sortKey.field);
  const [least, greatest] = times.differences;
  const margin = 2 * secondsPerDay + greatest - least;
  return { earliest: earliest - margin, latest: latest + margin };
}

/** Whether the times of a run of the list can be within bounds. The list is sorted by the recorded time. */
function mayMatch({ earliest, latest }: TimeBounds, list: ListTable, firstIndex: number, records: number): boolean {
  return keyAtOrBefore(list, firstIndex) >= earliest && keyAfter(list, firstIndex + records) <= latest;
}

/** The rows of a chunk whose recorded times are within bounds: from the first to the last (exclusive). */
function rowsWithin({ earliest, latest }: TimeBounds, { seconds, records }: ColumnChunk): [start: number, end: number] {
  if (!seconds) return [0, records];
  return [countWhile(records, (row) => seconds[row] > latest), countWhile(records, (row) => seconds[row] >= earliest)];
}

/** The newest key of the list shard that contains an index. */
function keyAtOrBefore({ shards }: ListTable, index: number): number {
  return shards[countWhile(shards.length, (shard) => shards[shard].firstIndex <= index) - 1]?.first.key ?? Infinity;
}

/** The newest key of the first list shard that begins at or after an index: no record before the index is older. */
function keyAfter({ shards }: ListTable, index: number): number {
  return shards[countWhile(shards.length, (shard) => shards[shard].firstIndex < index)]?.first.key ?? -Infinity;
}

function conjunctsOf(filter: Expression | undefined): readonly Expression[] {
  if (filter === undefined) return [];
  return typeof filter === 'object' && filter.op === 'and' ? filter.args.flatMap(conjunctsOf) : [filter];
}

/** 1 for each point within the distance. */
function slotsWithin(points: StoredPoints, { centre, withinInMetres }: NonNullable<FeatureQuery['near']>): Uint8Array {
  const isWithin = new Uint8Array(points.longitudes.length);
  forEachRunWithin(pointIndexOf(points), centre, withinInMetres, (start, end) => isWithin.fill(1, start, end));
  return isWithin;
}

const pointIndexes = new WeakMap<StoredPoints, PointIndex>();

export function pointIndexOf(points: StoredPoints): PointIndex {
  let index = pointIndexes.get(points);
  if (!index) pointIndexes.set(points, (index = new PointIndex(points.longitudes, points.latitudes)));
  return index;
}

/** Throws StoredDataError if a chunk names points that do not exist. */
function requireSlots({ locations }: ColumnChunk, points: StoredPoints | undefined): void {
  const unknown = points && locations.points.find((point) => point >= points.slotOf.length);
  if (unknown !== undefined) throw new StoredDataError('the columns', `point ${unknown} is not in the index of points`);
}

function detailChunk(
  chunks: readonly ColumnChunkReference[] | undefined,
  index: number,
  records: number,
): ColumnChunkReference {
  const reference = chunks?.[index];
  if (reference?.records === records) return reference;
  throw new StoredDataError('the details', `their chunk ${index} does not have the ${records} records of the columns`);
}
