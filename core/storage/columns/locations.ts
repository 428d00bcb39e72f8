import { distinct } from '../../collections/arrays.ts';
import { MalformedBytesError, mostDecimals } from '../format/bytes.ts';
import { isObject } from '../format/envelope.ts';
import {
  type Axis,
  decodeMoveToFront,
  encodeMoveToFront,
  readDecimals,
  readDegrees,
  readIntegers,
  readSteps,
  readTexts,
  stepsOf,
  writeDegreesFrom,
} from './json-columns.ts';

/** Numbered locations, each a name as published with its points. */
export interface Locations {
  readonly names: readonly (string | null)[];
  /** Points of each location: one, or an inshore and an offshore one. */
  readonly pointsPerLocation: number;
  /** In degrees, as published. The points of location i are i * pointsPerLocation and those that follow. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** The locations of all chunks of a column snapshot, numbered consecutively. */
export function locationsOfChunks(chunks: readonly { readonly locations: Locations }[]): Locations {
  const degrees = (axis: Axis): Float64Array =>
    Float64Array.from(chunks.flatMap(({ locations }) => Array.from(locations[axis])));
  return {
    names: chunks.flatMap(({ locations }) => locations.names),
    pointsPerLocation: chunks[0]?.locations.pointsPerLocation ?? 1,
    longitudes: degrees('longitudes'),
    latitudes: degrees('latitudes'),
  };
}

/** The locations with these numbers, in this order. */
export function pickLocations(
  { names, pointsPerLocation, longitudes, latitudes }: Locations,
  numbers: readonly number[],
): Locations {
  const pick = (degrees: Float64Array): Float64Array =>
    Float64Array.from({ length: numbers.length * pointsPerLocation }, (_, index) => {
      const location = numbers[Math.floor(index / pointsPerLocation)] ?? 0;
      return degrees[location * pointsPerLocation + (index % pointsPerLocation)] ?? 0;
    });
  return {
    names: numbers.map((number) => names[number] ?? null),
    pointsPerLocation,
    longitudes: pick(longitudes),
    latitudes: pick(latitudes),
  };
}

/** The columns of the file: the first point of each location as it is, the others as differences from the first. */
export function writeLocations({
  names,
  pointsPerLocation,
  longitudes,
  latitudes,
}: Locations): Record<string, unknown> {
  const write = (degrees: Float64Array): unknown[] => {
    const ofPoint = (point: number): number[] =>
      Array.from(degrees).filter((_, index) => index % pointsPerLocation === point);
    const first = ofPoint(0);
    return Array.from({ length: pointsPerLocation }, (_, point) =>
      point === 0 ? first : writeDegreesFrom(first, ofPoint(point)),
    );
  };
  return { names, longitudes: write(longitudes), latitudes: write(latitudes) };
}

/** Throws MalformedBytesError. */
export function readLocations(
  column: Readonly<Record<string, unknown>>,
  count: number,
  pointsPerLocation: number,
): Locations {
  return {
    names: readTexts(column['names'], 'places', count),
    pointsPerLocation,
    longitudes: readPoints(column['longitudes'], 'longitudes', pointsPerLocation, count),
    latitudes: readPoints(column['latitudes'], 'latitudes', pointsPerLocation, count),
  };
}

function readPoints(columns: unknown, axis: Axis, pointsPerLocation: number, count: number): Float64Array {
  if (!Array.isArray(columns) || columns.length !== pointsPerLocation) {
    throw new MalformedBytesError(`${axis}: not a column for each of ${pointsPerLocation} points`);
  }
  const degrees = new Float64Array(count * pointsPerLocation);
  for (const [point, column] of (columns as readonly unknown[]).entries()) {
    const firstOf = (location: number): number => degrees[location * pointsPerLocation] ?? 0;
    for (const [location, value] of readDegrees(column, axis, count, firstOf).entries()) {
      degrees[location * pointsPerLocation + point] = value;
    }
  }
  return degrees;
}

/*
 * Locations of one point each, relative to features that the reader has from another column snapshot: a report is placed
 * at a point of a named feature and has the feature's name, sometimes with an ending such as the town.
 */

/**
 * How a location relates to a point of a feature: at the point, at the point with rounded degrees, or elsewhere. The file
 * stores this number times the points per feature, plus the number of the point.
 */
export const matchKinds = { at: 0, rounded: 1, elsewhere: 2 } as const;
type MatchKind = (typeof matchKinds)[keyof typeof matchKinds];

/** The feature that a location is written relative to. */
export interface FeatureMatch {
  /** The number of the feature, from 1; 0 for none. */
  readonly number: number;
  readonly kind: MatchKind;
  /** Which of its points. */
  readonly point: number;
}

/** The number of decimals of locations at rounded points. */
export type RoundedDecimals = Readonly<Record<Axis, number>>;

/** Halves are rounded up. Never minus zero. */
export function roundedTo(decimals: number, degrees: number): number {
  return Math.round(degrees * 10 ** decimals) / 10 ** decimals + 0;
}

/** The columns of the file. Features are numbered from 1; 0 is none. */
export function writeRelativeLocations(locations: Locations, matcher: FeatureMatcher): Record<string, unknown> {
  const { matches, decimals } = matcher.match(locations);
  const texts = locations.names.map((name, location) => name?.slice(matcher.nameOf(matches[location]).length) ?? null);
  const endings = distinct(texts);
  const elsewhere = [...matches.keys()].filter((location) => matches[location]?.kind === matchKinds.elsewhere);
  const write = (axis: Axis): unknown =>
    writeDegreesFrom(
      elsewhere.map((location) => matcher.degreesOf(axis, matches[location])),
      elsewhere.map((location) => locations[axis][location] ?? 0),
    );
  return {
    known: stepsOf(matches.map(({ number }) => number)),
    standings: matches.map(({ kind, point }) => kind * matcher.features.pointsPerLocation + point),
    rounded: [decimals.longitudes, decimals.latitudes],
    endings: { values: endings.first.map((location) => texts[location] ?? null), at: encodeMoveToFront(endings.at) },
    longitudes: write('longitudes'),
    latitudes: write('latitudes'),
  };
}

/** Throws MalformedBytesError, also when no features are given. */
export function readRelativeLocations(
  column: Readonly<Record<string, unknown>>,
  count: number,
  features: Locations | undefined,
): Locations {
  if (!features) throw new MalformedBytesError('places: relative to features, which are not available');
  const { numbers, kinds, points, elsewhere } = readMatches(column, count, features);
  const [longitudeDecimals, latitudeDecimals] = readIntegers(column['rounded'], 'rounded', 2);
  const degrees = (axis: Axis, rounded: unknown): Float64Array => {
    const decimals = readDecimals(rounded, 'rounded');
    const baseOf = (location: number): number => features[axis][points[location] ?? -1] ?? 0;
    const others = readDegrees(column[axis], axis, elsewhere.length, (index) => baseOf(elsewhere[index] ?? -1));
    let next = 0;
    return Float64Array.from(kinds, (kind, location) => {
      if (kind === matchKinds.elsewhere) return others[next++] ?? 0;
      return kind === matchKinds.at ? baseOf(location) : roundedTo(decimals, baseOf(location));
    });
  };
  const endingOf = readEndings(column['endings'], count);
  return {
    names: Array.from(numbers, (number, location) => {
      const ending = endingOf(location);
      return ending === null ? null : (features.names[number - 1] ?? '') + ending;
    }),
    pointsPerLocation: 1,
    longitudes: degrees('longitudes', longitudeDecimals),
    latitudes: degrees('latitudes', latitudeDecimals),
  };
}

interface DecodedMatches {
  /** From 1; 0 for none. */
  readonly numbers: Float64Array;
  readonly kinds: Uint8Array;
  /** The index among the points of all features; -1 for none. */
  readonly points: Int32Array;
  /** The locations that are at no point of a feature. */
  readonly elsewhere: readonly number[];
}

function readMatches(column: Readonly<Record<string, unknown>>, count: number, features: Locations): DecodedMatches {
  const numbers = readSteps(column['known'], 'known places', count);
  const matches = readIntegers(column['standings'], 'standings', count);
  const { names, pointsPerLocation } = features;
  const kinds = new Uint8Array(count);
  const points = new Int32Array(count).fill(-1);
  const elsewhere: number[] = [];
  for (const [location, number] of numbers.entries()) {
    if (number < 0 || number > names.length) {
      throw new MalformedBytesError(`known places: ${number} of ${names.length}`);
    }
    const match = matches[location] ?? -1;
    const kind = Math.floor(match / pointsPerLocation);
    if (kind < 0 || kind > matchKinds.elsewhere || (number === 0 && kind !== matchKinds.elsewhere)) {
      throw new MalformedBytesError(`standings: ${match} for ${number === 0 ? 'no' : 'a'} known place`);
    }
    kinds[location] = kind;
    if (number > 0) points[location] = (number - 1) * pointsPerLocation + (match % pointsPerLocation);
    if (kind === matchKinds.elsewhere) elsewhere.push(location);
  }
  return { numbers, kinds, points, elsewhere };
}

function readEndings(column: unknown, count: number): (location: number) => string | null {
  if (!isObject(column)) throw new MalformedBytesError('endings: missing');
  const { at, count: distinctEndings } = decodeMoveToFront(readIntegers(column['at'], 'endings', count), 'endings');
  const values = readTexts(column['values'], 'endings', distinctEndings);
  return (location) => values[at[location] ?? 0] ?? null;
}

const noMatch: FeatureMatch = { number: 0, kind: matchKinds.elsewhere, point: 0 };
const decimalsTried = Array.from({ length: mostDecimals + 1 }, (_, decimals) => decimals);
/** The maximum number of features with one name to compare: a name that is more frequent says little. */
const maximumSameName = 64;

/** Finds for locations the features to write them relative to. The features are indexed once. */
export class FeatureMatcher {
  readonly features: Locations;
  /** The numbers of features, from 1, by name, ascending. */
  readonly #named = new Map<string, number[]>();
  /** The lengths of all names, descending. */
  readonly #nameLengths: readonly number[];
  /** By the position of a point, then by name: the first feature with a point there. */
  readonly #at = new Map<string, Map<string, FeatureMatch>>();

  constructor(features: Locations) {
    this.features = features;
    for (const [feature, name] of features.names.entries()) {
      if (name === null || name === '') continue;
      const number = feature + 1;
      const ofName = this.#named.get(name);
      if (!ofName) this.#named.set(name, [number]);
      else if (ofName.length < maximumSameName) ofName.push(number);
      for (let point = 0; point < features.pointsPerLocation; point++) this.#addPoint(name, number, point);
    }
    this.#nameLengths = [...new Set(Array.from(this.#named.keys(), ({ length }) => length))].sort((a, b) => b - a);
  }

  /**
   * For each location, which must have one point: the feature at exactly this point with the longest name that the
   * location's name begins with; if there is none, the nearest of the features with the longest such name. Also returns
   * the number of decimals to which the points of the latter are rounded most often.
   */
  match(locations: Locations): { readonly matches: readonly FeatureMatch[]; readonly decimals: RoundedDecimals } {
    const found = locations.names.map(
      (name, location) => this.#exact(name, locations, location) ?? this.#nearest(name, locations, location) ?? noMatch,
    );
    const decimals = {
      longitudes: this.#bestDecimals('longitudes', locations, found),
      latitudes: this.#bestDecimals('latitudes', locations, found),
    };
    const isRounded = (axis: Axis, match: FeatureMatch, location: number): boolean =>
      roundedTo(decimals[axis], this.degreesOf(axis, match)) === locations[axis][location];
    const matches = found.map((match, location) => {
      if (match.kind === matchKinds.at || match.number === 0) return match;
      const isAtRounded = isRounded('longitudes', match, location) && isRounded('latitudes', match, location);
      return isAtRounded ? { ...match, kind: matchKinds.rounded } : match;
    });
    return { matches, decimals };
  }

  /** The name of the feature; '' for none. */
  nameOf(match: FeatureMatch | undefined): string {
    return this.features.names[(match?.number ?? 0) - 1] ?? '';
  }

  /** The degrees of the matched point; 0 for none. */
  degreesOf(axis: Axis, match: FeatureMatch | undefined): number {
    if (!match || match.number === 0) return 0;
    return this.features[axis][(match.number - 1) * this.features.pointsPerLocation + match.point] ?? 0;
  }

  #addPoint(name: string, number: number, point: number): void {
    const match: FeatureMatch = { number, kind: matchKinds.at, point };
    const key = positionKey(this.degreesOf('longitudes', match), this.degreesOf('latitudes', match));
    const byName = this.#at.get(key);
    if (!byName) this.#at.set(key, new Map([[name, match]]));
    else if (!byName.has(name)) byName.set(name, match);
  }

  #exact(name: string | null, { longitudes, latitudes }: Locations, location: number): FeatureMatch | undefined {
    const byName = this.#at.get(positionKey(longitudes[location] ?? 0, latitudes[location] ?? 0));
    return byName && this.#longestPrefix(name, byName);
  }

  #longestPrefix<Value>(name: string | null, byName: ReadonlyMap<string, Value>): Value | undefined {
    if (name === null) return undefined;
    for (const length of this.#nameLengths) {
      const found = length <= name.length ? byName.get(name.slice(0, length)) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #nearest(name: string | null, { longitudes, latitudes }: Locations, location: number): FeatureMatch | undefined {
    let nearest: FeatureMatch | undefined;
    let least = Infinity;
    for (const number of this.#longestPrefix(name, this.#named) ?? []) {
      for (let point = 0; point < this.features.pointsPerLocation; point++) {
        const match: FeatureMatch = { number, kind: matchKinds.elsewhere, point };
        const distance = Math.hypot(
          this.degreesOf('longitudes', match) - (longitudes[location] ?? 0),
          this.degreesOf('latitudes', match) - (latitudes[location] ?? 0),
        );
        if (distance < least) [nearest, least] = [match, distance];
      }
    }
    return nearest;
  }

  #bestDecimals(axis: Axis, locations: Locations, found: readonly FeatureMatch[]): number {
    const fits = decimalsTried.map(() => 0);
    for (const [location, match] of found.entries()) {
      if (match.kind === matchKinds.at || match.number === 0) continue;
      const degrees = this.degreesOf(axis, match);
      for (const decimals of decimalsTried) {
        if (roundedTo(decimals, degrees) === locations[axis][location]) fits[decimals] = (fits[decimals] ?? 0) + 1;
      }
    }
    return fits.indexOf(Math.max(...fits));
  }
}

/** Equal for minus zero and zero. */
function positionKey(longitude: number, latitude: number): string {
  return `${longitude} ${latitude}`;
}
