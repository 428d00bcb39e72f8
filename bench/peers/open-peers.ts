import Flatbush from 'flatbush';

import { indexLocations } from '../../core/geo/testing/index-locations.ts';
import { type CreatePeer, haversineDistanceInMetres, type Peer, type Positions } from './peer.ts';
import { openPostgis } from './postgis/open-postgis.ts';
import {
  centrePoint,
  indexBytes,
  loadRecords,
  nearestStatement,
  packNumbers,
  unpackNumbers,
} from './postgis/postgis-results.ts';
import type { RecordPosition } from './postgis/search-inputs.ts';
import { createSqliteTable, searchReaches, sqliteInCircle, sqliteNearest, valuesForBoxes } from './sqlite-search.ts';

/** Peers whose packages or programs may not be installed. Each peer loads them when it is created. */
const optionalPeers: readonly (readonly [title: string, create: CreatePeer])[] = [
  ['geokdbush', createGeokdbushPeer],
  ['geoflatbush', createGeoflatbushPeer],
  ['SQLite', createSqlitePeer],
  ['PostGIS', createPostgisPeer],
];

interface OpenedPeers {
  /** Ours is the first. */
  readonly peers: readonly Peer[];
  /** For each peer that is not installed, a line with its name and the reason. */
  readonly absent: readonly string[];
  close(): Promise<void>;
}

/** Loads the records into all peers that are installed. */
export async function openPeers(positions: Positions): Promise<OpenedPeers> {
  const peers = [createOurPeer(positions), createLinearPeer(positions)];
  const absent: string[] = [];
  for (const [title, create] of optionalPeers) {
    try {
      peers.push(await create(positions));
    } catch (error) {
      absent.push(skippedMessage(title, error));
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

/** Formats the message about a peer that is not installed. */
export function skippedMessage(title: string, error: unknown): string {
  return `${title} is skipped: ${error instanceof Error ? error.message : String(error)}`;
}

/** Our index for searches in memory. */
function createOurPeer({ longitudes, latitudes }: Positions): Peer {
  const index = indexLocations(longitudes, latitudes);
  const { locations, records, recordStarts } = index;
  const parts = [
    ...[locations.longitudes, locations.latitudes, locations.coordinates, locations.nodes.boxes],
    ...[records, recordStarts],
  ];
  return {
    title: 'ours',
    distanceModel: 'WGS 84 geodesic',
    indexBytes: parts.reduce((bytes, part) => bytes + part.byteLength, 0),
    within: (longitude, latitude, rangeInMetres) => index.within({ longitude, latitude }, rangeInMetres),
    nearest: (longitude, latitude) => {
      const record = index.nearest({ longitude, latitude })?.records[0]?.[0];
      if (record === undefined) throw new Error('There are no records.');
      return record;
    },
    close: () => undefined,
  };
}

/** A peer without an index: every search computes the distance to every record. */
function createLinearPeer({ longitudes, latitudes }: Positions): Peer {
  const size = longitudes.length;
  const distanceTo = (record: number, longitude: number, latitude: number): number =>
    haversineDistanceInMetres(longitude, latitude, longitudes[record] ?? 0, latitudes[record] ?? 0);
  return {
    title: 'linear scan',
    distanceModel: 'sphere (haversine)',
    indexBytes: 0,
    within(longitude, latitude, rangeInMetres) {
      const found: number[] = [];
      for (let record = 0; record < size; record++) {
        if (distanceTo(record, longitude, latitude) <= rangeInMetres) found.push(record);
      }
      return found;
    },
    nearest(longitude, latitude) {
      let nearest = 0;
      let leastDistance = Number.POSITIVE_INFINITY;
      for (let record = 0; record < size; record++) {
        const distance = distanceTo(record, longitude, latitude);
        if (distance >= leastDistance) continue;
        nearest = record;
        leastDistance = distance;
      }
      return nearest;
    },
    close: () => undefined,
  };
}

/** A packed R-tree over degrees, with searches on a sphere of 6,371 km. */
async function createGeoflatbushPeer({ longitudes, latitudes }: Positions): Promise<Peer> {
  const { around, within } = await import('geoflatbush');
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
      if (record === undefined) throw new Error('There are no records.');
      return record;
    },
    close: () => undefined,
  };
}

/** A k-d tree over degrees, with searches on a sphere of 6,371 km. Its only search returns records nearest first. */
async function createGeokdbushPeer({ longitudes, latitudes }: Positions): Promise<Peer> {
  const { around } = await import('geokdbush');
  const { default: KDBush } = await import('kdbush');
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
      if (record === undefined) throw new Error('There are no records.');
      return record;
    },
    close: () => undefined,
  };
}

/** Returns all record numbers in one value, which is faster than one row for each. */
const sqliteWithin = `SELECT json_group_array(record) ${sqliteInCircle}`;

/** SQLite in memory with an R*Tree: SQL computes the distance of every record in a box of degrees around the circle. */
async function createSqlitePeer({ longitudes, latitudes }: Positions): Promise<Peer> {
  const { default: Database } = await import('better-sqlite3');
  const database = new Database(':memory:');
  database.exec(createSqliteTable);
  const insert = database.prepare('INSERT INTO points VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.transaction(() => {
    for (const [record, longitude] of longitudes.entries()) {
      const latitude = latitudes[record] ?? 0;
      insert.run(record, longitude, longitude, latitude, latitude, longitude, latitude);
    }
  })();
  const withinStatement = database.prepare(sqliteWithin).pluck();
  const nearestRecordStatement = database.prepare(sqliteNearest).pluck();
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get({}));
  const pageCount = Number(database.pragma('page_count', { simple: true }));
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  return {
    title: `SQLite ${version} with R*Tree`,
    distanceModel: 'sphere (haversine)',
    indexBytes: pageCount * pageSize,
    within: (longitude, latitude, rangeInMetres) =>
      valuesForBoxes(longitude, latitude, rangeInMetres).flatMap(
        (values) => JSON.parse(String(withinStatement.get(values))) as number[],
      ),
    nearest(longitude, latitude) {
      for (const reach of searchReaches()) {
        const records = valuesForBoxes(longitude, latitude, reach).map((values) => nearestRecordStatement.get(values));
        const record = records.find((value) => typeof value === 'number');
        if (typeof record === 'number') return record;
      }
      throw new Error('There are no records.');
    },
    close: () => {
      database.close();
    },
  };
}

const postgisWithin =
  `SELECT ${packNumbers('record_number')} AS numbers FROM records ` +
  `WHERE ST_DWithin(position, ${centrePoint}, $3::float8, true)`;
const postgisNearest = nearestStatement('records');

/** A local server with these records. Throws PostgisUnavailable when PostgreSQL or PostGIS is not installed. */
async function createPostgisPeer(positions: Positions): Promise<Peer> {
  const postgis = await openPostgis();
  try {
    await loadRecords(postgis, 'records', recordPositions(positions));
    return {
      title: postgis.title,
      distanceModel: 'WGS 84 geodesic',
      indexBytes: await indexBytes(postgis, 'records'),
      async within(...query) {
        const [row] = await postgis.query(postgisWithin, ...query);
        return unpackNumbers(row?.['numbers']);
      },
      async nearest(longitude, latitude) {
        const [row] = await postgis.query(postgisNearest, longitude, latitude);
        if (row === undefined) throw new Error('There are no records.');
        return Number(row['record_number']);
      },
      close: () => postgis.close(),
    };
  } catch (error) {
    await postgis.close();
    throw error;
  }
}

function* recordPositions({ longitudes, latitudes }: Positions): Generator<RecordPosition, void, undefined> {
  for (const [recordNumber, longitude] of longitudes.entries()) {
    yield { recordNumber, longitude, latitude: latitudes[recordNumber] ?? Number.NaN };
  }
}
