import Flatbush from 'flatbush';
import { around, within } from 'geoflatbush';
import type { Peer, Positions } from './peer.ts';

/** A packed R-tree over degrees, with searches on a sphere of 6,371 km. */
export function createGeoflatbushPeer({ longitudes, latitudes }: Positions): Peer {
  const size = longitudes.length;
  const index = new Flatbush(size);
  for (let record = 0; record < size; record++) index.add(longitudes[record] ?? 0, latitudes[record] ?? 0);
  index.finish();
  return {
    title: 'geoflatbush',
    distanceModel: 'sphere (law of cosines)',
    indexBytes: index.data.byteLength,
    within: (longitude, latitude, rangeInMetres) => within(index, longitude, latitude, rangeInMetres / 1000),
    nearest: (longitude, latitude) => {
      const [record] = around(index, longitude, latitude, 1);
      if (record === undefined) throw new Error('There are no records to be near to.');
      return record;
    },
    close: () => undefined,
  };
}
