import type { Ring } from '../../core/coastline/codec.ts';
import { distanceToSegment } from './cut-coast.ts';

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

/**
 * Well-known points on the shore from Broome to Esperance: lighthouses, jetties, harbours and beaches, with latitude
 * and longitude to about 100 m. They come from general knowledge, not from a survey, so they only roughly bound the
 * error of a coast. Where the published data is available, its named beaches are a stricter measure.
 */
export const landmarks: readonly (readonly [name: string, latitude: number, longitude: number])[] = [
  ['Cape Leveque Lighthouse', -16.3947, 122.9272],
  ['Cable Beach', -17.932, 122.208],
  ['Gantheaume Point Lighthouse', -17.9739, 122.1775],
  ['Hearson Cove', -20.63, 116.797],
  ['Cossack Wharf', -20.677, 117.192],
  ['Sunset Beach, Onslow', -21.636, 115.11],
  ['Vlamingh Head Lighthouse', -21.8078, 114.1108],
  ['Town Beach, Exmouth', -21.956, 114.14],
  ['Turquoise Bay', -22.0985, 113.8885],
  ['Bills Bay, Coral Bay', -23.141, 113.769],
  ['Monkey Mia Jetty', -25.7935, 113.719],
  ['Denham foreshore', -25.927, 113.532],
  ['Chinamans Beach, Kalbarri', -27.713, 114.159],
  ['Town Beach, Geraldton', -28.771, 114.609],
  ['Point Moore Lighthouse', -28.7825, 114.5797],
  ['Jurien Bay Jetty', -30.301, 115.036],
  ['Cervantes Jetty', -30.499, 115.06],
  ['Lancelin Jetty', -31.016, 115.328],
  ['Hillarys Boat Harbour', -31.8235, 115.737],
  ['Trigg Island', -31.8765, 115.752],
  ['Scarborough Beach', -31.8942, 115.754],
  ['City Beach', -31.9365, 115.7535],
  ['Bathurst Lighthouse, Rottnest Island', -31.9892, 115.5406],
  ['Cottesloe Beach', -31.995, 115.7512],
  ['North Mole Lighthouse, Fremantle', -32.0539, 115.7239],
  ['South Mole Lighthouse, Fremantle', -32.0572, 115.7347],
  ['Point Peron', -32.269, 115.687],
  ['Mandurah Ocean Marina', -32.523, 115.713],
  ['Koombana Bay, Bunbury', -33.3185, 115.644],
  ['Cape Naturaliste', -33.533, 115.006],
  ['Yallingup Beach', -33.64, 115.026],
  ['Busselton Jetty', -33.6445, 115.344],
  ['Tanker Jetty, Esperance', -33.866, 121.895],
  ['Surfers Point, Prevelly', -33.977, 114.983],
  ['Hamelin Bay Jetty', -34.221, 115.028],
  ['Cape Leeuwin Lighthouse', -34.375, 115.1364],
  ['Emu Point, Albany', -34.9975, 117.947],
  ['Middleton Beach, Albany', -35.0255, 117.916],
  ['Point King Lighthouse, Albany', -35.0356, 117.9194],
  ['Breaksea Island Lighthouse', -35.0647, 118.0564],
];
