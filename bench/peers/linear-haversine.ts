import type { Peer, Positions } from './peer.ts';
import { haversineDistanceInMetres } from './sphere.ts';

/** No index: every search asks every record for its distance, as a service without one would. */
export function createLinearPeer({ longitudes, latitudes }: Positions): Peer {
  const size = longitudes.length;
  return {
    title: 'linear scan',
    distanceModel: 'sphere (haversine)',
    indexBytes: 0,
    within(longitude, latitude, rangeInMetres) {
      const found: number[] = [];
      for (let record = 0; record < size; record++) {
        const distance = haversineDistanceInMetres(
          longitude,
          latitude,
          longitudes[record] ?? 0,
          latitudes[record] ?? 0,
        );
        if (distance <= rangeInMetres) found.push(record);
      }
      return found;
    },
    nearest(longitude, latitude) {
      let nearest = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let record = 0; record < size; record++) {
        const distance = haversineDistanceInMetres(
          longitude,
          latitude,
          longitudes[record] ?? 0,
          latitudes[record] ?? 0,
        );
        if (distance >= least) continue;
        nearest = record;
        least = distance;
      }
      return nearest;
    },
    close: () => undefined,
  };
}
