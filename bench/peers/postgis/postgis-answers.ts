import type { Position } from '../../../core/geo/wgs84.ts';
import {
  centrePoint,
  distanceFromCentre,
  loadRecords,
  nearestStatement,
  packNumbers,
  pointOf,
  unpackNumbers,
} from './load-records.ts';
import type { Postgis } from './open-postgis.ts';
import { datasetNames, type DatasetName, type SearchInputs } from './search-inputs.ts';

/** The distances of some records, in metres, by their identifiers. */
type Distances = ReadonlyMap<number, number>;

/** What PostGIS answers for our records. The distance of a record with two positions is that of the nearer one. */
export interface PostgisAnswers {
  /** Identifiers, each once. */
  within(dataset: DatasetName, centre: Position, rangeInMetres: number): Promise<ReadonlySet<number>>;
  /** The records at the least distance, and those at most `marginInMetres` further off. Empty without records. */
  nearest(dataset: DatasetName, centre: Position, marginInMetres: number): Promise<Distances>;
  /** The same by way of the index: one record. */
  oneNearest(dataset: DatasetName, centre: Position): Promise<Distances>;
  distances(dataset: DatasetName, centre: Position, identifiers: readonly number[]): Promise<Distances>;
  distanceBetween(from: Position, to: Position): Promise<number>;
}

const tables: Readonly<Record<DatasetName, string>> = { CoastalFeatures: 'coastal_features', RawData: 'raw_data' };

/**
 * ST_DWithin compares the unrounded distance on the spheroid with the range, without a tolerance; only what lies
 * within 95 % of the range on a sphere is let in without it, and the sphere errs by half a per cent.
 */
const within = (table: string): string =>
  `SELECT ${packNumbers('record_number')} AS numbers FROM (
     SELECT DISTINCT record_number FROM ${table} WHERE ST_DWithin(position, ${centrePoint}, $3::float8, true)
   ) AS found`;

/** Measures every record: neither an index nor a distance on the sphere takes part. */
const nearest = (table: string): string =>
  `WITH measured AS MATERIALIZED (SELECT record_number, ${distanceFromCentre} AS distance FROM ${table})
   SELECT record_number, min(distance) AS distance FROM measured
   WHERE distance <= (SELECT min(distance) FROM measured) + $3::float8 GROUP BY record_number`;

const distancesOf = (table: string): string =>
  `SELECT record_number, min(${distanceFromCentre}) AS distance FROM ${table}
   WHERE record_number = ANY ($3::int4[]) GROUP BY record_number`;

/** Loads the records, and answers for them. */
export async function askPostgis(postgis: Postgis, { points }: SearchInputs): Promise<PostgisAnswers> {
  for (const dataset of datasetNames) await loadRecords(postgis, tables[dataset], points[dataset]);
  const askDistances = async (...question: Parameters<Postgis['ask']>): Promise<Distances> => {
    const rows = await postgis.ask(...question);
    return new Map(rows.map((row) => [Number(row['record_number']), Number(row['distance'])]));
  };
  return {
    async within(dataset, { longitude, latitude }, rangeInMetres) {
      const [row] = await postgis.ask(within(tables[dataset]), longitude, latitude, rangeInMetres);
      return new Set(unpackNumbers(row?.['numbers']));
    },
    nearest: (dataset, { longitude, latitude }, marginInMetres) =>
      askDistances(nearest(tables[dataset]), longitude, latitude, marginInMetres),
    oneNearest: (dataset, { longitude, latitude }) =>
      askDistances(nearestStatement(tables[dataset]), longitude, latitude),
    distances: (dataset, { longitude, latitude }, identifiers) =>
      askDistances(distancesOf(tables[dataset]), longitude, latitude, identifiers),
    async distanceBetween(from, to) {
      const [row] = await postgis.ask(
        `SELECT ST_Distance(${centrePoint}, ${pointOf('$3', '$4')}, true) AS distance`,
        from.longitude,
        from.latitude,
        to.longitude,
        to.latitude,
      );
      return Number(row?.['distance']);
    },
  };
}
