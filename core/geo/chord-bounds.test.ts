import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { chordSurelyBeyond, chordSurelyWithin } from './chord-bounds.ts';
import { trueDistance } from './testing/brute-force.ts';
import { antipodeOf, companionsOf, positions, radii, shifted } from './testing/scenes.ts';
import { equatorialRadiusInMetres, polarRadiusInMetres, type Position, writeCentredCoordinates } from './wgs84.ts';

const steps = fc.double({ min: -1, max: 1, noNaN: true });
/** Two positions: anywhere, standing in a special way to each other, or around each other's antipodes. */
const pairs = fc.oneof(
  fc.tuple(positions, positions),
  positions.chain((from) => fc.tuple(fc.constant(from), fc.constantFrom(...companionsOf(from)))),
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

/** The least radius, to the last bit or so, from which on a condition holds. */
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

describe('the bounds between chord and geodesic', () => {
  it('never contradict the geodesic, for any pair and any radius', () => {
    fc.assert(
      fc.property(pairs, radii, ([from, to], radius) => {
        const chord = chordBetween(from, to);
        const distance = trueDistance(from, to);
        if (chord <= chordSurelyWithin(radius, radiusAt(from))) expect(distance).toBeLessThanOrEqual(radius);
        if (chord > chordSurelyBeyond(radius, radiusAt(from))) expect(distance).toBeGreaterThan(radius);
      }),
      { numRuns: 20_000 },
    );
  });

  it('are right at the very radius from which they begin to decide', () => {
    fc.assert(
      fc.property(pairs, ([from, to]) => {
        const chord = chordBetween(from, to);
        const distance = trueDistance(from, to);
        const leastWithin = leastRadius((radius) => chord <= chordSurelyWithin(radius, radiusAt(from)));
        expect(distance).toBeLessThanOrEqual(leastWithin);
        const leastUndecided = leastRadius((radius) => chord <= chordSurelyBeyond(radius, radiusAt(from)));
        expect(distance).toBeGreaterThanOrEqual(leastUndecided);
      }),
      { numRuns: 10_000 },
    );
  });

  it('decide nothing about a radius that is the distance itself, or a nanometre from it', () => {
    fc.assert(
      fc.property(pairs, fc.constantFrom(-1e-9, 0, 1e-9), ([from, to], hair) => {
        const chord = chordBetween(from, to);
        const distance = trueDistance(from, to);
        const radius = Math.max(0, distance + hair);
        if (distance > radius) expect(chord).toBeGreaterThan(chordSurelyWithin(radius, radiusAt(from)));
        else expect(chord).toBeLessThanOrEqual(chordSurelyBeyond(radius, radiusAt(from)));
      }),
      { numRuns: 20_000 },
    );
  });

  it('leave no more than a strip between them: a millimetre at 10 km, 1.1 m at 100 km, 1.1 km at 1,000 km', () => {
    for (const centreRadius of [polarRadiusInMetres, 6_371_000, equatorialRadiusInMetres]) {
      const widthAt = (radius: number): number =>
        chordSurelyBeyond(radius, centreRadius) - chordSurelyWithin(radius, centreRadius);
      expect(widthAt(10_000)).toBeLessThan(0.0011);
      expect(widthAt(100_000)).toBeLessThan(1.1);
      expect(widthAt(1_000_000)).toBeLessThan(1100);
      expect(widthAt(10_000_000)).toBeLessThan(80_000);
    }
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
      { numRuns: 5000 },
    );
  });

  it('take no chord for surely within nothing, none for surely beyond everything', () => {
    expect(chordSurelyWithin(0, 6_371_000)).toBeLessThan(0);
    expect(chordSurelyBeyond(0, 6_371_000)).toBeLessThan(1e-5);
    expect(chordSurelyWithin(Infinity, 6_371_000)).toBe(Infinity);
    expect(chordSurelyBeyond(Infinity, 6_371_000)).toBe(Infinity);
    expect(chordSurelyWithin(20_037_623, 6_371_000)).toBe(Infinity);
    expect(chordSurelyBeyond(20_037_623, 6_371_000)).toBe(Infinity);
  });
});
