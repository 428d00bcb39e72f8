import { defaultRules, defaultTimes } from '../../core/datasets/testing/default-rules.ts';
import { pageFrame, pageLinks } from '../../core/api/run-query.ts';
import type { RawDataRecord } from '../../core/datasets/datasets.ts';
import { classesOf, interactionOf } from '../../core/datasets/kinds.ts';
import { detectedTag } from '../../core/datasets/tagged-sharks.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import { pageBounds } from '../../core/query/parameters.ts';
import { readRecords } from '../harness.ts';
import { binaryPoint, centrePoint, nearestStatement, openPostgis } from './postgis.ts';

/*
 * A Fastify server with the records of a built site in PostGIS: `node --import tsx serve-postgis.ts SITE`. It sends the
 * same bodies as the API, and does nothing else: no validation, no entity tags, no compression. The records are stored
 * as the JSON that it sends, which is the fastest that it can be.
 */

const [, , site = ''] = process.argv;
const sharks = new Map<string, number>();

/** The values by which the API counts a record: see `core/engine/count-groups.ts`. */
function countedValues(record: RawDataRecord) {
  const species = keyOfText(record.SightingSpeciesValue);
  const tag = detectedTag(record.InteractionValue, record.ObjectId);
  const { mark } = classesOf(interactionOf(record.InteractionValue, defaultRules), tag !== null, species, defaultRules);
  const instant = defaultTimes.instantOf(record.SightingDateTime, defaultTimes.basisOf(record));
  const local = new Date(defaultTimes.localOf(instant) * 1000);
  const key = `${tag} ${species}`;
  const shark = tag === null ? undefined : (sharks.get(key) ?? sharks.size + 1);
  if (shark !== undefined) sharks.set(key, shark);
  const day = Math.floor(local.getTime() / 86_400_000);
  return {
    ...{ species, instant, month: local.getUTCMonth() + 1, isSighting: mark === 'sighting', shark },
    sharkDay: shark === undefined ? undefined : shark * 100_000 + day,
  };
}

/** More connections are not faster on two processors. */
const postgis = await openPostgis(8);
let total = 0;
const escape = (text: string): string => text.replaceAll('\\', '\\\\').replace(/[\t\n\r]/g, ' ');
async function* rows(): AsyncGenerator<string> {
  for await (const record of readRecords(site)) {
    const { species, month, isSighting, shark, sharkDay, instant } = countedValues(record);
    yield (
      [
        ...[total++, binaryPoint(record.LocationX, record.LocationY), record.RawDataId, escape(JSON.stringify(record))],
        ...[record.LocationX, record.LocationY, escape(record.SightingSpeciesValue ?? ''), instant],
        ...[escape(species), month, isSighting, shark ?? '\\N', sharkDay ?? '\\N'],
      ].join('\t') + '\n'
    );
  }
}
await postgis.load(
  'records',
  `, identifier int4 UNIQUE, text text NOT NULL, longitude float8, latitude float8, published_species text, instant float8,
  species text, month int4, is_sighting bool, shark int4, shark_day int8`,
  rows(),
);
await postgis.query('CREATE INDEX ON records (published_species, instant)');
await postgis.query('CREATE INDEX ON records (published_species, number)');
await postgis.query('VACUUM ANALYZE records');

const found = `FROM records WHERE ST_DWithin(position, ${centrePoint}, $3::float8, true)`;
/** One value reaches the client faster than one row per record. */
const joined = `SELECT string_agg(text, ',' ORDER BY number) AS value`;
const statements = {
  list: `${joined} FROM records WHERE number >= $1::int4 AND number < $2::int4`,
  record: 'SELECT text AS value FROM records WHERE identifier = $1::int4',
  within: `${joined} ${found}`,
  page: `${joined} FROM (SELECT text, number ${found} ORDER BY number LIMIT $4::int4 OFFSET $5::int4) AS page`,
  count: `SELECT count(*)::int4 AS value ${found}`,
  nearest: `SELECT text AS value FROM records
    WHERE number = (SELECT number FROM (${nearestStatement('records')}) AS nearest)`,
};
/** Of the number in the list, because the order of the list ends each of them. */
const selected = `FROM records WHERE published_species = $1 AND instant >= $2::float8 AND instant <= $3::float8
  AND longitude >= $4::float8 AND latitude >= $5::float8 AND longitude <= $6::float8 AND latitude <= $7::float8`;
const featureStatements = {
  page: `${joined} FROM (SELECT text, number ${selected} ORDER BY number LIMIT $8::int4 OFFSET $9::int4) AS page`,
  count: `SELECT count(*)::int4 AS value ${selected}`,
  groups: `SELECT NULLIF(species, '') AS species, month, count(*)::int4 AS features,
    count(*) FILTER (WHERE is_sighting)::int4 AS sightings, count(DISTINCT shark_day)::int4 AS visits,
    count(DISTINCT shark)::int4 AS "taggedSharks"
    FROM records WHERE ST_DWithin(position, ${centrePoint}, $3::float8, true)
    GROUP BY 1, 2 ORDER BY 1, 2`,
};
const first = async (rows: Promise<readonly Readonly<Record<string, unknown>>[]>): Promise<string> =>
  String((await rows)[0]?.['value'] ?? '');

const { default: createFastify } = await import('fastify');
const fastify = createFastify();
const json = 'application/json; charset=utf-8';

fastify.get('/webapi/v1/RawData/:identifier', async (request, reply) => {
  const { identifier } = request.params as { readonly identifier: string };
  return reply.type(json).send(await first(postgis.queryWithKeptPlan(statements.record, Number(identifier))));
});
fastify.get('/webapi/v1/RawData', async (request, reply) => {
  const query = request.query as Readonly<Record<string, string>>;
  const page = { number: Number(query['pageNumber']), size: Number(query['pageSize']) };
  const offset = (page.number - 1) * page.size;
  const send = (body: string): typeof reply => reply.type(json).send(body);
  const sendPage = (totalItems: number, items: string): typeof reply => {
    const bounds = pageBounds(totalItems, page);
    if (!bounds) return reply.code(404).send();
    const links = pageLinks(page.number, bounds, (number) => {
      const parameters = new URLSearchParams({ ...query, pageNumber: String(number) });
      return `http://${request.headers['host'] ?? ''}/webapi/v1/RawData?${parameters.toString()}`;
    });
    const { before, after } = pageFrame(totalItems, page.number, bounds.totalPages, links);
    return send(before + items + after);
  };
  if (query['latitude'] === undefined) {
    return sendPage(total, await first(postgis.queryWithKeptPlan(statements.list, offset, offset + page.size)));
  }
  const centre = [Number(query['longitude']), Number(query['latitude'])] as const;
  if (query['searchStyle'] === 'Nearest') return send(await first(postgis.query(statements.nearest, ...centre)));
  const range = Number(query['rangeInM']);
  if (query['pageNumber'] === undefined) {
    return send(`[${await first(postgis.query(statements.within, ...centre, range))}]`);
  }
  const items = await first(postgis.query(statements.page, ...centre, range, page.size, offset));
  return sendPage(Number(await first(postgis.query(statements.count, ...centre, range))), items);
});

fastify.get('/ogc/collections/RawData/items', async (request, reply) => {
  const query = request.query as Readonly<Record<string, string>>;
  const [begin = -Infinity, end = Infinity] =
    query['datetime']?.split('/').map((text) => Date.parse(text) / 1000) ?? [];
  const [west = -180, south = -90, east = 180, north = 90] = query['bbox']?.split(',').map(Number) ?? [];
  const conditions = [query['SightingSpeciesValue'] ?? '', begin, end, west, south, east, north];
  const texts = await first(postgis.query(featureStatements.page, ...conditions, 10, Number(query['offset'] ?? 0)));
  const numberMatched = Number(await first(postgis.query(featureStatements.count, ...conditions)));
  const features = (JSON.parse(`[${texts}]`) as RawDataRecord[]).map((properties) => ({
    type: 'Feature',
    id: properties.RawDataId,
    geometry: { type: 'Point', coordinates: [properties.LocationX, properties.LocationY] },
    properties,
  }));
  const counts = { numberMatched, numberReturned: features.length };
  return reply.type('application/geo+json').send(JSON.stringify({ type: 'FeatureCollection', ...counts, features }));
});
fastify.get('/ogc/collections/RawData/aggregate', async (request, reply) => {
  const { near = '', within = '' } = request.query as Readonly<Record<string, string>>;
  const groups = await postgis.query(featureStatements.groups, ...near.split(',').map(Number), Number(within));
  const numberMatched = groups.reduce((sum, group) => sum + Number(group['features']), 0);
  return reply.type(json).send(JSON.stringify({ numberMatched, groups }));
});

process.once('SIGTERM', () => {
  void fastify
    .close()
    .then(() => postgis.close())
    .then(() => process.exit(0));
});
const address = await fastify.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`Fastify, ${postgis.title} at ${address}/\n`);
