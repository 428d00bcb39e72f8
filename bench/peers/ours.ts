import { PlaceIndex } from '../../core/geo/place-index.ts';
import type { Peer, Positions } from './peer.ts';

/** The index that answers searches in memory. */
export function createOurPeer({ longitudes, latitudes }: Positions): Peer {
  const index = PlaceIndex.from(longitudes, latitudes);
  const { places, records, recordStarts } = index;
  const parts = [
    ...[places.longitudes, places.latitudes, places.order, places.coordinates, places.nodes.boxes],
    ...[records, recordStarts],
  ];
  return {
    title: 'ours',
    distanceModel: 'WGS 84 geodesic',
    indexBytes: parts.reduce((bytes, part) => bytes + part.byteLength, 0),
    within: (longitude, latitude, rangeInMetres) => index.within({ longitude, latitude }, rangeInMetres),
    nearest: (longitude, latitude) => {
      const record = index.nearest({ longitude, latitude })?.records[0]?.[0];
      if (record === undefined) throw new Error('There are no records to be near to.');
      return record;
    },
    close: () => undefined,
  };
}
