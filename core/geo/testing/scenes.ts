import fc from 'fast-check';
import geodesicLibrary from 'geographiclib-geodesic';

import { PointIndex } from '../point-index.ts';
import { flatbushOrder } from './index-locations.ts';
import { forEachRunWithin } from '../point-search.ts';
import type { Position } from '../wgs84.ts';

const edgeLongitudes = [-180, 180, -179.999_999_9, 179.999_999_9, -90, 90, 0, -0, 1e-12, 115.73338];
const edgeLatitudes = [-90, 90, -89.999_999_9, 89.999_999_9, 0, -0, 1e-12, -32.34915, 45, -66];

/** Positions anywhere on the globe, many of them at an extreme longitude or latitude or close to each other. */
export const positions: fc.Arbitrary<Position> = fc.record({
  longitude: fc.oneof(
    fc.constantFrom(...edgeLongitudes),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: 115, max: 116, noNaN: true }),
    fc.integer({ min: -3, max: 3 }).map((step) => 115 + step * 1e-7),
  ),
  latitude: fc.oneof(
    fc.constantFrom(...edgeLatitudes),
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -33, max: -32, noNaN: true }),
    fc.integer({ min: -3, max: 3 }).map((step) => -32 + step * 1e-7),
  ),
});

/** The position shifted, with its longitude wrapped to -180 to 180 and its latitude clamped to -90 to 90. */
export function shifted({ longitude, latitude }: Position, eastward: number, northward: number): Position {
  const east = longitude + eastward;
  return {
    longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east,
    latitude: Math.max(-90, Math.min(90, latitude + northward)),
  };
}

export function antipodeOf({ longitude, latitude }: Position): Position {
  return { longitude: longitude > 0 ? longitude - 180 : longitude + 180, latitude: -latitude };
}

/** Positions in a special relation to a centre: itself, its antipode, its mirror images, its neighbours. */
export function relatedPositions(centre: Position): Position[] {
  const { longitude, latitude } = centre;
  const antipode = antipodeOf(centre);
  return [
    centre,
    centre,
    antipode,
    shifted(antipode, -0.1, 0.1),
    shifted(antipode, 0.5, 0),
    shifted(antipode, 0, -0.5),
    { longitude: -longitude, latitude },
    { longitude, latitude: -latitude },
    shifted(centre, 1e-9, 0),
    shifted(centre, 0, 1e-9),
    shifted(centre, 0.1, 0),
    shifted(centre, -0.1, 0),
    shifted(centre, 0, 0.09),
    shifted(centre, 180, 0),
  ];
}

/** Some isolated positions, many at one position, many close to one position. */
const groups: fc.Arbitrary<Position[]> = fc.oneof(
  positions.map((position) => [position]),
  fc
    .tuple(positions, fc.integer({ min: 2, max: 40 }))
    .map(([position, count]) => Array.from({ length: count }, () => position)),
  fc
    .tuple(
      positions,
      fc.double({ min: -9, max: 1, noNaN: true }),
      fc.array(fc.tuple(unit(), unit()), { maxLength: 40 }),
    )
    .map(([position, exponent, offsets]) =>
      offsets.map(([east, north]) => shifted(position, east * 10 ** exponent, north * 10 ** exponent)),
    ),
);

function unit(): fc.Arbitrary<number> {
  return fc.double({ min: -1, max: 1, noNaN: true });
}

export interface Scene {
  readonly centre: Position;
  readonly points: readonly Position[];
}

/** A centre and up to a few hundred points, with or without points in a special relation to it. */
export const scenes: fc.Arbitrary<Scene> = fc
  .tuple(positions, fc.boolean(), fc.array(groups, { maxLength: 12 }))
  .map(([centre, hasRelated, others]) => ({
    centre,
    points: [...(hasRelated ? relatedPositions(centre) : []), ...others.flat()],
  }));

/** Like `scenes`, but with at least one point. */
export const scenesWithPoints: fc.Arbitrary<Scene> = scenes.filter(({ points }) => points.length > 0);

/** In metres: from zero to far beyond the globe, with many values near the limits between the cases of a search. */
export const radii: fc.Arbitrary<number> = fc.oneof(
  fc.double({ min: 0, max: 3e7, noNaN: true }),
  fc.double({ min: -9, max: 7.5, noNaN: true }).map((exponent) => 10 ** exponent),
  fc.double({ min: 1.98e7, max: 2.01e7, noNaN: true }),
  fc.constantFrom(0, Number.MIN_VALUE, 1e-3, 10_000, 10_000_000, 19_903_369, 19_970_327, 20_003_931, 20_003_932),
  fc.constantFrom(20_037_622, 20_037_623, 1e9, 1e300, Infinity),
);

/** The geodesic in metres, directly from the library: the reference for every search. */
export function trueDistance(from: Position, to: Position): number {
  return (
    geodesicLibrary.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude).s12 ?? Number.NaN
  );
}

/** The indexes of the positions within the radius, ascending. */
export function bruteForceWithin(positions: readonly Position[], centre: Position, radiusInMetres: number): number[] {
  return positions.flatMap((position, point) => (trueDistance(centre, position) <= radiusInMetres ? [point] : []));
}

/** The nearest positions, with all ties, in the form of `nearestPoints`. */
export function bruteForceNearest(
  positions: readonly Position[],
  centre: Position,
  atMostInMetres: number,
): { distanceInMetres: number; points: number[] } | undefined {
  const distances = positions.map((position) => trueDistance(centre, position));
  const distanceInMetres = Math.min(...distances);
  if (positions.length === 0 || distanceInMetres > atMostInMetres) return undefined;
  return {
    distanceInMetres,
    points: distances.flatMap((distance, point) => (distance === distanceInMetres ? [point] : [])),
  };
}

/** The slots of the points within `radiusInMetres` of the centre, ascending. */
export function pointsWithinRadius(index: PointIndex, centre: Position, radiusInMetres: number): number[] {
  const points: number[] = [];
  forEachRunWithin(index, centre, radiusInMetres, (startSlot, endSlot) => {
    for (let slot = startSlot; slot < endSlot; slot++) points.push(slot);
  });
  return points;
}

/** Creates an index of the positions in the given order. */
export function createPointIndex(positions: readonly Position[]): PointIndex {
  return new PointIndex(longitudesOf(positions), latitudesOf(positions));
}

/** The positions in the order of a Flatbush, which keeps neighbours together. */
export function inFlatbushOrder(positions: readonly Position[]): Position[] {
  return flatbushOrder(longitudesOf(positions), latitudesOf(positions)).flatMap((point) => positions[point]);
}

function longitudesOf(positions: readonly Position[]): Float64Array {
  return Float64Array.from(positions, ({ longitude }) => longitude);
}

function latitudesOf(positions: readonly Position[]): Float64Array {
  return Float64Array.from(positions, ({ latitude }) => latitude);
}
