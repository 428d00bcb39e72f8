import { parseArgs } from 'node:util';

import { type SeededRandom, seededRandom } from '../../build-data/sample/seeded-random.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../hosts/node/directory-store.ts';
import { buildSite, inTemporaryFolder, publishedSize, readRecords, write } from '../harness.ts';
import { compareFilters } from './compare-filters.ts';
import { binaryPoint, centrePoint, distanceFromCentre, nearestStatement, openPostgis } from './postgis.ts';

/*
 * `npm run bench:postgis` sends the same random queries on the same records to the API handler and to PostGIS, and
 * reports differences: searches in the API, then filters in OGC API Features. `-- --queries N` sends another number of each
 * than 2,000. Exits with 1 if results differ by more than
 * rounding, and with 2 if PostGIS is not installed.
 */

interface Query extends Position {
  readonly dataset: DatasetDescription;
  readonly style: 'InRadius' | 'Nearest';
  readonly rangeInMetres: number;
}

/**
 * Both sides compute the same geodesic, to about 15 nanometres each, and PostGIS rounds distances to 10 nanometres.
 * If a record is this close to the edge of a search, or two distances differ this little, both results are right.
 */
const roundingInMetres = 5e-8;
const shortestRangeInMetres = 0.001;
/** More than half the circumference of the earth. */
const longestRangeInMetres = 20_100_000;
/** Differences in metres between a range and the distance of a record. Smaller differences are within rounding. */
const smallDifferences = [0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1];

const queryCount = Number(parseArgs({ options: { queries: { type: 'string', default: '2000' } } }).values.queries);
const random = seededRandom(1, 'queries');

const postgis = await openPostgis().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
});
try {
  await inTemporaryFolder(compare);
} finally {
  await postgis.close();
}

async function compare(folder: string): Promise<void> {
  const { directory } = await buildSite(folder, publishedSize);
  const context = { reader: new DatasetReader(createDirectoryStore(directory)), basePath: '/' };
  const points = new Map<DatasetDescription, Position[]>();
  for (const dataset of datasets) {
    const found: Position[] = [];
    points.set(dataset, found);
    async function* rows(): AsyncGenerator<string> {
      for await (const record of readRecords<DatasetRecord>(directory, dataset.name)) {
        for (const { longitudeField, latitudeField } of dataset.positions) {
          const point = { longitude: Number(record[longitudeField]), latitude: Number(record[latitudeField]) };
          found.push(point);
          yield `${record[dataset.identifierField]}\t${binaryPoint(point.longitude, point.latitude)}\n`;
        }
      }
    }
    await postgis.load(dataset.name, '', rows());
  }
  write(`${postgis.title}, ${queryCount} queries`);

  /** The identifiers in the API's response. */
  const request = async ({ dataset, ...query }: Query): Promise<readonly number[]> => {
    const { latitude, longitude, rangeInMetres, style } = query;
    const parameters = `latitude=${latitude}&longitude=${longitude}&rangeInM=${rangeInMetres}&searchStyle=${style}`;
    const url = `http://localhost/webapi/v1/${dataset.name}?${parameters}`;
    const response = await handleRequest(new Request(url), context);
    if (response?.status === 404) return [];
    const records = [await response?.json()].flat() as readonly DatasetRecord[];
    return records.map((record) => Number(record[dataset.identifierField]));
  };
  /** The distances of records as PostGIS computes them, in metres; those of one with two points from the nearer one. */
  const distances = async (query: Query, identifiers: readonly number[]): Promise<ReadonlyMap<number, number>> => {
    const rows = await postgis.query(
      `SELECT number, min(${distanceFromCentre}) AS distance FROM ${query.dataset.name}
       WHERE number = ANY ($3::int4[]) GROUP BY number`,
      ...[query.longitude, query.latitude, identifiers],
    );
    return new Map(rows.map((row) => [Number(row['number']), Number(row['distance'])]));
  };

  let differences = 0;
  let records = 0;
  for (let count = 0; count < queryCount; count++) {
    const dataset = random.pick(datasets);
    const centre = randomCentre(points.get(dataset) ?? []);
    const style = random.pick(['InRadius', 'InRadius', 'Nearest'] as const);
    const query = { dataset, style, ...centre, rangeInMetres: longestRangeInMetres };
    const [nearest] = await postgis.query(nearestStatement(dataset.name), centre.longitude, centre.latitude);
    const least = Number(nearest?.['distance']);
    let different: string | undefined;
    if (style === 'Nearest') {
      const [ours = -1] = await request(query);
      const distance = (await distances(query, [ours])).get(ours) ?? NaN;
      records++;
      if (!(Math.abs(distance - least) <= roundingInMetres)) {
        different = `our API finds ${ours} at ${distance} m, PostGIS a record at ${least} m`;
      }
    } else {
      const edge = { ...query, rangeInMetres: random.chance(0.5) ? anyRange() : rangeNear(least) };
      const ours = new Set(await request(edge));
      const found = await postgis.query(
        `SELECT DISTINCT number FROM ${dataset.name} WHERE ST_DWithin(position, ${centrePoint}, $3::float8, true)`,
        ...[edge.longitude, edge.latitude, edge.rangeInMetres],
      );
      const theirs = new Set(found.map((row) => Number(row['number'])));
      const disputed = [...new Set([...ours, ...theirs])].filter((each) => !ours.has(each) || !theirs.has(each));
      records += ours.size;
      for (const [identifier, distance] of await distances(edge, disputed)) {
        if (Math.abs(distance - edge.rangeInMetres) <= roundingInMetres) continue;
        const finder = ours.has(identifier) ? 'our API' : 'PostGIS';
        different = `${identifier} at ${distance} m is found only by ${finder} within ${edge.rangeInMetres} m`;
      }
    }
    if (different === undefined) continue;
    differences++;
    write(`DIFFERENT ${dataset.name}, centre ${centre.latitude}, ${centre.longitude}: ${different}`);
  }
  write(`${records} records found, ${differences} differences`);
  differences += await compareFilters(directory, postgis, queryCount, random);
  if (differences > 0) process.exitCode = 1;
}

/** Half of the centres are near records; the others are where searches are hardest. */
function randomCentre(records: readonly Position[]): Position {
  const record = random.pick(records);
  const antipode = { longitude: wrapLongitude(record.longitude + 180), latitude: -record.latitude };
  const anywhere = {
    longitude: random.unit() * 360 - 180,
    latitude: (Math.asin(random.unit() * 2 - 1) * 180) / Math.PI,
  };
  const side = random.pick([-1, 1]);
  return random.pick([
    record,
    ...[nearPosition(record), nearPosition(record), nearPosition(record), nearPosition(antipode), anywhere],
    { longitude: side * (180 - smallAngle(random)), latitude: anywhere.latitude },
    { longitude: anywhere.longitude, latitude: side * (90 - smallAngle(random)) },
  ]);
}

/** The same position, or one from a tenth of a metre to some hundred kilometres away. */
function nearPosition({ longitude, latitude }: Position): Position {
  const northward = random.pick([-1, 1]) * smallAngle(random);
  const eastward = random.pick([-1, 1]) * smallAngle(random);
  return {
    longitude: wrapLongitude(longitude + eastward),
    latitude: Math.max(-90, Math.min(90, latitude + northward)),
  };
}

/** An angle from a millionth of a degree to some degrees, all magnitudes equally likely; sometimes zero. */
function smallAngle({ chance, unit }: SeededRandom): number {
  return chance(0.1) ? 0 : 10 ** (unit() * 6.5 - 6);
}

function wrapLongitude(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

/** All magnitudes are equally likely. */
function anyRange(): number {
  return shortestRangeInMetres * (longestRangeInMetres / shortestRangeInMetres) ** random.unit();
}

/** A range that ends at this distance, just before it or just beyond it. */
function rangeNear(distanceInMetres: number): number {
  return Math.max(shortestRangeInMetres, distanceInMetres + random.pick([-1, 1]) * random.pick(smallDifferences));
}
