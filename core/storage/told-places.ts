import { MalformedBytesError } from './bytes.ts';
import { distinct } from './distinct.ts';
import { isObject } from './json-values.ts';
import type { KnownPlaceSearch } from './known-place-search.ts';
import {
  readDecimals,
  readDegrees,
  readIntegers,
  readSteps,
  readTexts,
  stepsOf,
  writeDegreesFrom,
  type Axis,
} from './overview-columns.ts';
import type { Places } from './overview.ts';
import { decodeRecency, encodeRecency } from './recency-column.ts';

/*
 * Places of one point each, told by known ones, which the reader has from another overview: a report stands at a point
 * of a named place and carries its name, at times with an ending, such as the town.
 */

/**
 * How a place stands to a point of a known one: at it, at it once its degrees are rounded, or elsewhere. In the file
 * stands this number times the points of a known place, plus the number of the point.
 */
export const standingKinds = { at: 0, rounded: 1, elsewhere: 2 } as const;

/** To so many decimals, halves up. Never minus zero. */
export function roundedTo(decimals: number, degrees: number): number {
  return Math.round(degrees * 10 ** decimals) / 10 ** decimals + 0;
}

/** The columns of the file: numbers of known places count from 1, and 0 is none. */
export function writeToldPlaces(places: Places, known: KnownPlaceSearch): Record<string, unknown> {
  const { standings, decimals } = known.find(places);
  const texts = places.names.map((name, place) => name?.slice(known.nameOf(standings[place]).length) ?? null);
  const endings = distinct(texts);
  const elsewhere = [...standings.keys()].filter((place) => standings[place]?.kind === standingKinds.elsewhere);
  const write = (axis: Axis): unknown =>
    writeDegreesFrom(
      elsewhere.map((place) => known.degreesOf(axis, standings[place])),
      elsewhere.map((place) => places[axis][place] ?? 0),
    );
  return {
    known: stepsOf(standings.map(({ number }) => number)),
    standings: standings.map(({ kind, point }) => kind * known.places.pointsPerPlace + point),
    rounded: [decimals.longitudes, decimals.latitudes],
    endings: { values: endings.first.map((place) => texts[place] ?? null), at: encodeRecency(endings.at) },
    longitudes: write('longitudes'),
    latitudes: write('latitudes'),
  };
}

/** Throws MalformedBytesError. */
export function readToldPlaces(
  column: Readonly<Record<string, unknown>>,
  count: number,
  known: Places | undefined,
): Places {
  if (!known) throw new MalformedBytesError('places: told by those of another overview, which is not at hand');
  const { numbers, kinds, points, elsewhere } = readStandings(column, count, known);
  const [longitudeDecimals, latitudeDecimals] = readIntegers(column['rounded'], 'rounded', 2);
  const degrees = (axis: Axis, rounded: unknown): Float64Array => {
    const decimals = readDecimals(rounded, 'rounded');
    const baseOf = (place: number): number => known[axis][points[place] ?? -1] ?? 0;
    const others = readDegrees(column[axis], axis, elsewhere.length, (index) => baseOf(elsewhere[index] ?? -1));
    let next = 0;
    return Float64Array.from(kinds, (kind, place) => {
      if (kind === standingKinds.elsewhere) return others[next++] ?? 0;
      return kind === standingKinds.at ? baseOf(place) : roundedTo(decimals, baseOf(place));
    });
  };
  const endingOf = readEndings(column['endings'], count);
  return {
    names: Array.from(numbers, (number, place) => {
      const ending = endingOf(place);
      return ending === null ? null : (known.names[number - 1] ?? '') + ending;
    }),
    pointsPerPlace: 1,
    longitudes: degrees('longitudes', longitudeDecimals),
    latitudes: degrees('latitudes', latitudeDecimals),
  };
}

interface Standings {
  /** From 1; 0 for none. */
  readonly numbers: Float64Array;
  readonly kinds: Uint8Array;
  /** The index among the points of all known places; -1 for none. */
  readonly points: Int32Array;
  /** The places that stand elsewhere. */
  readonly elsewhere: readonly number[];
}

function readStandings(column: Readonly<Record<string, unknown>>, count: number, known: Places): Standings {
  const numbers = readSteps(column['known'], 'known places', count);
  const standings = readIntegers(column['standings'], 'standings', count);
  const { names, pointsPerPlace } = known;
  const kinds = new Uint8Array(count);
  const points = new Int32Array(count).fill(-1);
  const elsewhere: number[] = [];
  for (const [place, number] of numbers.entries()) {
    if (number < 0 || number > names.length) {
      throw new MalformedBytesError(`known places: ${number} of ${names.length}`);
    }
    const standing = standings[place] ?? -1;
    const kind = Math.floor(standing / pointsPerPlace);
    if (kind < 0 || kind > standingKinds.elsewhere || (number === 0 && kind !== standingKinds.elsewhere)) {
      throw new MalformedBytesError(`standings: ${standing} to ${number === 0 ? 'none' : 'a'} of the known places`);
    }
    kinds[place] = kind;
    if (number > 0) points[place] = (number - 1) * pointsPerPlace + (standing % pointsPerPlace);
    if (kind === standingKinds.elsewhere) elsewhere.push(place);
  }
  return { numbers, kinds, points, elsewhere };
}

function readEndings(column: unknown, count: number): (place: number) => string | null {
  if (!isObject(column)) throw new MalformedBytesError('endings: missing');
  const { at, count: distinctEndings } = decodeRecency(readIntegers(column['at'], 'endings', count), 'endings');
  const values = readTexts(column['values'], 'endings', distinctEndings);
  return (place) => values[at[place] ?? 0] ?? null;
}
