import { degreeBoxesAround, radiansPerDegree, sphereRadiusInMetres } from './peer.ts';

/**
 * The R*Tree rounds its boxes outwards to 32 bits, so the exact positions are stored too. It has no bulk loading, so
 * records are inserted in the order of the dataset.
 */
export const createSqliteTable = `
  CREATE VIRTUAL TABLE points USING rtree(record, west, east, south, north, +longitude REAL, +latitude REAL)`;

/** The haversine of the angle from the centre. */
const haversine = `(
  sin(radians(latitude - @latitude) / 2) * sin(radians(latitude - @latitude) / 2) +
  @cosine * cos(radians(latitude)) * sin(radians(longitude - @longitude) / 2) * sin(radians(longitude - @longitude) / 2)
)`;
export const sqliteInCircle = `
  FROM points WHERE west <= @boxEast AND east >= @boxWest AND south <= @boxNorth AND north >= @boxSouth
  AND ${haversine} <= @maxHaversine`;
/** With a single min(), SQLite takes the other columns from the row with the minimum. */
export const sqliteNearest = `SELECT record FROM (SELECT record, min(${haversine}) ${sqliteInCircle})`;

const firstReachInMetres = 1;
const reachGrowth = 4;
const farthestInMetres = Math.PI * sphereRadiusInMetres;

/**
 * The radii in metres of the searches for the nearest record, one after another. A search finds every record within its
 * radius, so if it finds any, the nearest of these is the nearest of all.
 */
export function* searchReaches(): Generator<number, void, undefined> {
  for (let reach = firstReachInMetres; reach <= farthestInMetres * reachGrowth; reach *= reachGrowth) yield reach;
}

/** The values of the statements' parameters, for each box of degrees around a circle. */
export function valuesForBoxes(
  longitude: number,
  latitude: number,
  rangeInMetres: number,
): Readonly<Record<string, number>>[] {
  const halfAngle = Math.min(rangeInMetres, farthestInMetres) / sphereRadiusInMetres / 2;
  const circle = {
    longitude,
    latitude,
    cosine: Math.cos(latitude * radiansPerDegree),
    maxHaversine: Math.sin(halfAngle) ** 2,
  };
  return degreeBoxesAround(longitude, latitude, rangeInMetres).map(({ west, south, east, north }) => ({
    ...circle,
    boxWest: west,
    boxSouth: south,
    boxEast: east,
    boxNorth: north,
  }));
}
