import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { RecordTable } from '../../../build-data/write/record-table.ts';
import { radiansPerDegree, sphereRadiusInMetres } from '../true-result.ts';
import type { RecordStore } from './record-store.ts';

/**
 * The R*Tree rounds its boxes outwards to 32 bits, so the exact positions are stored too. It has no bulk loading, so
 * records are inserted in the order of the dataset.
 */
const createSqliteTable = `
  CREATE VIRTUAL TABLE points USING rtree(record, west, east, south, north, +longitude REAL, +latitude REAL)`;

/** The haversine of the angle from the centre. */
const haversine = `(
  sin(radians(latitude - @latitude) / 2) * sin(radians(latitude - @latitude) / 2) +
  @cosine * cos(radians(latitude)) * sin(radians(longitude - @longitude) / 2) * sin(radians(longitude - @longitude) / 2)
)`;
const sqliteInCircle = `
  FROM points WHERE west <= @boxEast AND east >= @boxWest AND south <= @boxNorth AND north >= @boxSouth
  AND ${haversine} <= @maxHaversine`;
/** With a single min(), SQLite takes the other columns from the row with the minimum. */
const sqliteNearest = `SELECT record FROM (SELECT record, min(${haversine}) ${sqliteInCircle})`;

const found = `SELECT record ${sqliteInCircle}`;
const statements = {
  list: 'SELECT text FROM records WHERE record_number >= @offset ORDER BY record_number LIMIT @count',
  record: 'SELECT text FROM records WHERE identifier = @identifier',
  within: `SELECT text FROM records WHERE record_number IN (${found}) ORDER BY record_number LIMIT @count OFFSET @offset`,
  count: `SELECT count(*) ${sqliteInCircle}`,
  nearest: `SELECT text FROM records WHERE record_number = (${sqliteNearest})`,
};

/** Opens a SQLite file with an R*Tree. The file fits into the cache of SQLite. Distances are on a sphere. */
export async function openSqliteStore(table: RecordTable): Promise<RecordStore> {
  const { default: Database } = await import('better-sqlite3');
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-sqlite-'));
  const database = new Database(join(folder, 'records.sqlite'));
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000');
  database.exec('CREATE TABLE records (record_number INTEGER PRIMARY KEY, identifier INTEGER UNIQUE, text TEXT)');
  database.exec(createSqliteTable);
  const insertRecord = database.prepare('INSERT INTO records VALUES (?, ?, ?)');
  const insertPoint = database.prepare('INSERT INTO points VALUES (?, ?, ?, ?, ?, ?, ?)');
  database.transaction(() => {
    for (let index = 0; index < table.size; index++) {
      const [longitude, latitude] = [table.longitude(index, 0), table.latitude(index, 0)];
      insertRecord.run(index, table.identifier(index), table.text(index));
      insertPoint.run(index, longitude, longitude, latitude, latitude, longitude, latitude);
    }
  })();
  database.exec('ANALYZE');
  const prepare = (statement: string) => database.prepare(statement).pluck();
  const [list, record, within, count, nearest] = [
    prepare(statements.list),
    prepare(statements.record),
    prepare(statements.within),
    prepare(statements.count),
    prepare(statements.nearest),
  ];
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get({}));
  const textOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    title: `SQLite ${version} with R*Tree`,
    list: (part) => Promise.resolve(list.all({ ...part }).join(',')),
    record: (identifier) => Promise.resolve(textOrUndefined(record.get({ identifier }))),
    within: ({ longitude, latitude }, rangeInMetres, part) => {
      const values = valuesForCircle(longitude, latitude, rangeInMetres);
      return Promise.resolve(within.all({ ...values, ...(part ?? { offset: 0, count: -1 }) }).join(','));
    },
    countWithin: ({ longitude, latitude }, rangeInMetres) => {
      return Promise.resolve(Number(count.get(valuesForCircle(longitude, latitude, rangeInMetres))));
    },
    nearest: ({ longitude, latitude }) => {
      for (const reach of searchReaches()) {
        const text = textOrUndefined(nearest.get(valuesForCircle(longitude, latitude, reach)));
        if (text !== undefined) return Promise.resolve(text);
      }
      return Promise.resolve(undefined);
    },
    close: () => {
      database.close();
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  };
}

const firstReachInMetres = 1;
const reachGrowth = 4;
const farthestInMetres = Math.PI * sphereRadiusInMetres;

/**
 * The radii in metres of the searches for the nearest record, one after another. A search finds every record within its
 * radius, so if it finds any, the nearest of these is the nearest of all.
 */
function* searchReaches(): Generator<number, void, undefined> {
  for (let reach = firstReachInMetres; reach <= farthestInMetres * reachGrowth; reach *= reachGrowth) yield reach;
}

/** Allows for rounding: about 0.1 mm. */
const slackInDegrees = 1e-9;

/**
 * The values of the statements' parameters. The box in degrees contains the circle; near Western Australia, it does not
 * cross the antimeridian.
 */
function valuesForCircle(longitude: number, latitude: number, rangeInMetres: number): Readonly<Record<string, number>> {
  const angle = Math.min(rangeInMetres, farthestInMetres) / sphereRadiusInMetres;
  const latitudeReach = angle / radiansPerDegree + slackInDegrees;
  const containsPole = Math.abs(latitude) + latitudeReach >= 90;
  // The circle's easternmost point is not on its centre's latitude, but somewhat further towards the pole.
  const sine = Math.min(1, Math.sin(angle) / Math.cos(latitude * radiansPerDegree));
  const longitudeReach = containsPole ? 360 : Math.asin(sine) / radiansPerDegree + slackInDegrees;
  return {
    longitude,
    latitude,
    cosine: Math.cos(latitude * radiansPerDegree),
    maxHaversine: Math.sin(angle / 2) ** 2,
    boxWest: longitude - longitudeReach,
    boxSouth: latitude - latitudeReach,
    boxEast: longitude + longitudeReach,
    boxNorth: latitude + latitudeReach,
  };
}
