import type { Ring } from '../../core/coastline/codec.ts';
import { distanceToSegment } from './cut-coast.ts';

const metresPerDegree = 111_195;

/** A point on the shore. */
export interface Landmark {
  readonly longitude: number;
  readonly latitude: number;
}

/** The median and the 90th percentile, in metres, of the distances from points on the shore to a coast. */
export function errorOfCoast(
  rings: readonly Ring[],
  landmarks: readonly Landmark[],
): { readonly median: number; readonly p90: number } {
  const distances = landmarks
    .map(({ longitude, latitude }) => metresToCoast(rings, longitude, latitude))
    .sort((a, b) => a - b);
  const quantile = (share: number): number => Math.round(distances[Math.floor(share * distances.length)] ?? NaN);
  return { median: quantile(0.5), p90: quantile(0.9) };
}

/** The distance on a plane that touches the sphere at the point: exact enough for a few kilometres. */
function metresToCoast(rings: readonly Ring[], longitude: number, latitude: number): number {
  const longitudeScale = Math.cos((latitude * Math.PI) / 180);
  let least = Infinity;
  for (const ring of rings) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at, at + 4);
      const start = [(x1 - longitude) * longitudeScale, y1 - latitude] as const;
      const end = [(x2 - longitude) * longitudeScale, y2 - latitude] as const;
      least = Math.min(least, distanceToSegment([0, 0], start, end));
    }
  }
  return least * metresPerDegree;
}
