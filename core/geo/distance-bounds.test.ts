import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  boxesAround,
  chordSurelyBeyond,
  chordSurelyWithin,
  distanceToBoxAtLeast,
  distanceToBoxAtMost,
  type SearchBox,
} from './distance-bounds.ts';
import { antipodeOf, relatedPositions, positions, radii, scenes, shifted, trueDistance } from './testing/scenes.ts';
import { equatorialRadiusInMetres, polarRadiusInMetres, type Position, writeCentredCoordinates } from './wgs84.ts';
import { sizeOf } from '../../tests/support/test-size.ts';

const steps = fc.double({ min: -1, max: 1, noNaN: true });
/** Two positions: anywhere, in a special relation to each other, or near each other's antipodes. */
const pairs = fc.oneof(
  fc.tuple(positions, positions),
  positions.chain((from) => fc.tuple(fc.constant(from), fc.constantFrom(...relatedPositions(from)))),
  fc
    .tuple(positions, steps, steps, fc.integer({ min: -6, max: 1 }))
    .map(([from, east, north, exponent]): [Position, Position] => [
      from,
      shifted(antipodeOf(from), east * 10 ** exponent, north * 10 ** exponent),
    ]),
);

function coordinatesOf(position: Position): Float64Array {
  const coordinates = new Float64Array(3);
  writeCentredCoordinates(position.longitude, position.latitude, coordinates, 0);
  return coordinates;
}

function chordBetween(from: Position, to: Position): number {
  const other = coordinatesOf(to);
  return Math.hypot(...coordinatesOf(from).map((value, axis) => value - (other[axis] ?? 0)));
}

function radiusAt(position: Position): number {
  return Math.hypot(...coordinatesOf(position));
}

/** The least radius from which a condition holds, to the last bit or so. */
function leastRadius(holds: (radius: number) => boolean): number {
  let fails = 0;
  let suffices = 2.1e7;
  if (holds(fails)) return fails;
  for (let halving = 0; halving < 60; halving++) {
    const middle = (fails + suffices) / 2;
    if (holds(middle)) suffices = middle;
    else fails = middle;
  }
  return suffices;
}

describe('the chord bounds of a radius', () => {
  it('never contradict the geodesic, for any pair and any radius', () => {
    fc.assert(
      fc.property(pairs, radii, ([from, to], radius) => {
        const chord = chordBetween(from, to);
        const distance = trueDistance(from, to);
        if (chord <= chordSurelyWithin(radius, radiusAt(from))) expect(distance).toBeLessThanOrEqual(radius);
        if (chord > chordSurelyBeyond(radius, radiusAt(from))) expect(distance).toBeGreaterThan(radius);
      }),
      { numRuns: sizeOf(20_000) },
    );
  });

  it('are correct at the exact radius at which they first decide', () => {
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        const chord = chordBetween(from, to);
        const distance = trueDistance(from, to);
        const leastWithin = leastRadius((radius) => chord <= chordSurelyWithin(radius, radiusAt(from)));
        expect(distance).toBeLessThanOrEqual(leastWithin);
        const leastUndecided = leastRadius((radius) => chord <= chordSurelyBeyond(radius, radiusAt(from)));
        expect(distance).toBeGreaterThanOrEqual(leastUndecided);
      }),
      { numRuns: sizeOf(10_000) },
    );
  });

  it('never contradict a radius that equals the distance or differs from it by a nanometre', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(-1e-9, 0, 1e-9), ([from, to], difference) => {
        const chord = chordBetween(from, to);
        const distance = trueDistance(from, to);
        const radius = Math.max(0, distance + difference);
        if (distance > radius) expect(chord).toBeGreaterThan(chordSurelyWithin(radius, radiusAt(from)));
        else expect(chord).toBeLessThanOrEqual(chordSurelyBeyond(radius, radiusAt(from)));
      }),
      { numRuns: sizeOf(20_000) },
    );
  });

  it('are in order, and grow with the radius', () => {
    const centreRadii = fc.double({ min: polarRadiusInMetres, max: equatorialRadiusInMetres, noNaN: true });
    fc.assert(
      fc.property(radii, radii, centreRadii, (one, other, centreRadius) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(chordSurelyWithin(less, centreRadius)).toBeLessThanOrEqual(chordSurelyBeyond(less, centreRadius));
        expect(chordSurelyWithin(less, centreRadius)).toBeLessThanOrEqual(chordSurelyWithin(more, centreRadius) + 1e-8);
        expect(chordSurelyBeyond(less, centreRadius)).toBeLessThanOrEqual(chordSurelyBeyond(more, centreRadius) + 1e-8);
      }),
      { numRuns: sizeOf(5000) },
    );
  });
});

const globe: SearchBox = { west: -180, south: -90, east: 180, north: 90 };
const fractions = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));
const sizes = fc.oneof(
  fc.constant(0),
  fc.double({ min: -9, max: 2, noNaN: true }).map((exponent) => 10 ** exponent),
);

/** Boxes that are points, lines, small, large, the globe, and those that touch a pole or the antimeridian. */
const boxes: fc.Arbitrary<SearchBox> = fc.oneof(
  fc.constant(globe),
  fc.tuple(positions, positions).map(([one, other]) => ({
    west: Math.min(one.longitude, other.longitude),
    south: Math.min(one.latitude, other.latitude),
    east: Math.max(one.longitude, other.longitude),
    north: Math.max(one.latitude, other.latitude),
  })),
  fc.tuple(positions, sizes, sizes).map(([corner, width, height]) => ({
    west: corner.longitude,
    south: corner.latitude,
    east: Math.min(180, corner.longitude + width),
    north: Math.min(90, corner.latitude + height),
  })),
);

function positionIn(box: SearchBox, across: number, up: number): Position {
  return {
    longitude: Math.min(box.east, box.west + across * (box.east - box.west)),
    latitude: Math.min(box.north, box.south + up * (box.north - box.south)),
  };
}

/** A grid of positions across a box, edges and corners included. */
function createGrid(box: SearchBox): Position[] {
  const steps = Array.from({ length: 9 }, (_, step) => step / 8);
  return steps.flatMap((across) => steps.map((up) => positionIn(box, across, up)));
}

describe('the boxes around a centre', () => {
  it('together contain every point within the radius, each once', () => {
    fc.assert(
      fc.property(scenes, radii, ({ centre, points }, radius) => {
        const around = boxesAround(centre, radius);
        for (const { longitude, latitude } of points.filter((point) => trueDistance(centre, point) <= radius)) {
          const containing = around.filter(
            (box) => longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north,
          );
          expect(containing).toHaveLength(1);
        }
      }),
      { numRuns: sizeOf(1000) },
    );
  });

  it('never cross the antimeridian or exceed the range of degrees', () => {
    fc.assert(
      fc.property(positions, radii, (centre, radius) => {
        const around = boxesAround(centre, radius);
        expect(around.length).toBeGreaterThanOrEqual(1);
        expect(around.length).toBeLessThanOrEqual(2);
        for (const { west, south, east, north } of around) {
          expect(west >= -180 && west <= east && east <= 180).toBe(true);
          expect(south >= -90 && south <= north && north <= 90).toBe(true);
        }
      }),
      { numRuns: sizeOf(1000) },
    );
  });
});

describe('the distances to a box', () => {
  it('bound the distance to any point of the box, edges and corners included', () => {
    const centresAndBoxes = fc.oneof(
      fc.tuple(positions, boxes),
      // A centre at, near or opposite a corner.
      boxes.chain((box) => fc.tuple(fc.constantFrom(...relatedPositions(positionIn(box, 0, 0))), fc.constant(box))),
    );
    fc.assert(
      fc.property(centresAndBoxes, fractions, fractions, ([centre, box], across, up) => {
        const distance = trueDistance(centre, positionIn(box, across, up));
        expect(distanceToBoxAtLeast(centre, box)).toBeGreaterThanOrEqual(0);
        expect(distanceToBoxAtLeast(centre, box)).toBeLessThanOrEqual(distance);
        expect(distanceToBoxAtMost(centre, box)).toBeGreaterThanOrEqual(distance);
      }),
      { numRuns: sizeOf(10_000) },
    );
  });

  it('bound the distances to a grid of points of the box, and are close to the extremes', () => {
    fc.assert(
      fc.property(positions, boxes, (centre, box) => {
        const distances = createGrid(box).map((point) => trueDistance(centre, point));
        const [least, greatest] = [Math.min(...distances), Math.max(...distances)];
        expect(distanceToBoxAtLeast(centre, box)).toBeLessThanOrEqual(least);
        expect(distanceToBoxAtMost(centre, box)).toBeGreaterThanOrEqual(greatest);
        // Neighbouring points of the grid are an eighth of the box apart, so the true extremes are no further away.
        const slack = (111_700 * (box.east - box.west + box.north - box.south)) / 8 + 0.001;
        expect(distanceToBoxAtLeast(centre, box)).toBeGreaterThanOrEqual((least - slack) * 0.989);
        expect(distanceToBoxAtMost(centre, box)).toBeLessThanOrEqual((greatest + slack) * 1.011);
      }),
      { numRuns: sizeOf(1000) },
    );
  });
});
