import { type PointSet, writeCentredCoordinates } from './point-set.ts';
import type { Position } from './wgs84.ts';

const roundingMarginInMetres = 1e-6;

/** The nearest points of a set: all that stand at exactly the least distance. */
export interface NearestPoints {
  readonly distanceInMetres: number;
  /** Ascending indexes. Several points can be equally near: two on either side, say. */
  readonly points: readonly number[];
}

/**
 * The points at the least geodesic distance from the centre, among those no further than `atMostInMetres`;
 * undefined when there are none.
 *
 * The chord is a lower bound of the geodesic (no path is shorter than the straight one), so points are visited in the
 * order of their chords until the chord alone exceeds the least distance found.
 */
export function nearestPoints(points: PointSet, centre: Position, atMostInMetres: number): NearestPoints | undefined {
  const chords = chordsFrom(centre, points);
  let least = atMostInMetres;
  let nearest: number[] = [];
  const visit = (point: number): void => {
    const distance = points.distanceFrom(centre, point);
    if (distance > least) return;
    if (distance < least) nearest = [];
    least = distance;
    nearest.push(point);
  };

  // The point of the shortest chord is nearly always the nearest: seen first, it rules out nearly all others.
  let first = -1;
  for (let point = 0; point < points.size; point++) {
    if (first < 0 || (chords[point] ?? 0) < (chords[first] ?? 0)) first = point;
  }
  if (first >= 0) visit(first);
  for (let point = 0; point < points.size; point++) {
    if (point !== first && (chords[point] ?? 0) <= least + roundingMarginInMetres) visit(point);
  }
  return nearest.length === 0 ? undefined : { distanceInMetres: least, points: nearest.sort((a, b) => a - b) };
}

function chordsFrom(centre: Position, points: PointSet): Float64Array {
  const coordinates = points.centredCoordinates;
  const centreCoordinates = new Float64Array(3);
  writeCentredCoordinates(centre.longitude, centre.latitude, centreCoordinates, 0);
  const [centreX = 0, centreY = 0, centreZ = 0] = centreCoordinates;
  const chords = new Float64Array(points.size);
  for (let point = 0; point < points.size; point++) {
    const x = (coordinates[point * 3] ?? 0) - centreX;
    const y = (coordinates[point * 3 + 1] ?? 0) - centreY;
    const z = (coordinates[point * 3 + 2] ?? 0) - centreZ;
    chords[point] = Math.sqrt(x * x + y * y + z * z);
  }
  return chords;
}
