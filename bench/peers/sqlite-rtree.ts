import Database from 'better-sqlite3';

import { degreeBoxesAround, type Peer, type Positions, radiansPerDegree, sphereRadiusInMetres } from './peer.ts';

/**
 * The R*Tree rounds its boxes outwards to 32 bits, so the exact positions are stored too. As loading at once is
 * not on offer, records are inserted in the order of the dataset.
 */
const createTable = `
  CREATE VIRTUAL TABLE points USING rtree(record, west, east, south, north, +longitude REAL, +latitude REAL)`;

/** The haversine of the angle from the centre. */
const haversine = `(
  sin(radians(latitude - @latitude) / 2) * sin(radians(latitude - @latitude) / 2) +
  @cosine * cos(radians(latitude)) * sin(radians(longitude - @longitude) / 2) * sin(radians(longitude - @longitude) / 2)
)`;
const found = `
  FROM points WHERE west <= @boxEast AND east >= @boxWest AND south <= @boxNorth AND north >= @boxSouth
  AND ${haversine} <= @greatestHaversine`;
/** All numbers in one value: a row each takes longer to hand over. */
const within = `SELECT json_group_array(record) ${found}`;
/** Of a single minimum, SQLite takes the other columns from the row that has it. */
const nearest = `SELECT record FROM (SELECT record, min(${haversine}) ${found})`;

const firstReachInMetres = 1;
const reachGrowth = 4;
const furthestInMetres = Math.PI * sphereRadiusInMetres;

/** SQLite in memory with an R*Tree: what is in a box of degrees around the circle is asked for its distance in SQL. */
export function createSqlitePeer({ longitudes, latitudes }: Positions): Peer {
  const database = new Database(':memory:');
  database.exec(createTable);
  const insert = database.prepare('INSERT INTO points VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.transaction(() => {
    for (const [record, longitude] of longitudes.entries()) {
      const latitude = latitudes[record] ?? 0;
      insert.run(record, longitude, longitude, latitude, latitude, longitude, latitude);
    }
  })();
  const askWithin = database.prepare(within).pluck();
  const askNearest = database.prepare(nearest).pluck();
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get({}));
  const pageCount = Number(database.pragma('page_count', { simple: true }));
  const pageSize = Number(database.pragma('page_size', { simple: true }));
  return {
    title: `SQLite ${version} with R*Tree`,
    distanceModel: 'sphere (haversine)',
    indexBytes: pageCount * pageSize,
    within: (longitude, latitude, rangeInMetres) =>
      valuesForBoxes(longitude, latitude, rangeInMetres).flatMap(
        (values) => JSON.parse(String(askWithin.get(values))) as number[],
      ),
    nearest(longitude, latitude) {
      // Within the reach all records are seen, so the nearest of them is the nearest of all.
      for (let reach = firstReachInMetres; ; reach *= reachGrowth) {
        const records = valuesForBoxes(longitude, latitude, reach).map((values) => askNearest.get(values));
        const record = records.find((value) => typeof value === 'number');
        if (typeof record === 'number') return record;
        if (reach > furthestInMetres) throw new Error('There are no records to be near to.');
      }
    },
    close: () => {
      database.close();
    },
  };
}

function valuesForBoxes(
  longitude: number,
  latitude: number,
  rangeInMetres: number,
): Readonly<Record<string, number>>[] {
  const halfAngle = Math.min(rangeInMetres, furthestInMetres) / sphereRadiusInMetres / 2;
  const circle = {
    longitude,
    latitude,
    cosine: Math.cos(latitude * radiansPerDegree),
    greatestHaversine: Math.sin(halfAngle) ** 2,
  };
  return degreeBoxesAround(longitude, latitude, rangeInMetres).map(({ west, south, east, north }) => ({
    ...circle,
    boxWest: west,
    boxSouth: south,
    boxEast: east,
    boxNorth: north,
  }));
}
