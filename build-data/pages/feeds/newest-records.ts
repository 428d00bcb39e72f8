import type { DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { type AreaPoint, LocalAreaFinder, localAreaField, localAreaName } from '../../../core/datasets/local-areas.ts';
import { instantOf, type TimeBasis, timeBasisOf, type TimedRecord } from '../../../core/datasets/recorded-time.ts';
import type { RecordTable, RecordVisitor } from '../../write/record-table.ts';

/** How many records a feed takes from each of the two orders. */
const recordsFromEachOrder = 50;

/** The times of a record, as recorded. */
interface RecordTimes {
  readonly basis: TimeBasis;
  readonly sighted: string;
  /** Null where the record has no report time. */
  readonly reported: string | null;
  /** Can differ from `basis` if only the report was made after the changeover. */
  readonly reportedBasis: TimeBasis;
  /** The later of both times, in seconds since 1970-01-01T00:00:00Z: the record cannot have been known earlier. */
  readonly knownAt: number;
}

export function readRecordTimes(record: Readonly<Record<string, unknown>>): RecordTimes {
  const text = (field: string): string | null => {
    const value = record[field];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const sighted = String(record['SightingDateTime']);
  const timed: TimedRecord = {
    InteractionValue: text('InteractionValue'),
    InteractionId: text('InteractionId'),
    OwnerValue: text('OwnerValue'),
    SightingDateTime: sighted,
  };
  const basis = timeBasisOf(timed);
  const reported = text('ReportDateTime');
  const sightedAt = instantOf(sighted, basis);
  const reportedBasis = reported === null ? basis : timeBasisOf({ ...timed, SightingDateTime: reported });
  const knownAt = reported === null ? sightedAt : Math.max(sightedAt, instantOf(reported, reportedBasis));
  return { basis, sighted, reported, reportedBasis, knownAt };
}

/** When each record of a table became known, by index, in seconds since 1970-01-01T00:00:00Z. */
export class KnownTimes implements RecordVisitor {
  readonly seconds: Float64Array;

  constructor(table: RecordTable) {
    this.seconds = new Float64Array(table.size);
  }

  visit(record: DatasetRecord, index: number): void {
    this.seconds[index] = readRecordTimes(record).knownAt;
  }
}

function readKnownTimes(table: RecordTable): KnownTimes {
  const times = new KnownTimes(table);
  table.visitRecords([times]);
  return times;
}

/**
 * Two orders of all records, both derived from the data alone: by the time at which a record became known, and by the
 * time at which it was added to the table. The second is needed for records that were added late without a report time.
 *
 * The data does not say when a record was added, but identifiers rise as records are added: no record was added before
 * the latest instant at which one with a smaller identifier became known. Records with the same bound, such as those of
 * a bulk load, are sorted by the first order. Where identifiers do not rise with time, both orders are nearly the same.
 */
export class NewestRecords {
  readonly #knownAt: Float64Array;
  readonly #newestFirst: Uint32Array;
  readonly #lastAddedFirst: Uint32Array;

  constructor(table: RecordTable, { seconds: knownAt } = readKnownTimes(table)) {
    const addedAfter = new Float64Array(table.size);
    let latest = Number.NEGATIVE_INFINITY;
    const ascending = Uint32Array.from(knownAt.keys()).sort((a, b) => table.identifier(a) - table.identifier(b));
    for (const index of ascending) {
      latest = Math.max(latest, knownAt[index] ?? latest);
      addedAfter[index] = latest;
    }
    this.#knownAt = knownAt;
    this.#newestFirst = ascending.toSorted((a, b) => this.#compare(a, b));
    this.#lastAddedFirst = ascending.toSorted(
      (a, b) => (addedAfter[b] ?? 0) - (addedAfter[a] ?? 0) || this.#compare(a, b),
    );
  }

  /** Newest first, ties in the order of the table. */
  #compare(a: number, b: number): number {
    return (this.#knownAt[b] ?? 0) - (this.#knownAt[a] ?? 0) || a - b;
  }

  /**
   * The records of each group's feed, newest first: those that became known last and those that were added last, each
   * record once. `groupsOf` returns the groups of a record.
   */
  byGroup(groupsOf: (index: number) => readonly string[]): ReadonlyMap<string, readonly number[]> {
    const chosen = new Map<string, Set<number>>();
    for (const order of [this.#newestFirst, this.#lastAddedFirst]) {
      const taken = new Map<string, number>();
      for (const index of order) {
        for (const group of groupsOf(index)) {
          const count = (taken.get(group) ?? 0) + 1;
          if (count > recordsFromEachOrder) continue;
          taken.set(group, count);
          const records = chosen.get(group) ?? new Set();
          chosen.set(group, records.add(index));
        }
      }
    }
    return new Map(Array.from(chosen, ([group, records]) => [group, [...records].sort((a, b) => this.#compare(a, b))]));
  }
}

/** A local government area with the newest of its records. */
export interface LocalArea {
  readonly name: string;
  /** The name of the area in URLs. */
  readonly slug: string;
  readonly records: number;
  /** The indexes of the records of its feed, newest first. */
  readonly newest: readonly number[];
}

/** Bounds the number of files even if the names in the data are wrong. */
const maxAreas = 200;

/**
 * The areas that have records, sorted by name. A record belongs to the area of the coastal feature nearest to its
 * point: to several areas if their features are equally near, and to none if all features are far away.
 */
export function localAreas(features: RecordTable, records: RecordTable, newest: NewestRecords): readonly LocalArea[] {
  const finder = new LocalAreaFinder(areaPointsOf(features));
  const findAreas = (index: number): readonly string[] =>
    finder.areasAt(records.longitude(index, 0), records.latitude(index, 0));
  const counts = new Map<string, number>();
  for (let index = 0; index < records.size; index++) {
    for (const name of findAreas(index)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const largest = [...counts].sort(([, one], [, other]) => other - one).slice(0, maxAreas);
  largest.sort(([one], [other]) => (one < other ? -1 : 1));
  const newestByArea = newest.byGroup(findAreas);
  const slugs = new Set<string>();
  return largest.map(([name, count]) => ({
    name,
    slug: uniqueSlug(name, slugs),
    records: count,
    newest: newestByArea.get(name) ?? [],
  }));
}

const maxSlugLength = 60;

/** A unique slug of letters, digits and hyphens. A number is appended to a slug that is already taken. */
function uniqueSlug(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-|-$/g, '');
  const base = plain === '' ? 'area' : plain;
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
  taken.add(slug);
  return slug;
}

/** The points of all features with the names of their areas. */
function areaPointsOf(features: RecordTable): readonly AreaPoint[] {
  const points: AreaPoint[] = [];
  for (let index = 0; index < features.size; index++) {
    const area = localAreaName(features.record(index)[localAreaField]);
    for (let position = 0; position < features.positionsPerRecord; position++) {
      points.push({
        longitude: features.longitude(index, position),
        latitude: features.latitude(index, position),
        area,
      });
    }
  }
  return points;
}
