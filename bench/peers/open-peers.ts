import { LocationIndex } from '../../core/geo/location-index.ts';
import { type CreatePeer, haversineDistanceInMetres, type Peer, type Positions } from './peer.ts';

/** Loaded one by one, as each needs something that may not be installed. */
const loaders: readonly (readonly [title: string, load: () => Promise<CreatePeer>])[] = [
  ['geokdbush', async () => (await import('./spherical-peers.ts')).createGeokdbushPeer],
  ['geoflatbush', async () => (await import('./spherical-peers.ts')).createGeoflatbushPeer],
  ['SQLite', async () => (await import('./sqlite-rtree.ts')).createSqlitePeer],
  ['PostGIS', async () => (await import('./postgis.ts')).createPostgisPeer],
];

interface OpenedPeers {
  /** Ours is the first. */
  readonly peers: readonly Peer[];
  /** A line for each peer that is not here: which one, and why. */
  readonly absent: readonly string[];
  close(): Promise<void>;
}

/** All peers that are installed here, with these records in them. */
export async function openPeers(positions: Positions): Promise<OpenedPeers> {
  const peers = [createOurPeer(positions), createLinearPeer(positions)];
  const absent: string[] = [];
  for (const [title, load] of loaders) {
    try {
      const create = await load();
      peers.push(await create(positions));
    } catch (error) {
      absent.push(leftOut(title, error));
    }
  }
  return {
    peers,
    absent,
    async close() {
      for (const peer of peers) await peer.close();
    },
  };
}

/** What to print of a peer that cannot be had. */
export function leftOut(title: string, error: unknown): string {
  return `${title} is left out: ${error instanceof Error ? error.message : String(error)}`;
}

/** The index that answers searches in memory. */
function createOurPeer({ longitudes, latitudes }: Positions): Peer {
  const index = LocationIndex.from(longitudes, latitudes);
  const { locations, records, recordStarts } = index;
  const parts = [
    ...[locations.longitudes, locations.latitudes, locations.order, locations.coordinates, locations.nodes.boxes],
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

/** No index: every search asks every record for its distance, as a service without one would. */
function createLinearPeer({ longitudes, latitudes }: Positions): Peer {
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
