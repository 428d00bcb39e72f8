import { distinct, type Distinct, distinctRows } from '../collections/arrays.ts';
import { FilterError } from '../cql2/filter-error.ts';
import { coastalFeatures, rawData } from '../datasets/datasets.ts';
import { secondsPerDay } from '../datasets/recorded-time.ts';
import { LocalAreaFinder, localAreaField, localAreaName } from '../datasets/local-areas.ts';
import { keyOfText } from '../datasets/text-key.ts';
import type { StoredPoints } from '../storage/format/flatbush-file.ts';
import { openDataset } from '../storage/reader/stored-dataset.ts';
import type { Snapshot } from '../storage/snapshot/dataset-reader.ts';
import { type Chunk, type Coded, dayOffset, daysPerShark, detailGroupOf, type Value } from './chunk.ts';
import { type Collection, collections } from './collections.ts';
import type { FeatureQuery } from './feature-query.ts';
import { CompiledQuery, type MatchingRows } from './matching-rows.ts';
import { TimeSlices } from './time-slices.ts';

/** What the features of a collection can be counted by. */
export type Grouping = (typeof groupingsOfRecords)[number] | (typeof groupingsOfPlaces)[number];

/**
 * Times are local (see `recorded-time.ts`), and the hour is null where only the date was recorded. Species and owners are
 * in lower case. An area is that of the nearest coastal features; several, if these are equally near, are joined by " / ".
 */
const groupingsOfRecords = ['species', 'kind', 'year', 'month', 'hour', 'owner', 'place', 'localArea'] as const;
const groupingsOfPlaces = ['featureType', 'town', 'localArea'] as const;

export function groupingsOf({ dataset }: Collection): readonly Grouping[] {
  return dataset === rawData ? groupingsOfRecords : groupingsOfPlaces;
}

export const maximumGroupings = 3;

/** The names of the counts of a group. */
export function countsOf({ dataset }: Collection): readonly string[] {
  return dataset === rawData ? ['features', 'sightings', 'visits', 'taggedSharks'] : ['features'];
}

/** One group: its values, in the order of the request, and its counts. */
export interface CountedGroup {
  readonly values: readonly Value[];
  readonly features: number;
  /** The next three are of `RawData` only: see `tagged-sharks.ts`. Visits are to the area of the query. */
  readonly sightings?: number;
  readonly visits?: number;
  readonly taggedSharks?: number;
}

export interface Counts {
  readonly numberMatched: number;
  /** In ascending order of their values, nulls last. */
  readonly groups: readonly CountedGroup[];
}

/** Throws FilterError as `selectFeatures` does, and StoredDataError. */
export async function countGroups(
  snapshot: Snapshot,
  collection: Collection,
  query: Pick<FeatureQuery, 'filter' | 'near'>,
  groupBy: readonly Grouping[],
): Promise<Counts> {
  const { dataset } = collection;
  const unknown = groupBy.find((each) => !groupingsOf(collection).includes(each));
  if (unknown !== undefined) throw new FilterError(`nothing can be counted by ${JSON.stringify(unknown)}`);
  const fields = dataset === rawData ? [] : groupBy.map((each) => fieldOfPlaces(each));
  const groups = fields.map((field) => detailGroupOf(dataset, field)).filter((group) => group !== undefined);
  const needsAreas = dataset === rawData && groupBy.includes('localArea');
  const files = openDataset(snapshot, dataset);
  const needs = { detailGroups: new Set(groups), points: needsAreas };
  const compiled = new CompiledQuery(collection, query, needs, files.times);
  const [matching, areaOf] = await Promise.all([
    compiled.matchingRows(files),
    needsAreas ? readAreas(snapshot, await files.points()) : undefined,
  ]);
  const counter = new GroupCounter(dataset === rawData, groupBy.length === 0);
  const slices = new TimeSlices();
  for (const each of matching) {
    await slices.run(() => {
      counter.add(
        each,
        groupBy.map((grouping) => valuesOf(grouping, each.chunk, collection, areaOf)),
      );
    });
  }
  return { numberMatched: counter.total, groups: counter.groups() };
}

const fieldsOfPlaces: Readonly<Partial<Record<Grouping, string>>> = {
  featureType: 'CoastalFeatureFeatureType',
  town: 'CoastalFeatureTownProximityNEW',
  localArea: localAreaField,
};

function fieldOfPlaces(grouping: Grouping): string {
  const field = fieldsOfPlaces[grouping];
  if (field === undefined) throw new RangeError(`coastal features have no ${grouping}`);
  return field;
}

/** The values by which the records of a chunk are grouped, each once. */
function valuesOf(
  grouping: Grouping,
  chunk: Chunk,
  collection: Collection,
  areaOf: ((slot: number) => string | null) | undefined,
): Coded<Value> {
  if (grouping !== 'localArea' || !areaOf) {
    return chunk.once(`by ${grouping}`, () => withDistinctValues(groupedBy(grouping, chunk, collection)));
  }
  const { slots, locationOf } = chunk.points(collection.position);
  return withDistinctValues({ values: Array.from(slots, areaOf), codes: locationOf });
}

function groupedBy(grouping: Grouping, chunk: Chunk, { dataset }: Collection): Coded<Value> {
  const texts = (field: string): Coded<string | null> => chunk.column(field) as Coded<string | null>;
  if (dataset !== rawData) return mapped(texts(fieldOfPlaces(grouping)), trimmed);
  switch (grouping) {
    case 'species':
      return mapped(texts('SightingSpeciesValue'), keyOrNull);
    case 'owner':
      return mapped(texts('OwnerValue'), keyOrNull);
    case 'place':
      return mapped(texts('LocationValue'), trimmed);
    case 'kind':
      return chunk.classes().kinds;
    case 'year':
    case 'month':
      return mapped(coded(chunk.local(dataset.sortKey.field).localDays), (day) => {
        const date = new Date(day * secondsPerDay * 1000);
        return grouping === 'year' ? date.getUTCFullYear() : date.getUTCMonth() + 1;
      });
    case 'hour': {
      const { basisOf, localSecondsOf, localDays } = chunk.local(dataset.sortKey.field);
      const hours = Float64Array.from(localDays, (day, row) => {
        return basisOf(row) === 'date' ? -1 : Math.floor((localSecondsOf(row) - day * secondsPerDay) / 3600);
      });
      return mapped(coded(hours), (hour) => (hour < 0 ? null : hour));
    }
    default:
      throw new RangeError(`records have no ${grouping}`);
  }
}

function mapped<Item>({ values, codes }: Coded<Item>, map: (value: Item) => Value): Coded<Value> {
  return { values: values.map(map), codes };
}

function coded(numbers: ArrayLike<number>): Coded<number> {
  const { first, at } = distinct(numbers);
  return { values: first.map((row) => numbers[row]), codes: at };
}

function withDistinctValues({ values, codes }: Coded<Value>): Coded<Value> {
  const { first, at } = distinct(values);
  return { values: first.map((code) => values[code]), codes: codes.map((code) => at[code]) };
}

/** Missing and blank texts are the same. */
const trimmed = (text: string | null): string | null => text?.trim() || null;
const keyOrNull = (text: string | null): string | null => keyOfText(text) || null;

/** The areas of one version, for as long as its points are cached. */
const areasOfPoints = new WeakMap<StoredPoints, { readonly dataVersion: string; readonly areaOf: AreaOfSlot }>();

type AreaOfSlot = (slot: number) => string | null;

/** The area at each point of `RawData`, by slot. */
async function readAreas(snapshot: Snapshot, points: StoredPoints): Promise<AreaOfSlot> {
  const { dataVersion } = snapshot.manifest;
  const known = areasOfPoints.get(points);
  if (known?.dataVersion === dataVersion) return known.areaOf;
  const places = collections.filter(({ dataset }) => dataset === coastalFeatures);
  const group = detailGroupOf(coastalFeatures, localAreaField);
  const files = openDataset(snapshot, coastalFeatures);
  const placePoints = await files.points();
  const areaPoints = await Promise.all(
    places.map(async (collection) => {
      const all = new CompiledQuery(
        collection,
        {},
        { detailGroups: new Set(group === undefined ? [] : [group]), points: true },
        files.times,
      );
      return (await all.matchingRows(files)).flatMap(({ chunk }) => {
        const { values, codes } = chunk.column(localAreaField) as Coded<string | null>;
        const { slots, locationOf } = chunk.points(collection.position);
        return Array.from(codes, (code, row) => {
          const slot = slots[locationOf[row]];
          const [longitude, latitude] = [placePoints.longitudes[slot], placePoints.latitudes[slot]];
          return { longitude, latitude, area: localAreaName(values[code]) };
        });
      });
    }),
  );
  const finder = new LocalAreaFinder(areaPoints.flat());
  const areas = new Map<number, string | null>();
  const areaOf = (slot: number): string | null => {
    let area = areas.get(slot);
    if (area === undefined) {
      area = finder.areasAt(points.longitudes[slot], points.latitudes[slot]).join(' / ') || null;
      areas.set(slot, area);
    }
    return area;
  };
  areasOfPoints.set(points, { dataVersion, areaOf });
  return areaOf;
}

interface Group {
  readonly values: readonly Value[];
  features: number;
  sightings: number;
  readonly sharks: Set<number>;
  /** Pairs of a shark and a local day. */
  readonly visits: Set<number>;
}

class GroupCounter {
  total = 0;
  readonly #countsSharks: boolean;
  readonly #groups = new Map<string, Group>();
  readonly #sharks = new Map<string | null, number>();

  /** Without groupings there is one group, even of no features. */
  constructor(countsSharks: boolean, isOneGroup: boolean) {
    this.#countsSharks = countsSharks;
    if (isOneGroup) this.#groupOf([]);
  }

  add({ chunk, rows }: MatchingRows, columns: readonly Coded<Value>[]): void {
    this.total += rows.length;
    const { first, at } = distinctCodes(rows, columns);
    const groups = first.map((index) => this.#groupOf(columns.map(({ values, codes }) => values[codes[rows[index]]])));
    const features = new Uint32Array(groups.length);
    for (let index = 0; index < rows.length; index++) features[at[index]]++;
    for (const [number, group] of groups.entries()) group.features += features[number];
    if (this.#countsSharks) this.#addSharks(chunk, rows, at, groups);
  }

  /** `at` has the index of each row's group. */
  #addSharks(chunk: Chunk, rows: Uint32Array, at: Uint32Array, groups: readonly Group[]): void {
    const { marks, sharks } = chunk.classes();
    const isSighting = Uint8Array.from(marks, (mark) => Number(mark === 'sighting'));
    const sightings = new Uint32Array(groups.length);
    const { visitOf, visits } = chunk.visits();
    const addVisit = (visit: number, group: Group): void => {
      const { shark, day } = visits[visit - 1];
      const number = this.#numberOf(sharks.values[shark]);
      group.sharks.add(number);
      group.visits.add(number * daysPerShark + day + dayOffset);
    };
    // A shark is detected many times on a day, usually in the same group.
    const latestGroupOf = new Int32Array(visits.length + 1).fill(-1);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index];
      sightings[at[index]] += isSighting[sharks.codes[row]];
      const visit = visitOf[row];
      if (visit === 0 || latestGroupOf[visit] === at[index]) continue;
      latestGroupOf[visit] = at[index];
      addVisit(visit, groups[at[index]]);
    }
    for (const [number, group] of groups.entries()) group.sightings += sightings[number];
  }

  groups(): CountedGroup[] {
    return [...this.#groups.values()]
      .sort((a, b) => compareAll(a.values, b.values))
      .map(({ values, features, sightings, sharks, visits }) => ({
        values,
        features,
        ...(this.#countsSharks ? { sightings, visits: visits.size, taggedSharks: sharks.size } : {}),
      }));
  }

  #groupOf(values: readonly Value[]): Group {
    const key = JSON.stringify(values);
    let group = this.#groups.get(key);
    if (!group)
      this.#groups.set(key, (group = { values, features: 0, sightings: 0, sharks: new Set(), visits: new Set() }));
    return group;
  }

  /** From 1. */
  #numberOf(shark: string | null): number {
    let number = this.#sharks.get(shark);
    if (number === undefined) this.#sharks.set(shark, (number = this.#sharks.size + 1));
    return number;
  }
}

/** The distinct combinations of the values of some rows. Usually few combinations are possible, so a table of them is small. */
function distinctCodes(rows: Uint32Array, columns: readonly Coded<Value>[]): Distinct {
  const possible = columns.reduce((product, { values }) => product * values.length, 1);
  if (possible > largestTable) return distinctRows(columns.map(({ codes }) => rows.map((row) => codes[row])));
  const numbers = new Int32Array(possible).fill(-1);
  const first: number[] = [];
  const at = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    let combination = 0;
    for (const { values, codes } of columns) combination = combination * values.length + codes[rows[index]];
    if (numbers[combination] < 0) {
      numbers[combination] = first.length;
      first.push(index);
    }
    at[index] = numbers[combination];
  }
  return { first, at };
}

const largestTable = 2 ** 16;

function compareAll(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index];
    if (value === other) continue;
    if (value === null || other === null) return value === null ? 1 : -1;
    return value < other ? -1 : 1;
  }
  return 0;
}
