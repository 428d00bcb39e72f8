import type { Peer, Positions } from './peer.ts';
import {
  centrePoint,
  indexBytes,
  loadRecords,
  nearestStatement,
  packNumbers,
  type RecordPosition,
  unpackNumbers,
} from './postgis/load-records.ts';
import { openPostgis } from './postgis/open-postgis.ts';

/** What only a database can measure: its time without the transfer of the answer. */
export interface PostgisPeer extends Peer {
  /** How many records `within` would find, at the cost of the search and one number to transfer. */
  countWithin(longitude: number, latitude: number, rangeInMetres: number): Promise<number>;
  /** The time that the server itself gives for this count, without planning and without the way to it and back. */
  serverMillisecondsWithin(longitude: number, latitude: number, rangeInMetres: number): Promise<number>;
}

const found = `FROM records WHERE ST_DWithin(position, ${centrePoint}, $3::float8, true)`;
const within = `SELECT ${packNumbers('record_number')} AS numbers ${found}`;
const countWithin = `SELECT count(*)::int4 AS count ${found}`;
const explainCount = `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${countWithin}`;

const nearest = nearestStatement('records');

/** A server of our own with these records. Throws PostgisUnavailable where PostgreSQL or PostGIS is not installed. */
export async function createPostgisPeer(positions: Positions): Promise<PostgisPeer> {
  const postgis = await openPostgis();
  try {
    await loadRecords(postgis, 'records', pointsOf(positions));
    return {
      title: postgis.title,
      distanceModel: 'WGS 84 geodesic',
      indexBytes: await indexBytes(postgis, 'records'),
      async within(...query) {
        const [row] = await postgis.ask(within, ...query);
        return unpackNumbers(row?.['numbers']);
      },
      async nearest(longitude, latitude) {
        const [row] = await postgis.ask(nearest, longitude, latitude);
        if (row === undefined) throw new Error('There are no records to be near to.');
        return Number(row['record_number']);
      },
      async countWithin(...query) {
        const [row] = await postgis.ask(countWithin, ...query);
        return Number(row?.['count']);
      },
      async serverMillisecondsWithin(...query) {
        const [row] = await postgis.ask(explainCount, ...query);
        const [plan] = (row?.['QUERY PLAN'] ?? []) as readonly { readonly 'Execution Time': number }[];
        return plan?.['Execution Time'] ?? Number.NaN;
      },
      close: () => postgis.close(),
    };
  } catch (error) {
    await postgis.close();
    throw error;
  }
}

function* pointsOf({ longitudes, latitudes }: Positions): Generator<RecordPosition, void, undefined> {
  for (const [recordNumber, longitude] of longitudes.entries()) {
    yield { recordNumber, longitude, latitude: latitudes[recordNumber] ?? Number.NaN };
  }
}
