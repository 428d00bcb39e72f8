import { LocationIndex } from '../../../core/geo/location-index.ts';
import type { PointIndex } from '../../../core/geo/point-index.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { ColumnChunk, CodedTexts } from '../../../core/storage/columns/column-chunk.ts';
import { type Kind, kindOf, kinds, type Mark, markOf, marks } from '../../vocabulary/kinds.ts';
import { keyOfText } from '../../vocabulary/text.ts';
import { add, DictionaryEncoder } from './columns.ts';
import { distinctPointOf } from './place-store.ts';

/**
 * The overview of all records, column by column. A record is known by its index in the list, newest first. A location
 * is a point with records; a site is a location under one of the names that its records carry.
 */
export interface RecordStore {
  readonly size: number;
  readonly identifiers: Float64Array;
  /** The time as recorded, in the seconds of `dateTimeToSeconds`, in descending order. */
  readonly seconds: Float64Array;
  readonly months: MonthRuns;
  readonly siteOf: Uint32Array;
  readonly combinationOf: Uint32Array;
  readonly combinations: AttributeCombinations;
  /** 0 for a record that is not the detection of a tagged animal, otherwise an index of `tags`. */
  readonly tagOf: Uint32Array;
  readonly tags: readonly string[];
  /** As published; '' when missing. */
  readonly siteNames: readonly string[];
  readonly locationOfSite: Uint32Array;
  /** The points of the locations, the point of a location having its number. */
  readonly locations: PointIndex;
  /** Number of records at each location. */
  readonly recordsAtLocation: Uint32Array;
}

export function createRecordStore(pieces: readonly ColumnChunk[]): RecordStore {
  const size = pieces.reduce((sum, piece) => sum + piece.records, 0);
  const identifiers = new Float64Array(size);
  const seconds = new Float64Array(size);
  let start = 0;
  for (const piece of pieces) {
    identifiers.set(piece.identifiers, start);
    if (piece.seconds) seconds.set(piece.seconds, start);
    start += piece.records;
  }
  const { combinations, combinationOf } = readCombinations(pieces, size);
  const { tags, tagOf } = readTags(pieces, combinations, combinationOf);
  const { siteOf, siteNames, longitudes, latitudes } = readSites(pieces, size);

  const index = LocationIndex.from(longitudes, latitudes);
  const locationOfSite = distinctPointOf(index);
  const recordsAtLocation = new Uint32Array(index.locations.size);
  for (const site of siteOf) add(recordsAtLocation, locationOfSite[site] ?? 0);
  return {
    ...{ size, identifiers, seconds, months: monthRunsOf(seconds), combinationOf, combinations, tagOf, tags },
    ...{ siteOf, siteNames, locationOfSite, locations: index.locations, recordsAtLocation },
  };
}

/** The location of a record. */
export function locationOf(store: RecordStore, record: number): number {
  return store.locationOfSite[store.siteOf[record] ?? 0] ?? 0;
}

export function positionOfLocation({ locations }: RecordStore, location: number): Position {
  return { longitude: locations.longitudes[location] ?? 0, latitude: locations.latitudes[location] ?? 0 };
}

/** For detections, a code of digits alone is the number of a tag. */
function readTags(pieces: readonly ColumnChunk[], combinations: AttributeCombinations, combinationOf: Uint32Array) {
  const numbering = new DictionaryEncoder<string>();
  numbering.codeOf('');
  const isDetection = combinations.kinds.map((kind) => kind === 'Detected');
  const tagOf = new Uint32Array(combinationOf.length);
  let record = 0;
  for (const { records, texts } of pieces) {
    const { values, codes } = texts['ObjectId'] ?? { values: [], codes: new Uint32Array() };
    const tags = values.map((value) => (value !== null && /^[0-9]+$/.test(value) ? value : ''));
    for (let offset = 0; offset < records; offset++, record++) {
      if (isDetection[combinationOf[record] ?? 0] !== true) continue;
      tagOf[record] = numbering.codeOf(tags[codes[offset] ?? 0] ?? '');
    }
  }
  return { tags: numbering.keys, tagOf };
}

function readSites(pieces: readonly ColumnChunk[], size: number) {
  const numbering = new DictionaryEncoder<string>();
  const siteNames: string[] = [];
  const longitudes: number[] = [];
  const latitudes: number[] = [];
  const siteOf = new Uint32Array(size);
  let record = 0;
  for (const { locations, locationOf } of pieces) {
    const sites = locations.names.map((published, place) => {
      const name = published ?? '';
      const longitude = locations.longitudes[place] ?? 0;
      const latitude = locations.latitudes[place] ?? 0;
      const site = numbering.codeOf(`${longitude} ${latitude} ${name}`);
      if (site === siteNames.length) {
        siteNames.push(name);
        longitudes.push(longitude);
        latitudes.push(latitude);
      }
      return site;
    });
    for (const place of locationOf) siteOf[record++] = sites[place] ?? 0;
  }
  return { siteOf, siteNames, longitudes: Float64Array.from(longitudes), latitudes: Float64Array.from(latitudes) };
}

/** Runs of records of one month in a list that is in order of time. */
interface MonthRuns {
  /** Of each run, in months since the start of the year 0. */
  readonly months: readonly number[];
  /** The records of run i are those from starts[i] up to starts[i + 1]. */
  readonly starts: readonly number[];
}

/** `seconds` are those of `dateTimeToSeconds`, in list order: equal months are adjacent. */
function monthRunsOf(seconds: Float64Array): MonthRuns {
  const months: number[] = [];
  const starts: number[] = [];
  let from = Infinity;
  let until = -Infinity;
  for (let record = 0; record < seconds.length; record++) {
    const time = seconds[record] ?? 0;
    if (time >= from && time < until) continue;
    const date = new Date(time * 1000);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    from = startOfMonth(year, month);
    until = startOfMonth(year, month + 1);
    months.push(year * 12 + month);
    starts.push(record);
  }
  starts.push(seconds.length);
  return { months, starts };
}

/** In seconds. `Date.UTC` takes the years 0 to 99 for those of the last century. */
function startOfMonth(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1) / 1000;
}

/**
 * What happened to which species, and who reported it: the combinations that occur. There are a few hundred, so
 * a filter is evaluated once per combination, and a pass over the records only counts combinations.
 */
export interface AttributeCombinations {
  readonly kinds: readonly Kind[];
  readonly marks: readonly Mark[];
  /** Keys, as `keyOfText` gives them. */
  readonly species: readonly string[];
  readonly sources: readonly string[];
  /** For each the number of its mark among `marks` of the vocabulary. */
  readonly markNumbers: Uint8Array;
}

const noTexts: CodedTexts = { values: [], codes: new Uint32Array() };

/** The combinations that occur, and for each record, in list order, which it has. */
function readCombinations(
  pieces: readonly ColumnChunk[],
  records: number,
): { combinations: AttributeCombinations; combinationOf: Uint32Array } {
  const species = new DictionaryEncoder<string>();
  const sources = new DictionaryEncoder<string>();
  const combinationEncoder = new DictionaryEncoder<number>();
  const combinationOf = new Uint32Array(records);
  // Room for every text to be distinct; three such numbers stay whole in a double.
  const room = 2 ** 22;
  let record = 0;
  for (const piece of pieces) {
    const interactions = piece.texts['InteractionValue'] ?? noTexts;
    const namedSpecies = piece.texts['SightingSpeciesValue'] ?? noTexts;
    const owners = piece.texts['OwnerValue'] ?? noTexts;
    const kindNumbers = interactions.values.map((value) => kinds.indexOf(kindOf(value)));
    const speciesNumbers = namedSpecies.values.map((value) => species.codeOf(keyOfText(value)));
    const sourceNumbers = owners.values.map((value) => sources.codeOf(keyOfText(value)));
    for (let offset = 0; offset < piece.records; offset++) {
      const kind = kindNumbers[interactions.codes[offset] ?? 0] ?? kinds.indexOf('Other');
      const speciesNumber = speciesNumbers[namedSpecies.codes[offset] ?? 0] ?? species.codeOf('');
      const sourceNumber = sourceNumbers[owners.codes[offset] ?? 0] ?? sources.codeOf('');
      combinationOf[record++] = combinationEncoder.codeOf((kind * room + speciesNumber) * room + sourceNumber);
    }
  }
  const parts = combinationEncoder.keys.map((combination) => {
    const sourceNumber = combination % room;
    const rest = Math.floor(combination / room);
    const kind = kinds[Math.floor(rest / room)] ?? 'Other';
    const speciesKey = species.keys[rest % room] ?? '';
    return { kind, species: speciesKey, source: sources.keys[sourceNumber] ?? '', mark: markOf(kind, speciesKey) };
  });
  const combinations = {
    kinds: parts.map(({ kind }) => kind),
    marks: parts.map(({ mark }) => mark),
    species: parts.map((part) => part.species),
    sources: parts.map(({ source }) => source),
    markNumbers: Uint8Array.from(parts, ({ mark }) => marks.indexOf(mark)),
  };
  return { combinations, combinationOf };
}
