/** The point of two SQL expressions in degrees. */
export function pointOf(longitude: string, latitude: string): string {
  return `ST_SetSRID(ST_MakePoint(${longitude}::float8, ${latitude}::float8), 4326)::geography`;
}

/** The centre of a search whose parameters $1 and $2 are its longitude and latitude. */
export const centrePoint = pointOf('$1', '$2');

/** On the spheroid, rounded by PostGIS to 10 nm. Points less than 1e-12 radians apart, 6 micrometres, count as one. */
export const distanceFromCentre = `ST_Distance(position, ${centrePoint}, true)`;

/**
 * Gives the record_number and the distance of the nearest record, the least number of several.
 *
 * `<->` orders by the distance on a sphere, so its first record need not be the nearest. But whatever is nearer lies
 * within that record's distance on the spheroid, and ST_DWithin finds it there. The micrometre covers the rounding of
 * ST_Distance.
 */
export function nearestStatement(table: string): string {
  return `
    WITH candidate AS MATERIALIZED (
      SELECT ${distanceFromCentre} AS distance FROM ${table} ORDER BY position <-> ${centrePoint} LIMIT 1
    )
    SELECT record_number, ${distanceFromCentre} AS distance FROM candidate, ${table}
    WHERE ST_DWithin(position, ${centrePoint}, candidate.distance + 1e-6, true)
    ORDER BY 2, 1 LIMIT 1`;
}
