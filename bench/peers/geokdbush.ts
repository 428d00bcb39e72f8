import { around } from 'geokdbush';
import KDBush from 'kdbush';
import type { Peer, Positions } from './peer.ts';

/** A k-d tree over degrees, with searches on a sphere of 6,371 km. Its one search gives records nearest first. */
export function createGeokdbushPeer({ longitudes, latitudes }: Positions): Peer {
  const size = longitudes.length;
  const index = new KDBush(size);
  for (let record = 0; record < size; record++) index.add(longitudes[record] ?? 0, latitudes[record] ?? 0);
  index.finish();
  return {
    title: 'geokdbush',
    distanceModel: 'sphere (haversine)',
    indexBytes: index.data.byteLength,
    within: (longitude, latitude, rangeInMetres) =>
      around(index, longitude, latitude, Number.POSITIVE_INFINITY, rangeInMetres / 1000),
    nearest: (longitude, latitude) => {
      const [record] = around(index, longitude, latitude, 1);
      if (record === undefined) throw new Error('There are no records to be near to.');
      return record;
    },
    close: () => undefined,
  };
}
