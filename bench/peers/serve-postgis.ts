import { pageFrame, pageLinks } from '../../core/api/run-query.ts';
import { pageBounds } from '../../core/query/parameters.ts';
import { readRecords } from '../harness.ts';
import { binaryPoint, centrePoint, nearestStatement, openPostgis } from './postgis.ts';

/*
 * A Fastify server with the records of a built site in PostGIS: `node --import tsx serve-postgis.ts SITE`. It sends the
 * same bodies as the API, and does nothing else: no validation, no entity tags, no compression. The records are stored
 * as the JSON that it sends, which is the fastest that it can be.
 */

const [, , site = ''] = process.argv;
/** More connections are not faster on two processors. */
const postgis = await openPostgis(8);
let total = 0;
async function* rows(): AsyncGenerator<string> {
  for await (const record of readRecords(site)) {
    const text = JSON.stringify(record).replaceAll('\\', '\\\\');
    yield `${total++}\t${binaryPoint(record.LocationX, record.LocationY)}\t${record.RawDataId}\t${text}\n`;
  }
}
await postgis.load('records', ', identifier int4 UNIQUE, text text NOT NULL', rows());

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

process.once('SIGTERM', () => {
  void fastify
    .close()
    .then(() => postgis.close())
    .then(() => process.exit(0));
});
const address = await fastify.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`Fastify, ${postgis.title} at ${address}/\n`);
