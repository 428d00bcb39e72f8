import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { RecordTable } from '../../../build-data/write/record-table.ts';
import { openPostgis } from '../postgis/open-postgis.ts';
import { binaryPoint, centrePoint, nearestStatement } from '../postgis/postgis-results.ts';
import type { RecordStore } from './record-store.ts';

/** More connections are not faster on two processors. */
const connections = 8;

const found = `FROM records WHERE ST_DWithin(position, ${centrePoint}, $3::float8, true)`;
const statements = {
  // One value reaches the client faster than one row per record.
  list: `SELECT string_agg(text, ',' ORDER BY record_number) AS json FROM records
    WHERE record_number >= $1::int4 AND record_number < $2::int4`,
  record: 'SELECT text AS json FROM records WHERE identifier = $1::int4',
  within: `SELECT string_agg(text, ',' ORDER BY record_number) AS json ${found}`,
  page: `SELECT string_agg(text, ',' ORDER BY record_number) AS json
    FROM (SELECT text, record_number ${found} ORDER BY record_number LIMIT $4::int4 OFFSET $5::int4) AS page`,
  count: `SELECT count(*)::int4 AS count ${found}`,
  nearest: `SELECT text AS json FROM records
    WHERE record_number = (SELECT record_number FROM (${nearestStatement('records')}) AS nearest)`,
};

/**
 * Opens PostGIS with the records of a table. The record number, which is the primary key, is the index in the list.
 * PostgreSQL plans every search for its centre, because a generic plan is slower; the statements without a centre keep
 * a generic plan. Throws PostgisUnavailable.
 */
export async function openPostgisStore(table: RecordTable): Promise<RecordStore> {
  const postgis = await openPostgis(connections);
  try {
    const file = join(postgis.folder, 'records.copy');
    await pipeline(Readable.from(copyLines(table)), createWriteStream(file));
    await postgis.query(`CREATE TABLE records (record_number int4 NOT NULL, identifier int4 NOT NULL, text text NOT NULL,
      position geography(Point, 4326) NOT NULL)`);
    await postgis.query(`COPY records FROM '${file.replaceAll("'", "''")}'`);
    rmSync(file);
    await postgis.query('CREATE INDEX records_position ON records USING gist (position)');
    await postgis.query('ALTER TABLE records ADD PRIMARY KEY (record_number), ADD UNIQUE (identifier)');
    await postgis.query('VACUUM ANALYZE records');
  } catch (error) {
    await postgis.close();
    throw error;
  }
  const read = async (rows: Promise<readonly Readonly<Record<string, unknown>>[]>): Promise<string | undefined> => {
    const json = (await rows)[0]?.['json'];
    return typeof json === 'string' ? json : undefined;
  };
  return {
    title: postgis.title,
    list: async ({ offset, count }) =>
      (await read(postgis.queryWithKeptPlan(statements.list, offset, offset + count))) ?? '',
    record: (identifier) => read(postgis.queryWithKeptPlan(statements.record, identifier)),
    within: async ({ longitude, latitude }, rangeInMetres, part) =>
      (await read(
        part
          ? postgis.query(statements.page, longitude, latitude, rangeInMetres, part.count, part.offset)
          : postgis.query(statements.within, longitude, latitude, rangeInMetres),
      )) ?? '',
    countWithin: async ({ longitude, latitude }, rangeInMetres) =>
      Number((await postgis.query(statements.count, longitude, latitude, rangeInMetres))[0]?.['count']),
    nearest: ({ longitude, latitude }) => read(postgis.query(statements.nearest, longitude, latitude)),
    close: () => postgis.close(),
  };
}

const linesPerWrite = 10_000;

function* copyLines(table: RecordTable): Generator<string, void, undefined> {
  let lines: string[] = [];
  for (let index = 0; index < table.size; index++) {
    const text = table.text(index).replaceAll('\\', '\\\\');
    const point = binaryPoint(table.longitude(index, 0), table.latitude(index, 0));
    lines.push(`${index}\t${table.identifier(index)}\t${text}\t${point}\n`);
    if (lines.length < linesPerWrite) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
