import { pageFrame, pageLinks } from '../../../core/api/run-query.ts';
import { pageBounds } from '../../../core/query/parameters.ts';
import { readTables } from '../../inputs.ts';
import { openPostgisStore } from './postgis-store.ts';
import type { ListPart, RecordStore } from './record-store.ts';
import { openSqliteStore } from './sqlite-store.ts';

/*
 * A Fastify server for the requests of the benchmark: `node --import tsx serve-peer.ts postgis 17330`. It sends the
 * bodies of the API, and does nothing else: no validation, no entity tags, no compression. Exits with code 2 if the
 * database cannot be opened, for example because it is not installed.
 */

interface Query {
  readonly pageNumber?: string;
  readonly pageSize?: string;
  readonly latitude?: string;
  readonly longitude?: string;
  readonly rangeInM?: string;
  readonly searchStyle?: string;
}

const stores: Readonly<Record<string, typeof openSqliteStore>> = {
  postgis: openPostgisStore,
  sqlite: openSqliteStore,
};

const [, , peer = '', size = ''] = process.argv;
const open = stores[peer];
if (!open) throw new Error(`unknown peer ${peer}: use one of ${Object.keys(stores).join(', ')}`);
const { records } = await readTables(Number(size));
let store: RecordStore;
try {
  store = await open(records);
} catch (error) {
  process.stderr.write(`${peer} is skipped: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}

const { default: createFastify } = await import('fastify');
const fastify = createFastify();
const json = 'application/json; charset=utf-8';

fastify.get('/webapi/v1/RawData/:identifier', async (request, reply) => {
  const text = await store.record(Number((request.params as { readonly identifier: string }).identifier));
  return text === undefined ? reply.code(404).send() : reply.type(json).send(text);
});
fastify.get('/webapi/v1/RawData', async (request, reply) => {
  const query = request.query as Query;
  const part = partOf(query);
  const send = (body: string): typeof reply => reply.type(json).send(body);
  const sendPage = (total: number, items: string): typeof reply => {
    const page = { number: Number(query.pageNumber), size: Number(query.pageSize) };
    const bounds = pageBounds(total, page);
    if (!bounds) return reply.code(404).send();
    const links = pageLinks(page.number, bounds, (number) => {
      const parameters = new URLSearchParams({ ...query, pageNumber: String(number) });
      return `http://${request.headers['host'] ?? ''}/webapi/v1/RawData?${parameters.toString()}`;
    });
    const { before, after } = pageFrame(total, page.number, bounds.totalPages, links);
    return send(before + items + after);
  };
  if (query.latitude === undefined) {
    const items = await store.list(part ?? all);
    return part ? sendPage(records.size, items) : send(`[${items}]`);
  }
  const centre = { longitude: Number(query.longitude), latitude: Number(query.latitude) };
  if (query.searchStyle === 'Nearest') {
    const text = await store.nearest(centre);
    return text === undefined ? reply.code(404).send() : send(text);
  }
  const range = Number(query.rangeInM);
  const items = await store.within(centre, range, part);
  return part ? sendPage(await store.countWithin(centre, range), items) : send(`[${items}]`);
});

const all: ListPart = { offset: 0, count: records.size };

function partOf({ pageNumber, pageSize = '10' }: Query): ListPart | undefined {
  if (pageNumber === undefined) return undefined;
  return { offset: (Number(pageNumber) - 1) * Number(pageSize), count: Number(pageSize) };
}

process.once('SIGTERM', () => {
  void fastify
    .close()
    .then(() => store.close())
    .then(() => process.exit(0));
});
const address = await fastify.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${store.title} at ${address}/\n`);
