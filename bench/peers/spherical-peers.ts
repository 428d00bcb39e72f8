import Flatbush from 'flatbush';
import * as geoflatbush from 'geoflatbush';
import * as geokdbush from 'geokdbush';
import KDBush from 'kdbush';

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
    within: (longitude, latitude, rangeInMetres) =>
      geoflatbush.within(index, longitude, latitude, rangeInMetres / 1000),
    nearest: (longitude, latitude) => {
      const [record] = geoflatbush.around(index, longitude, latitude, 1);
      if (record === undefined) throw new Error('There are no records to be near to.');
      return record;
    },
    close: () => undefined,
  };
}

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
      geokdbush.around(index, longitude, latitude, Number.POSITIVE_INFINITY, rangeInMetres / 1000),
    nearest: (longitude, latitude) => {
      const [record] = geokdbush.around(index, longitude, latitude, 1);
      if (record === undefined) throw new Error('There are no records to be near to.');
      return record;
    },
    close: () => undefined,
  };
}
