import { defaultTimes } from '../../core/datasets/testing/default-rules.ts';
import type { SeededRandom } from '../../build-data/sample/seeded-random.ts';
import { handleRequest } from '../../core/api/handle-request.ts';
import { ogcSource } from '../../core/api/ogc/ogc-source.ts';
import type { RawDataRecord } from '../../core/datasets/datasets.ts';
import { DatasetReader } from '../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../hosts/node/directory-store.ts';
import { readRecords, write } from '../harness.ts';
import { binaryPoint, type Postgis } from './postgis.ts';

/** A condition in CQL2 and in SQL. */
type Condition = readonly [cql2: string, sql: string];

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Sends random filters, circles, orders and pages to OGC API Features and to PostGIS, and returns how many of the
 * results differ in the number of matches or in the features of the page.
 */
export async function compareFilters(
  directory: string,
  postgis: Postgis,
  queries: number,
  random: SeededRandom,
): Promise<number> {
  const records: RawDataRecord[] = [];
  async function* rows(): AsyncGenerator<string> {
    const text = (value: string | null): string =>
      value === null
        ? '\\N'
        : value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
    for await (const record of readRecords(directory)) {
      const { RawDataId, LocationX, LocationY, SightingSpeciesValue, SightingSizeValue, LocationValue } = record;
      const instant = defaultTimes.instantOf(record.SightingDateTime, defaultTimes.basisOf(record));
      const texts = [SightingSpeciesValue, SightingSizeValue, LocationValue, record.SightingDateTime].map(text);
      records.push(record);
      yield `${records.length - 1}\t${[binaryPoint(LocationX, LocationY), RawDataId, LocationX, LocationY, instant, ...texts].join('\t')}\n`;
    }
  }
  const columns = 'id int4, x float8, y float8, instant float8, species text, size text, place text, seen text';
  await postgis.load('filtered', `, ${columns}`, rows());
  const context = { reader: new DatasetReader(createDirectoryStore(directory)), basePath: '/', ogcSource };

  let differences = 0;
  let features = 0;
  for (let count = 0; count < queries; count++) {
    const [filter, where] = randomFilter(records, random, 2);
    const { LocationX: x, LocationY: y } = random.pick(records);
    const within = random.chance(0.3) ? Math.round(10 ** (random.unit() * 4 + 2)) : undefined;
    const [order, sqlOrder] = random.pick([
      ['', 'number'],
      ['-RawDataId', 'id DESC'],
      ['%2BSightingSpeciesValue,-RawDataId', 'species ASC NULLS LAST, id DESC'],
      ['-SightingSizeValue,%2BLocationX', 'size DESC NULLS LAST, x, number'],
    ] as const);
    const [limit, offset] = [1 + Math.floor(random.unit() * 50), Math.floor(random.unit() ** 3 * 2000)];
    const circle = within === undefined ? '' : `&near=${x},${y}&within=${within}`;
    const sort = order === '' && within !== undefined ? '%2BRawDataId' : order;
    const path = `/ogc/collections/RawData/items?filter=${encodeURIComponent(filter)}${circle}&limit=${limit}&offset=${offset}`;
    const url = `http://localhost${path}${sort === '' ? '' : `&sortby=${sort}`}`;
    const response = await handleRequest(new Request(url), context);
    const body = (await response?.json()) as {
      readonly detail?: string;
      readonly numberMatched: number;
      readonly features?: readonly { readonly id: number }[];
    };
    if (!body.features) throw new Error(`${filter}: ${String(body.detail)}`);
    const isNear =
      within === undefined ? '' : ` AND ST_DWithin(position, ST_MakePoint(${x}, ${y})::geography, ${within}, true)`;
    const from = `FROM filtered WHERE (${where})${isNear}`;
    const orderBy = sort === '%2BRawDataId' ? 'id' : sqlOrder;
    const [total] = await postgis.query(`SELECT count(*)::int4 AS value ${from}`);
    const page = await postgis.query(`SELECT id ${from} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`);
    const ours = [body.numberMatched, ...body.features.map(({ id }) => id)].join();
    const theirs = [Number(total?.['value']), ...page.map((row) => Number(row['id']))].join();
    features += body.numberMatched;
    if (ours === theirs) continue;
    differences++;
    write(`DIFFERENT ${url}\n  ${filter}\n  ours ${ours.slice(0, 100)}\n  PostGIS ${theirs.slice(0, 100)}`);
  }
  write(`${queries} filters, ${features} features matched, ${differences} differences`);
  return differences;
}

/** A filter of random conditions, nested up to a depth. */
function randomFilter(records: readonly RawDataRecord[], random: SeededRandom, depth: number): Condition {
  if (depth > 0 && random.chance(0.6)) {
    const [a, b] = [randomFilter(records, random, depth - 1), randomFilter(records, random, depth - 1)];
    if (random.chance(0.2)) return [`NOT (${a[0]})`, `NOT (${a[1]})`];
    const op = random.pick(['AND', 'OR']);
    return [`(${a[0]}) ${op} (${b[0]})`, `(${a[1]}) ${op} (${b[1]})`];
  }
  const record = random.pick(records);
  const other = random.pick(records);
  const species = quote(record.SightingSpeciesValue ?? 'tiger');
  const size = quote(record.SightingSizeValue ?? '2m');
  const start = quote((record.LocationValue ?? 'C').slice(0, 3).replace(/[%_\\]/g, 'x'));
  const pattern = `${start.slice(0, -1)}%'`;
  const comparison = random.pick(['=', '<>', '<', '>', '<=', '>=']);
  const box = [
    Math.min(record.LocationX, other.LocationX),
    Math.min(record.LocationY, other.LocationY),
    // So that no polygon has an area of zero.
    Math.max(record.LocationX, other.LocationX) + 0.001,
    Math.max(record.LocationY, other.LocationY) + 0.001,
  ] as const;
  const instant = Date.parse(`${record.SightingDateTime}Z`) / 1000;
  const timestamp = `TIMESTAMP('${record.SightingDateTime}Z')`;
  return random.pick<Condition>([
    [`SightingSpeciesValue ${comparison} ${species}`, `species ${comparison} ${species}`],
    [`SightingSizeValue ${comparison} ${size}`, `size ${comparison} ${size}`],
    [`SightingSizeValue IS NULL`, 'size IS NULL'],
    [`SightingSpeciesValue IN (${species}, 'tiger')`, `species IN (${species}, 'tiger')`],
    [`LocationValue LIKE ${pattern}`, `place LIKE ${pattern}`],
    [`CASEI(LocationValue) LIKE CASEI(${pattern})`, `lower(place) LIKE lower(${pattern})`],
    [`RawDataId ${comparison} ${record.RawDataId}`, `id ${comparison} ${record.RawDataId}`],
    [`RawDataId % 7 = 3 AND LocationX + LocationY > 80`, 'id % 7 = 3 AND x + y > 80'],
    [
      `RawDataId BETWEEN ${record.RawDataId} AND ${other.RawDataId}`,
      `id BETWEEN ${record.RawDataId} AND ${other.RawDataId}`,
    ],
    [
      `S_INTERSECTS(geometry, BBOX(${box.join()}))`,
      `ST_Intersects(position::geometry, ST_MakeEnvelope(${box.join()}, 4326))`,
    ],
    [
      `S_INTERSECTS(geometry, POLYGON((${box[0]} ${box[1]}, ${box[2]} ${box[1]}, ${box[0]} ${box[3]}, ${box[0]} ${box[1]})))`,
      `ST_Intersects(position::geometry, 'SRID=4326;POLYGON((${box[0]} ${box[1]}, ${box[2]} ${box[1]}, ${box[0]} ${box[3]}, ${box[0]} ${box[1]}))'::geometry)`,
    ],
    [`T_AFTER(SightingDateTime, ${timestamp})`, `instant > ${instant}`],
    [`SightingDateTime <= ${timestamp}`, `instant <= ${instant}`],
    [`SightingDateTime >= ${quote(record.SightingDateTime)}`, `seen >= ${quote(record.SightingDateTime)}`],
  ]);
}
