import { countWhile } from '../../../core/collections/arrays.ts';
import type { DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { NewestRecords, readRecordTimes } from '../../../core/feeds/newest-records.ts';
import type { RecordTable, RecordVisitor } from '../../write/record-table.ts';

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

export function readKnownTimes(table: RecordTable): KnownTimes {
  const times = new KnownTimes(table);
  table.visitRecords([times]);
  return times;
}

/** The records of a table in the two orders of feeds. */
export function newestRecordsOf(table: RecordTable, { seconds } = readKnownTimes(table)): NewestRecords {
  return new NewestRecords(
    Float64Array.from({ length: table.size }, (_, index) => table.identifier(index)),
    seconds,
  );
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
  const finder = new AreaFinder(features);
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

const areaField = 'CoastalFeatureLGAName';
/** A record farther than this from every feature belongs to no area: its position is probably wrong. */
const maxDistanceInDegrees = 0.5;

interface AreaPoint {
  readonly longitude: number;
  readonly latitude: number;
  readonly area: string;
}

/**
 * Finds the local government areas at a point: those of the coastal features with the nearest point. Compares
 * distances on a plane with the east-west scale of the latitude, which is accurate enough for this purpose.
 */
class AreaFinder {
  /** Sorted from south to north. */
  readonly #points: readonly AreaPoint[];
  readonly #areasByPoint = new Map<string, readonly string[]>();

  constructor(features: RecordTable) {
    const points: AreaPoint[] = [];
    for (let index = 0; index < features.size; index++) {
      const area = features.record(index)[areaField];
      if (typeof area !== 'string' || area.trim() === '') continue;
      for (let position = 0; position < features.positionsPerRecord; position++) {
        const [longitude, latitude] = [features.longitude(index, position), features.latitude(index, position)];
        points.push({ longitude, latitude, area: area.trim() });
      }
    }
    this.#points = points.sort((one, other) => one.latitude - other.latitude);
  }

  /**
   * The areas at a point, in alphabetical order: several if their features are equally near, none if all are far away.
   */
  areasAt(longitude: number, latitude: number): readonly string[] {
    const key = `${longitude} ${latitude}`;
    let areas = this.#areasByPoint.get(key);
    if (areas === undefined) this.#areasByPoint.set(key, (areas = this.#search(longitude, latitude)));
    return areas;
  }

  #search(longitude: number, latitude: number): readonly string[] {
    const scale = Math.cos((latitude * Math.PI) / 180);
    const start = this.#firstFrom(latitude);
    let smallestSquare = maxDistanceInDegrees ** 2;
    let areas = new Set<string>();
    for (const step of [1, -1]) {
      for (let at = step === 1 ? start : start - 1; ; at += step) {
        const point = this.#points[at];
        const north = (point?.latitude ?? Number.POSITIVE_INFINITY) - latitude;
        if (point === undefined || north ** 2 > smallestSquare) break;
        const across = Math.abs(point.longitude - longitude);
        const east = Math.min(across, 360 - across) * scale;
        const square = north ** 2 + east ** 2;
        if (square > smallestSquare) continue;
        if (square < smallestSquare) areas = new Set();
        smallestSquare = square;
        areas.add(point.area);
      }
    }
    return [...areas].sort();
  }

  /** The index of the first point that is not south of a latitude. */
  #firstFrom(latitude: number): number {
    return countWhile(this.#points.length, (at) => (this.#points[at]?.latitude ?? 0) < latitude);
  }
}
