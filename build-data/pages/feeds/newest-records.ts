import type { DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { NewestRecords, readRecordTimes } from '../../../core/feeds/newest-records.ts';
import {
  type AreaPoint,
  LocalAreaFinder,
  localAreaField,
  localAreaName,
  localAreaSlugs,
} from '../../../core/datasets/local-areas.ts';
import type { RecordTable, RecordVisitor } from '../../write/record-table.ts';

/** When each record of a table became known, by index, in seconds since 1970-01-01T00:00:00Z. */
export class KnownTimes implements RecordVisitor {
  readonly seconds: Float64Array;
  readonly #midnightsAreDates: boolean;

  constructor(table: RecordTable) {
    this.#midnightsAreDates = table.midnightsAreDates;
    this.seconds = new Float64Array(table.size);
  }

  visit(record: DatasetRecord, index: number): void {
    this.seconds[index] = readRecordTimes(record, this.#midnightsAreDates).knownAt;
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

/**
 * The areas that have records, sorted by name. A record belongs to the area of the coastal feature nearest to its
 * point: to several areas if their features are equally near, and to none if all features are far away.
 */
export function localAreas(features: RecordTable, records: RecordTable, newest: NewestRecords): readonly LocalArea[] {
  const areasOf = findAreas(features, records);
  const counts = new Map<string, number>();
  for (let index = 0; index < records.size; index++) {
    for (const name of areasOf(index)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const newestByArea = newest.byGroup(areasOf);
  return Array.from(localAreaSlugs(counts), ([name, slug]) => ({
    name,
    slug,
    records: counts.get(name) ?? 0,
    newest: newestByArea.get(name) ?? [],
  }));
}

/** Finds the areas of every record once, and returns a function that returns those of the record with an index. */
function findAreas(features: RecordTable, records: RecordTable): (index: number) => readonly string[] {
  const finder = new LocalAreaFinder(areaPointsOf(features));
  const combinations: (readonly string[])[] = [];
  const numbers = new Map<string, number>();
  const numberOf = Uint32Array.from({ length: records.size }, (_, index) => {
    const areas = finder.areasAt(records.longitude(index, 0), records.latitude(index, 0));
    const names = JSON.stringify(areas);
    let number = numbers.get(names);
    if (number === undefined) numbers.set(names, (number = combinations.push(areas) - 1));
    return number;
  });
  return (index) => combinations[numberOf[index] ?? 0] ?? [];
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
