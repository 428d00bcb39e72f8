import type { CoastalFeatureRecord, RawDataRecord } from '../../../core/datasets/datasets.ts';
import type { SiteRules } from '../../../core/datasets/site.ts';
import { Clock } from '../../../core/datasets/testing/clock.ts';
import { trueDistance } from '../../../core/geo/testing/scenes.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Filters } from '../../view/view-state.ts';
import { interactionOf, type Kind, kindOf, type Mark, markOf } from '../../../core/datasets/kinds.ts';
import { keyOfText } from '../../../core/datasets/text-key.ts';
import type { FacetValue, MapBox, Query, RecordDetails } from '../engine.ts';

/*
 * The expected results of the engine, by brute force: every query scans all records. This code shares only the
 * vocabulary with the engine.
 */

export type FilterName = 'kinds' | 'species' | 'sources' | 'dates' | 'size' | 'offshore' | 'remark' | 'tag';
const filterNames: readonly FilterName[] = [
  ...(['kinds', 'species', 'sources', 'dates', 'size', 'offshore', 'remark', 'tag'] as const),
];

function positionOf(record: RawDataRecord): Position {
  return { longitude: record.LocationX, latitude: record.LocationY };
}

function pointsOf(feature: CoastalFeatureRecord): readonly [Position, Position] {
  return [
    { longitude: feature.CoastalFeatureInshoreLongitude, latitude: feature.CoastalFeatureInshoreLatitude },
    { longitude: feature.CoastalFeatureOffshoreLongitude, latitude: feature.CoastalFeatureOffshoreLatitude },
  ];
}

const speciesOf = (record: RawDataRecord): string => keyOfText(record.SightingSpeciesValue);

const sourceOf = (record: RawDataRecord): string => keyOfText(record.OwnerValue);

const typeOf = (feature: CoastalFeatureRecord): string => keyOfText(feature.CoastalFeatureFeatureType);

function tagOf(record: RawDataRecord): string | null {
  const isDetected = record.InteractionValue?.trim().toLowerCase() === 'detected';
  return isDetected && /^\d+$/.test(record.ObjectId ?? '') ? record.ObjectId : null;
}

/** The tagged shark that a record detected, as its tag and species; null for other records. */
function sharkOf(record: RawDataRecord): string | null {
  const tag = tagOf(record);
  return tag === null ? null : `${tag} ${speciesOf(record)}`;
}

/** The recorded text; '' where there is none. */
const textOf = (published: string | null): string => (published === null || published === 'NULL' ? '' : published);

/** Null without a plausible number of metres. */
function sizeOf({ SightingSizeValue: size }: RawDataRecord): number | null {
  const metres = /^[0-9.]+m$/.test(size ?? '') ? Number.parseFloat(size ?? '') : Number.NaN;
  return metres <= 10 ? metres : null;
}

function offshoreOf({ Distance, DistanceUnit }: RawDataRecord): number | null {
  if (textOf(Distance) === '' || textOf(DistanceUnit) === '') return null;
  return Number(Distance) * (DistanceUnit?.startsWith('km') === true ? 1000 : 1);
}

/** How the values of scenes are shown after the species. */
const numberWords: Readonly<Record<string, string>> = { '2  x': ', 2 animals', 'school of': ', a school' };

const sizeWords: Readonly<Record<string, string>> = {
  ...{ '2.5m': ', 2.5 m', '2.0m': ', 2 m', '3m': ', 3 m', large: ', large', '234.0m': ', 234.0m' },
};

function detailsOf(record: RawDataRecord): RecordDetails {
  return {
    size: textOf(record.SightingSizeValue),
    sizeInMetres: sizeOf(record),
    number: textOf(record.SightingNumbervalue),
    sizeAndNumber:
      (numberWords[record.SightingNumbervalue ?? ''] ?? '') + (sizeWords[record.SightingSizeValue ?? ''] ?? ''),
    distanceOffshoreInMetres: offshoreOf(record),
    distanceText: [textOf(record.Distance), textOf(record.DistanceUnit)].filter((text) => text !== '').join(' '),
    remark: textOf(record.LocationDetail),
  };
}

function distanceToFeature(from: Position, feature: CoastalFeatureRecord): number {
  return Math.min(...pointsOf(feature).map((point) => trueDistance(from, point)));
}

function isInRange(range: Filters['size'], value: number | null, isRecorded: boolean): boolean {
  if (range === null) return true;
  if (range === 'none') return !isRecorded;
  if (value === null) return false;
  return (range.from === null || value >= range.from) && (range.to === null || value <= range.to);
}

function featurePasses(feature: CoastalFeatureRecord, { featureTypes }: Filters): boolean {
  return featureTypes.length === 0 || featureTypes.includes(typeOf(feature));
}

/** The box may be several turns around the globe away. */
function isInBox({ longitude, latitude }: Position, { west, south, east, north }: MapBox): boolean {
  const extraTurns = east < west ? 1 : 0;
  const isInLongitude = [-3, -2, -1, 0, 1, 2, 3].some(
    (turns) => longitude >= west + turns * 360 && longitude <= east + (turns + extraTurns) * 360,
  );
  return isInLongitude && latitude >= south && latitude <= north;
}

function isInRegion(points: readonly Position[], { search, area }: Query): boolean {
  if (!search) return points.some((point) => isInBox(point, area));
  if (search.mode === 'nearest') return true;
  return points.some((point) => trueDistance(search.centre, point) <= search.radiusInMetres);
}

/** Sorts items by distance; ties remain in list order. */
function byDistance<Item>(items: readonly Item[], distanceTo: (item: Item) => number): Item[] {
  return items
    .map((item) => ({ item, distance: distanceTo(item) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ item }) => item);
}

/** The features that a query lists. `features` are in the descending order of the API. */
function listedFeatures(features: readonly CoastalFeatureRecord[], query: Query, centre: Position) {
  const found = features.filter(
    (feature) => isInRegion(pointsOf(feature), query) && featurePasses(feature, query.filters),
  );
  const nearest = (): CoastalFeatureRecord[] => byDistance(found, (feature) => distanceToFeature(centre, feature));
  if (query.search?.mode === 'nearest') return nearest().slice(0, 200);
  if (query.sort === 'oldest') return found;
  if (query.sort === 'nearest') return nearest();
  const collator = new Intl.Collator('en', { sensitivity: 'accent' });
  return [...found].sort(
    (a, b) =>
      collator.compare(a.CoastalFeatureDisplayName, b.CoastalFeatureDisplayName) ||
      a.CoastalFeatureID - b.CoastalFeatureID,
  );
}

/** Counts in `counted` for every value that occurs in `all`, the most frequent in `all` first. */
function facet<Item>(
  all: readonly Item[],
  counted: readonly Item[],
  keyOf: (item: Item) => string,
  order: readonly string[] = [],
): FacetValue[] {
  const frequency = (items: readonly Item[], key: string): number => items.filter((one) => keyOf(one) === key).length;
  return [...new Set(all.map(keyOf))]
    .sort(
      (a, b) =>
        frequency(all, b) - frequency(all, a) || order.indexOf(a) - order.indexOf(b) || Number(a > b) - Number(a < b),
    )
    .map((key) => ({ key, count: frequency(counted, key) }));
}

/** Some records with only one detection of each tagged shark. */
function onePerShark(records: readonly RawDataRecord[]): RawDataRecord[] {
  const sharks = records.map(sharkOf);
  return records.filter((_, index) => sharks[index] === null || sharks.indexOf(sharks[index] ?? null) === index);
}

export type Oracle = ReturnType<typeof oracleFor>;

/** The results by the rules of a site. */
export function oracleFor(rules: SiteRules) {
  const clock = new Clock(rules.times);

  const interactionOfRecord = (record: RawDataRecord): Kind => interactionOf(record.InteractionValue, rules);

  /** Without a tag, "detected" counts as sighted. */
  const countedAs = (record: RawDataRecord): Kind => {
    const interaction = interactionOfRecord(record);
    return interaction === 'Detected' && tagOf(record) === null ? 'Sighted' : interaction;
  };

  /** A shark that was "detected" without a tag was seen. */
  const shownInteractionOf = (record: RawDataRecord): Kind =>
    markOfRecord(record) === 'sighting' ? 'Sighted' : interactionOfRecord(record);

  const kindOfRecord = (record: RawDataRecord): Kind =>
    tagOf(record) === null ? kindOf(countedAs(record), speciesOf(record), rules) : 'Detected';

  const markOfRecord = (record: RawDataRecord): Mark =>
    tagOf(record) === null ? markOf(countedAs(record), speciesOf(record), rules) : 'detection';

  /** The month in local time, from the start of the year 0. `all` are all records of the dataset. */
  function monthOf(record: RawDataRecord, all: readonly RawDataRecord[]): number {
    const day = localDayOf(record, all);
    return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  }

  /** By the rule of the data dictionary. `all` are all records of the dataset. */
  function timeBasisOf(record: RawDataRecord, all: readonly RawDataRecord[]): 'UTC' | 'local' | 'date' {
    const isMidnight = ({ SightingDateTime }: RawDataRecord): boolean => SightingDateTime.slice(11) === '00:00:00';
    if (isMidnight(record) && all.filter(isMidnight).length / all.length > 0.2) return 'date';
    if (rules.times.utcOwners?.includes(sourceOf(record)) === true) return 'UTC';
    return record.SightingDateTime < (rules.times.utcBefore ?? '') ? 'UTC' : 'local';
  }

  /** The time of a record in local time, `YYYY-MM-DDThh:mm:ss`. */
  function localTimeOf(record: RawDataRecord, all: readonly RawDataRecord[]): string {
    const seconds = Date.parse(`${record.SightingDateTime}Z`) / 1000;
    const local = timeBasisOf(record, all) === 'UTC' ? clock.localOf(seconds) : seconds;
    return new Date(local * 1000).toISOString().slice(0, 19);
  }

  /** The local time of a record with its offset, or its date. */
  function timestampOf(record: RawDataRecord, all: readonly RawDataRecord[]): string {
    const basis = timeBasisOf(record, all);
    if (basis === 'date') return record.SightingDateTime.slice(0, 10);
    const seconds = Date.parse(`${record.SightingDateTime}Z`) / 1000;
    const instant = basis === 'UTC' ? seconds : clock.instantOf(seconds);
    const ahead = clock.localOf(instant) - instant;
    const sign = ahead < 0 ? '-' : '+';
    const local = new Date(clock.localOf(instant) * 1000).toISOString().slice(0, 19);
    return `${local}${sign}${new Date(Math.abs(ahead) * 1000).toISOString().slice(11, 16)}`;
  }

  /** The day of a record in local time, `YYYY-MM-DD`. */
  function localDayOf(record: RawDataRecord, all: readonly RawDataRecord[]): string {
    return localTimeOf(record, all).slice(0, 10);
  }

  /** The oldest and the newest of the times of some records in local time; null without records. */
  function firstAndLastOf(records: readonly RawDataRecord[], all: readonly RawDataRecord[]) {
    const times = records.map((record) => localTimeOf(record, all)).sort();
    return { first: times[0] ?? null, last: times.at(-1) ?? null };
  }

  /** Groups the detections of a shark at a place on one day; a group is where its first record is. */
  function groupVisits(records: readonly RawDataRecord[], all: readonly RawDataRecord[]): RawDataRecord[][] {
    const groups = new Map<string, RawDataRecord[]>();
    for (const record of records) {
      const { LocationX, LocationY, RawDataId } = record;
      const shark = sharkOf(record);
      const visit = `${shark ?? ''} ${LocationX} ${LocationY} ${localDayOf(record, all)}`;
      const key = shark === null ? `record ${RawDataId}` : visit;
      groups.set(key, [...(groups.get(key) ?? []), record]);
    }
    return [...groups.values()];
  }

  /** Whether a record passes all filters, or all but one. `all` are all records of the dataset. */
  function passes(
    record: RawDataRecord,
    filters: Filters,
    all: readonly RawDataRecord[],
    except?: FilterName,
  ): boolean {
    const day = localDayOf(record, all);
    const test: Record<FilterName, boolean> = {
      kinds: filters.kinds.length === 0 || filters.kinds.includes(kindOfRecord(record)),
      species: filters.species.length === 0 || filters.species.includes(speciesOf(record)),
      sources: filters.sources.length === 0 || filters.sources.includes(sourceOf(record)),
      size: isInRange(filters.size, sizeOf(record), textOf(record.SightingSizeValue) !== ''),
      offshore: isInRange(filters.offshore, offshoreOf(record), offshoreOf(record) !== null),
      remark: filters.remark.split(' ').every((word) => textOf(record.LocationDetail).toLowerCase().includes(word)),
      tag: filters.tag === null || filters.tag === tagOf(record),
      dates:
        (filters.from === null || day >= filters.from) &&
        (filters.to === null || day <= filters.to) &&
        (filters.months.length === 0 || filters.months.includes(Number(day.slice(5, 7)))),
    };
    return filterNames.every((name) => name === except || test[name]);
  }

  /** The records that a query lists. `records` are in the descending order of the API. */
  function listedRecords(records: readonly RawDataRecord[], query: Query, centre: Position) {
    const found = records.filter(
      (record) => isInRegion([positionOf(record)], query) && passes(record, query.filters, records),
    );
    const nearest = (): RawDataRecord[] => byDistance(found, (record) => trueDistance(centre, positionOf(record)));
    if (query.search?.mode === 'nearest') return nearest().slice(0, 200);
    if (query.sort === 'newest') return found;
    if (query.sort === 'nearest') return nearest();
    if (query.sort === 'largest') {
      const isShark = (record: RawDataRecord): boolean => markOfRecord(record) !== 'other';
      const bySize = found.filter((one) => sizeOf(one) !== null).sort((a, b) => (sizeOf(b) ?? 0) - (sizeOf(a) ?? 0));
      const unsized = found.filter((record) => sizeOf(record) === null);
      return [...bySize.filter(isShark), ...bySize.filter((record) => !isShark(record)), ...unsized];
    }
    return [...found].sort(
      (a, b) =>
        Number(a.SightingDateTime > b.SightingDateTime) - Number(a.SightingDateTime < b.SightingDateTime) ||
        a.RawDataId - b.RawDataId,
    );
  }

  /** By mark, the number of records or, of detections, of visits. `all` are all records of the dataset. */
  function countMarks(records: readonly RawDataRecord[], all: readonly RawDataRecord[]): Record<Mark, number> {
    const counts = { sighting: 0, detection: 0, handled: 0, other: 0 };
    const visits = new Set<string>();
    for (const record of records) {
      const mark = markOfRecord(record);
      if (mark === 'detection') visits.add(`${sharkOf(record) ?? ''} ${localDayOf(record, all)}`);
      else counts[mark]++;
    }
    return { ...counts, detection: visits.size };
  }

  /** Some records with only the first detection of each visit to their area. */
  function newestOfVisits(records: readonly RawDataRecord[], all: readonly RawDataRecord[]): RawDataRecord[] {
    const visitOf = (record: RawDataRecord): string => `${sharkOf(record) ?? ''} ${localDayOf(record, all)}`;
    const visits = records.map(visitOf);
    return records.filter((record, index) => sharkOf(record) === null || visits.indexOf(visitOf(record)) === index);
  }

  return {
    positionOf,
    pointsOf,
    speciesOf,
    sourceOf,
    typeOf,
    tagOf,
    sharkOf,
    sizeOf,
    detailsOf,
    distanceToFeature,
    featurePasses,
    isInRegion,
    byDistance,
    listedFeatures,
    facet,
    onePerShark,
    shownInteractionOf,
    kindOfRecord,
    markOfRecord,
    monthOf,
    timeBasisOf,
    localTimeOf,
    timestampOf,
    localDayOf,
    firstAndLastOf,
    groupVisits,
    passes,
    listedRecords,
    countMarks,
    newestOfVisits,
    filterNames,
  };
}
