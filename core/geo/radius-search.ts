import { type PointSet, writeCentredCoordinates } from './point-set.ts';
import { boxesAround } from './search-box.ts';
import { smallestCurvatureRadiusInMetres, type Position } from './wgs84.ts';

/** Covers the rounding of earth-centred coordinates (a few nanometres) and of the geodesic itself, generously. */
const roundingMarginInMetres = 1e-6;
/** Up to here a chord alone may let a point in: see the proof below. */
const largestRadiusForChordInMetres = 10_000_000;

/**
 * Indexes, in ascending order, of the points whose geodesic distance from the centre is at most `radiusInMetres`.
 *
 * The straight chord c through the earth brackets the geodesic s, so that few points need the exact distance:
 * - c <= s always, as no path is shorter than the straight one: c > r is out.
 * - A geodesic has no curvature but that of its normal section, at most 1 / rho. By Schur's comparison theorem its
 *   chord is at least that of a circular arc of radius rho and the same length, as long as s <= pi * rho:
 *   c >= 2 rho sin(s / 2 rho). So c <= 2 rho sin(r / 2 rho) means s <= r: in.
 *   The theorem's condition holds whenever the test can succeed: with r <= 10,000 km the test asks c < 0.71 * 2 rho;
 *   but s > pi * rho would need an angle between the normals above pi * rho / 6,399,594 m = 3.11 radians, and the
 *   chord is at least 2 rho sin(angle / 2) > 0.99 * 2 rho.
 */
export function pointsWithinRadius(points: PointSet, centre: Position, radiusInMetres: number): number[] {
  const coordinates = points.centredCoordinates;
  const centreCoordinates = new Float64Array(3);
  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const [centreX = 0, centreY = 0, centreZ = 0] = centreCoordinates;

  const surelyOutside = (radiusInMetres + roundingMarginInMetres) ** 2;
  const innerRadius = Math.min(radiusInMetres, largestRadiusForChordInMetres);
  const innerChord =
    2 * smallestCurvatureRadiusInMetres * Math.sin(innerRadius / (2 * smallestCurvatureRadiusInMetres)) -
    roundingMarginInMetres;
  const surelyInside = innerChord > 0 ? innerChord ** 2 : -1;

  const found: number[] = [];
  for (const box of boxesAround(centre, radiusInMetres)) {
    for (const point of points.inBox(box.west, box.south, box.east, box.north)) {
      const offset = point * 3;
      const x = (coordinates[offset] ?? 0) - centreX;
      const y = (coordinates[offset + 1] ?? 0) - centreY;
      const z = (coordinates[offset + 2] ?? 0) - centreZ;
      const chordSquared = x * x + y * y + z * z;
      if (chordSquared > surelyOutside) continue;
      if (chordSquared <= surelyInside || points.distanceFrom(centre, point) <= radiusInMetres) found.push(point);
    }
  }
  return found.sort((a, b) => a - b);
}
