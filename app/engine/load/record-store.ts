import { detectedTag } from '../../../core/datasets/tagged-sharks.ts';
import { areMidnightsDates, RecordedTimes, secondsPerDay } from '../../../core/datasets/recorded-time.ts';
import type { SiteRules } from '../../../core/datasets/site.ts';
import { PointIndex } from '../../../core/geo/point-index.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { ColumnChunk, CodedTexts } from '../../../core/storage/columns/column-chunk.ts';
import type { DatasetColumns } from '../../../core/storage/reader/stored-columns.ts';
import {
  classesOf,
  interactionOf,
  type Kind,
  type KindRules,
  kinds,
  type Mark,
  marks,
} from '../../../core/datasets/kinds.ts';
import { keyOfText } from '../../../core/datasets/text-key.ts';
import type { Filters } from '../../view/view-state.ts';
import type { RecordDetails } from '../engine.ts';
import { DictionaryEncoder } from './columns.ts';
import { convertToLocalTime, type LocalTimes } from '../../../core/engine/local-time.ts';
import { numberVisits, type VisitColumns } from './visits.ts';

/**
 * All records, column by column. A record is identified by its index in the list, newest first. A location is a point
 * with records; a site is a location together with one of the names in its records.
 */
export interface RecordStore extends LocalTimes, VisitColumns {
  readonly size: number;
  readonly rules: SiteRules;
  readonly identifiers: Float64Array;
  /** The time as recorded, in the seconds of `dateTimeToSeconds`, in descending order. */
  readonly seconds: Float64Array;
  /** What these times mean. */
  readonly times: RecordedTimes;
  /** Of the days in local time. */
  readonly months: MonthRuns;
  readonly siteOf: Uint32Array;
  readonly combinationOf: Uint32Array;
  readonly combinations: AttributeCombinations;
  /** 0 for a record that is not a detection, otherwise the number of the tagged shark. */
  readonly sharkOf: Uint32Array;
  readonly sharks: TaggedSharks;
  /** As published; '' when missing. */
  readonly siteNames: readonly string[];
  readonly locationOfSite: Uint32Array;
  /** The points of the locations. The number of a location is the slot of its point in the stored index. */
  readonly locations: PointIndex;
  /** Number of records at each location. */
  readonly recordsAtLocation: Uint32Array;
  /** Undefined until they are loaded. */
  details?: DetailColumns;
}

/** One bit for each filter that a record can fail by its details. */
export const detailFailureBits = { size: 1, offshore: 2, remark: 4 } as const;

/** The detail columns of all records, in list order. */
export interface DetailColumns {
  readonly at: (record: number) => RecordDetails;
  /** In metres; NaN where no number was recorded. */
  readonly sizes: Float64Array;
  /** 1 where a size was recorded, also in words. */
  readonly hasSize: Uint8Array;
  /** For each record, the bits of `detailFailureBits` whose filters it fails. */
  readonly failuresOf: (filters: Pick<Filters, 'size' | 'offshore' | 'remark'>) => Uint8Array;
  /**
   * Sorts records by descending size: the subject, then what has the mark `other`, which has sizes too. Records
   * without a size in metres are last. Records of the same size keep their order.
   */
  readonly largestFirst: (records: Uint32Array) => Uint32Array;
}

export function createRecordStore({ chunks, points }: DatasetColumns, rules: SiteRules): RecordStore {
  const size = chunks.reduce((sum, chunk) => sum + chunk.records, 0);
  const identifiers = new Float64Array(size);
  const seconds = new Float64Array(size);
  let start = 0;
  for (const chunk of chunks) {
    identifiers.set(chunk.identifiers, start);
    if (chunk.seconds) seconds.set(chunk.seconds, start);
    start += chunk.records;
  }
  const { combinations, combinationOf, sharkOf, sharks } = readAttributes(chunks, size, rules);
  const { siteOf, siteNames, pointOfSite } = readSites(chunks, size);

  const locations = new PointIndex(points.longitudes, points.latitudes);
  const locationOfSite = Uint32Array.from(pointOfSite, (point) => points.slotOf[point]);
  const recordsAtLocation = new Uint32Array(locations.size);
  for (const site of siteOf) recordsAtLocation[locationOfSite[site]]++;
  const times = new RecordedTimes(rules.times, areMidnightsDates(seconds));
  const localTimes = convertToLocalTime({ seconds, ownerOf: combinationOf, owners: combinations.sources, times });
  const { localDays } = localTimes;
  return {
    ...{ size, rules, identifiers, seconds, times, ...localTimes, months: findMonthRuns(localDays) },
    ...{ combinationOf, combinations, sharkOf, sharks },
    ...{ siteOf, siteNames, locationOfSite, locations, recordsAtLocation },
    ...numberVisits({ sharkOf, sharks, localDays, siteOf, locationOfSite }),
  };
}

/** Throws an Error if the details are not loaded. */
export function detailsOf({ details }: RecordStore): DetailColumns {
  if (!details) throw new Error('Sizes and distances are not loaded yet.');
  return details;
}

/** The location of a record. */
export function locationOf(store: RecordStore, record: number): number {
  return store.locationOfSite[store.siteOf[record]];
}

export function positionOfLocation({ locations }: RecordStore, location: number): Position {
  return { longitude: locations.longitudes[location], latitude: locations.latitudes[location] };
}

function readSites(chunks: readonly ColumnChunk[], size: number) {
  const encoder = new DictionaryEncoder<string>();
  const siteNames: string[] = [];
  const pointOfSite: number[] = [];
  const siteOf = new Uint32Array(size);
  let record = 0;
  for (const { locations, locationOf } of chunks) {
    const sites = locations.names.map((published, location) => {
      const name = published ?? '';
      const point = locations.points[location];
      const site = encoder.encode(`${point} ${name}`);
      if (site === siteNames.length) {
        siteNames.push(name);
        pointOfSite.push(point);
      }
      return site;
    });
    for (const location of locationOf) siteOf[record++] = sites[location];
  }
  return { siteOf, siteNames, pointOfSite };
}

/** Runs of consecutive records of the same month. A month may have several runs, because days are not quite sorted. */
interface MonthRuns {
  /** The month of each run, counted from the start of the year 0. */
  readonly months: readonly number[];
  /** The records of run i are those from starts[i] up to starts[i + 1]. */
  readonly starts: readonly number[];
  /** The months of the oldest and of the newest record; null without records. */
  readonly first: number | null;
  readonly last: number | null;
}

function findMonthRuns(days: Int32Array): MonthRuns {
  const months: number[] = [];
  const starts: number[] = [];
  let from = Infinity;
  let until = -Infinity;
  for (let record = 0; record < days.length; record++) {
    const day = days[record];
    if (day >= from && day < until) continue;
    const date = new Date(day * secondsPerDay * 1000);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    from = dayNumber(year, month, 1);
    until = dayNumber(year, month + 1, 1);
    months.push(year * 12 + month);
    starts.push(record);
  }
  starts.push(days.length);
  const [first, last] = months.length === 0 ? [null, null] : [months.reduce(lesser), months.reduce(greater)];
  return { months, starts, first, last };
}

const lesser = (a: number, b: number): number => Math.min(a, b);
const greater = (a: number, b: number): number => Math.max(a, b);

/** The number of a day of a month. `Date.UTC` would map the years 0 to 99 to 1900 to 1999. */
export function dayNumber(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day) / 1000 / secondsPerDay;
}

/** The month of a record in local time, counted from the start of the year 0. Fast for records in list order. */
export function createMonthOf({ months: { months, starts } }: Pick<RecordStore, 'months'>): (record: number) => number {
  let run = 0;
  return (record) => {
    if (record < starts[run]) run = 0;
    while (record >= starts[run + 1]) run++;
    return months[run];
  };
}

/** Tagged sharks by number, from 1: see `tagged-sharks.ts`. */
interface TaggedSharks {
  readonly tags: readonly string[];
  /** Keys, from `keyOfText`. */
  readonly species: readonly string[];
}

/**
 * The combinations of interaction, species and source that occur. There are a few hundred, so a filter is evaluated once per
 * combination, and a pass over the records only counts combinations.
 */
export interface AttributeCombinations {
  readonly interactions: readonly Kind[];
  /** By which records are filtered: see `classesOf`. */
  readonly kinds: readonly Kind[];
  readonly marks: readonly Mark[];
  /** Keys, from `keyOfText`. */
  readonly species: readonly string[];
  readonly sources: readonly string[];
  /** The index of each combination's mark in the vocabulary's `marks`. */
  readonly markNumbers: Uint8Array;
}

const noTexts: CodedTexts = { values: [], codes: new Uint32Array() };

/** The combinations and the tagged sharks that occur, and the number of each record's, in list order. */
function readAttributes(
  chunks: readonly ColumnChunk[],
  records: number,
  rules: KindRules,
): Pick<RecordStore, 'combinations' | 'combinationOf' | 'sharks' | 'sharkOf'> {
  const species = new DictionaryEncoder<string>();
  const sources = new DictionaryEncoder<string>();
  const tags = new DictionaryEncoder<string>();
  const combinationEncoder = new DictionaryEncoder<number>();
  const combinationOf = new Uint32Array(records);
  const sharkEncoder = new DictionaryEncoder<number>();
  sharkEncoder.encode(-1); // records that are not detections
  const sharkOf = new Uint32Array(records);
  // Enough codes for every distinct text, and few enough that a combination is an exact integer.
  const codesPerField = 2 ** 22;
  let record = 0;
  for (const chunk of chunks) {
    const interactions = chunk.texts['InteractionValue'] ?? noTexts;
    const namedSpecies = chunk.texts['SightingSpeciesValue'] ?? noTexts;
    const owners = chunk.texts['OwnerValue'] ?? noTexts;
    const objects = chunk.texts['ObjectId'] ?? noTexts;
    const interactionNumbers = interactions.values.map((value) => kinds.indexOf(interactionOf(value, rules)));
    const speciesNumbers = namedSpecies.values.map((value) => species.encode(keyOfText(value)));
    const sourceNumbers = owners.values.map((value) => sources.encode(keyOfText(value)));
    const isDetected = interactions.values.map((value) => detectedTag(value, '0') !== null);
    const tagNumbers = objects.values.map((value) =>
      detectedTag('detected', value) === null ? -1 : tags.encode(value ?? ''),
    );
    for (let offset = 0; offset < chunk.records; offset++, record++) {
      const interaction = interactionNumbers[interactions.codes[offset]] ?? kinds.indexOf('Other');
      const speciesNumber = speciesNumbers[namedSpecies.codes[offset]] ?? species.encode('');
      const sourceNumber = sourceNumbers[owners.codes[offset]] ?? sources.encode('');
      const tag = isDetected[interactions.codes[offset]] === true ? (tagNumbers[objects.codes[offset]] ?? -1) : -1;
      if (tag >= 0) sharkOf[record] = sharkEncoder.encode(tag * codesPerField + speciesNumber);
      combinationOf[record] = combinationEncoder.encode(
        ((interaction * 2 + (tag >= 0 ? 1 : 0)) * codesPerField + speciesNumber) * codesPerField + sourceNumber,
      );
    }
  }
  const parts = combinationEncoder.keys.map((combination) => {
    const sourceNumber = combination % codesPerField;
    const rest = Math.floor(combination / codesPerField);
    const interactionAndTag = Math.floor(rest / codesPerField);
    const interaction = kinds[Math.floor(interactionAndTag / 2)];
    const isTagged = interactionAndTag % 2 === 1;
    const speciesKey = species.keys[rest % codesPerField];
    const classes = classesOf(interaction, isTagged, speciesKey, rules);
    return { interaction, ...classes, species: speciesKey, source: sources.keys[sourceNumber] };
  });
  const combinationMarks = parts.map(({ mark }) => mark);
  const combinations = {
    interactions: parts.map(({ interaction }, index) =>
      combinationMarks[index] === 'sighting' ? 'Sighted' : interaction,
    ),
    kinds: parts.map(({ kind }) => kind),
    marks: combinationMarks,
    species: parts.map((part) => part.species),
    sources: parts.map(({ source }) => source),
    markNumbers: Uint8Array.from(combinationMarks, (mark) => marks.indexOf(mark)),
  };
  const sharks = sharkEncoder.keys.map((key) => ({
    tag: tags.keys[Math.floor(key / codesPerField)] ?? '',
    species: key < 0 ? '' : species.keys[key % codesPerField],
  }));
  return {
    ...{ combinations, combinationOf, sharkOf },
    sharks: { tags: sharks.map(({ tag }) => tag), species: sharks.map((shark) => shark.species) },
  };
}
