import { PlaceIndex } from '../../core/geo/place-index.ts';
import type { PointIndex } from '../../core/geo/point-index.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { OverviewPiece } from '../../core/storage/overview.ts';
import { monthRunsOf, type MonthRuns } from './months.ts';
import { add, Numbering } from './numbering.ts';
import { distinctPointOf } from './place-store.ts';
import { readTraits, type Traits } from './traits.ts';

/**
 * The overview of all records, column by column. A record is known by its index in the list, newest first. A spot is a
 * point at which records stand; a site is a spot under one of the names that its records carry.
 */
export interface RecordStore {
  readonly size: number;
  readonly identifiers: Float64Array;
  /** The time as recorded, as `date-time-key` counts it; never rising. */
  readonly seconds: Float64Array;
  readonly months: MonthRuns;
  readonly siteOf: Uint32Array;
  readonly traitOf: Uint32Array;
  readonly traits: Traits;
  /** 0 for a record that is not the detection of a tagged animal, otherwise an index of `tags`. */
  readonly tagOf: Uint32Array;
  readonly tags: readonly string[];
  /** As published; '' when there is none. */
  readonly siteNames: readonly string[];
  readonly spotOfSite: Uint32Array;
  /** The points of the spots, the point of a spot having its number. */
  readonly spots: PointIndex;
  /** How many records stand at each spot. */
  readonly recordsAtSpot: Uint32Array;
}

export function createRecordStore(pieces: readonly OverviewPiece[]): RecordStore {
  const size = pieces.reduce((sum, piece) => sum + piece.records, 0);
  const identifiers = new Float64Array(size);
  const seconds = new Float64Array(size);
  let start = 0;
  for (const piece of pieces) {
    identifiers.set(piece.identifiers, start);
    if (piece.seconds) seconds.set(piece.seconds, start);
    start += piece.records;
  }
  const { traits, traitOf } = readTraits(pieces, size);
  const { tags, tagOf } = readTags(pieces, traits, traitOf);
  const { siteOf, siteNames, longitudes, latitudes } = readSites(pieces, size);

  const index = PlaceIndex.from(longitudes, latitudes);
  const spotOfSite = distinctPointOf(index);
  const recordsAtSpot = new Uint32Array(index.places.size);
  for (const site of siteOf) add(recordsAtSpot, spotOfSite[site] ?? 0);
  return {
    ...{ size, identifiers, seconds, months: monthRunsOf(seconds), traitOf, traits, tagOf, tags },
    ...{ siteOf, siteNames, spotOfSite, spots: index.places, recordsAtSpot },
  };
}

/** The spot at which a record stands. */
export function spotOf(store: RecordStore, record: number): number {
  return store.spotOfSite[store.siteOf[record] ?? 0] ?? 0;
}

export function positionOfSpot({ spots }: RecordStore, spot: number): Position {
  return { longitude: spots.longitudes[spot] ?? 0, latitude: spots.latitudes[spot] ?? 0 };
}

/** A code of digits alone is the number of a tag, if what it stands for is a detection. */
function readTags(pieces: readonly OverviewPiece[], traits: Traits, traitOf: Uint32Array) {
  const numbering = new Numbering<string>();
  numbering.numberOf('');
  const isDetection = traits.kinds.map((kind) => kind === 'Detected');
  const tagOf = new Uint32Array(traitOf.length);
  let record = 0;
  for (const { records, texts } of pieces) {
    const { values, codes } = texts['ObjectId'] ?? { values: [], codes: new Uint32Array() };
    const tags = values.map((value) => (value !== null && /^[0-9]+$/.test(value) ? value : ''));
    for (let offset = 0; offset < records; offset++, record++) {
      if (isDetection[traitOf[record] ?? 0] !== true) continue;
      tagOf[record] = numbering.numberOf(tags[codes[offset] ?? 0] ?? '');
    }
  }
  return { tags: numbering.keys, tagOf };
}

function readSites(pieces: readonly OverviewPiece[], size: number) {
  const numbering = new Numbering<string>();
  const siteNames: string[] = [];
  const longitudes: number[] = [];
  const latitudes: number[] = [];
  const siteOf = new Uint32Array(size);
  let record = 0;
  for (const { places, placeOf } of pieces) {
    const sites = places.names.map((published, place) => {
      const name = published ?? '';
      const longitude = places.longitudes[place] ?? 0;
      const latitude = places.latitudes[place] ?? 0;
      const site = numbering.numberOf(`${longitude} ${latitude} ${name}`);
      if (site === siteNames.length) {
        siteNames.push(name);
        longitudes.push(longitude);
        latitudes.push(latitude);
      }
      return site;
    });
    for (const place of placeOf) siteOf[record++] = sites[place] ?? 0;
  }
  return { siteOf, siteNames, longitudes: Float64Array.from(longitudes), latitudes: Float64Array.from(latitudes) };
}
