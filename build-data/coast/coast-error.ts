import type { Ring } from '../../core/coastline/codec.ts';

const metresPerDegree = 111_195;

/** The median and the 90th percentile, in metres, of the distances from points (longitude, latitude) to a coast. */
export function errorOfCoast(
  rings: readonly Ring[],
  points: readonly (readonly [longitude: number, latitude: number])[],
): { readonly median: number; readonly p90: number } {
  const distances = points
    .map(([longitude, latitude]) => metresToCoast(rings, longitude, latitude))
    .sort((a, b) => a - b);
  const quantile = (share: number): number => Math.round(distances[Math.floor(share * distances.length)] ?? NaN);
  return { median: quantile(0.5), p90: quantile(0.9) };
}

/** On a plane that touches the sphere at the point: exact enough for distances of a few kilometres. */
function metresToCoast(rings: readonly Ring[], longitude: number, latitude: number): number {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  let least = Infinity;
  for (const ring of rings) {
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.subarray(at, at + 4);
      const [ax, ay] = [(x1 - longitude) * shrink, y1 - latitude];
      const [dx, dy] = [(x2 - x1) * shrink, y2 - y1];
      const length = dx ** 2 + dy ** 2;
      const along = length === 0 ? 0 : Math.min(Math.max((-ax * dx - ay * dy) / length, 0), 1);
      least = Math.min(least, Math.hypot(ax + along * dx, ay + along * dy));
    }
  }
  return least * metresPerDegree;
}
