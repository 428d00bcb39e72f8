import { readTables } from '../../inputs.ts';
import { openPostgisStore } from './postgis-store.ts';
import type { ListPart, RecordStore } from './record-store.ts';
import { openSqliteStore } from './sqlite-store.ts';

/*
 * A server with Fastify for the requests of the benchmark: `node --import tsx serve-peer.ts postgis 17330`. It does
 * nothing that the requests do not need: no validation, no entity tags, no compression. Exit code 2 if the peer is not
 * installed.
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
if (!open) throw new Error(`${peer} is not a peer: ${Object.keys(stores).join(', ')}`);
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
  if (query.latitude === undefined) return reply.type(json).send(`[${await store.list(part ?? all)}]`);
  const centre = { longitude: Number(query.longitude), latitude: Number(query.latitude) };
  if (query.searchStyle === 'Nearest') return reply.type(json).send(`[${(await store.nearest(centre)) ?? ''}]`);
  return reply.type(json).send(`[${await store.within(centre, Number(query.rangeInM), part)}]`);
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
