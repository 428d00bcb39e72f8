import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { Connect, Parameter, Row } from 'postgres';

/** A connection to a local server with PostGIS. */
export interface Postgis {
  /** For example "PostGIS 3.3.2, PostgreSQL 15.18". */
  readonly title: string;
  /** Runs a statement with the values of $1, $2 and so on. Each distinct statement is prepared once. */
  query(statement: string, ...parameters: readonly Parameter[]): Promise<readonly Row[]>;
  /** The same for statements whose best plan does not depend on the values: PostgreSQL keeps their plan. */
  queryWithKeptPlan(statement: string, ...parameters: readonly Parameter[]): Promise<readonly Row[]>;
  /**
   * Creates a table of records and loads it with COPY, from rows of tab-separated values in the order of the columns:
   * the number of the record, its position as `binaryPoint` writes it, and any others. Then indexes the positions.
   */
  load(table: string, otherColumns: string, rows: AsyncIterable<string>): Promise<void>;
  /** Closes the connection, stops the server and removes its files. */
  close(): Promise<void>;
}

/** Only the generated password gives access to the socket in this folder. */
const socketFolder = '/tmp';

/**
 * Enough memory for a million records, no durability, and the fastest plans for searches around a position: custom
 * plans for each centre, on one core, without JIT compilation. With other settings queries take up to three times as
 * long.
 */
const settings = {
  listen_addresses: '',
  unix_socket_directories: socketFolder,
  max_connections: '20',
  shared_buffers: '512MB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  plan_cache_mode: 'force_custom_plan',
  log_min_messages: 'fatal',
} as const;

const howToInstall = 'Install PostGIS, which includes PostgreSQL: on Debian 12 the package postgresql-15-postgis-3.';

/** Starts a server and opens up to `connections` to it. Throws an Error with a line that says what is not installed. */
export async function openPostgis(connections = 1): Promise<Postgis> {
  const connect = await loadClient();
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-postgis-'));
  chmodSync(folder, 0o755); // the server may run as another user
  const { port, user, password } = server;
  const options = { host: socketFolder, port, user, password, database: 'postgres', max: connections };
  const client = connect({ ...options, onnotice: () => undefined });
  const planKeepingClient = connect({ ...options, connection: { plan_cache_mode: 'force_generic_plan' } });
  const close = async (): Promise<void> => {
    await client.end();
    await planKeepingClient.end();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  const query: Postgis['query'] = (statement, ...parameters) => client.unsafe(statement, parameters, { prepare: true });
  try {
    const [available] = await query(`SELECT FROM pg_available_extensions WHERE name = 'postgis'`);
    if (!available) throw new Error(`PostgreSQL has no PostGIS. ${howToInstall}`);
    await query('CREATE EXTENSION postgis');
    const [versions] = await query(
      `SELECT extversion AS postgis, current_setting('server_version') AS postgresql
       FROM pg_extension WHERE extname = 'postgis'`,
    );
    const [postgresql] = String(versions?.['postgresql']).split(' ');
    return {
      title: `PostGIS ${String(versions?.['postgis'])}, PostgreSQL ${String(postgresql)}`,
      query,
      queryWithKeptPlan: (statement, ...parameters) =>
        planKeepingClient.unsafe(statement, parameters, { prepare: true }),
      async load(table, otherColumns, rows) {
        const file = join(folder, `${table}.copy`);
        await pipeline(Readable.from(rows), createWriteStream(file));
        await query(`CREATE TABLE ${table} (number int4, position geography(Point, 4326) NOT NULL ${otherColumns})`);
        await query(`COPY ${table} FROM '${file.replaceAll("'", "''")}'`);
        rmSync(file);
        await query(`CREATE INDEX ${table}_position ON ${table} USING gist (position)`);
        await query(`CREATE INDEX ${table}_number ON ${table} (number)`);
        await query(`VACUUM ANALYZE ${table}`);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Loads the client, which is one of the separately installed packages of the peers. */
async function loadClient(): Promise<Connect> {
  try {
    return (await import('postgres')).default;
  } catch (error) {
    throw new Error('The package postgres is missing. Install it: npm ci --prefix bench/peers.', { cause: error });
  }
}

interface PostgresServer {
  /** Part of the socket's name. */
  readonly port: number;
  readonly user: string;
  readonly password: string;
  stop(): Promise<void>;
}

/**
 * Starts a server of its own with Debian's `pg_virtualenv`. The server stops, and its files are removed, when the command
 * that `pg_virtualenv` runs ends: here, when standard input is closed, which happens at the latest when this process
 * ends.
 */
async function startServer(): Promise<PostgresServer> {
  const configuration = Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const command = ['sh', '-c', 'echo "$PGPORT $PGUSER $PGPASSWORD" >&3; cat'];
  const cluster = '--auth-local=scram-sha-256 --auth-host=scram-sha-256 --locale=C';
  const commandLine = ['-t', '-i', cluster, ...configuration, ...command];
  // Its own output is ignored, because it would fail to clean up if nobody read it after this process has ended.
  const child = spawn('pg_virtualenv', commandLine, { stdio: ['pipe', 'ignore', 'ignore', 'pipe'], detached: true });
  const ended = once(child, 'exit').catch(() => {
    throw new Error(`pg_virtualenv is not installed. ${howToInstall}`);
  });
  const started = once(child.stdio[3] as Readable, 'data').then(([line]) => String(line).trim().split(' '));
  const [port, user, password] = await Promise.race([started, ended.then(() => [])]);
  if (port === undefined || user === undefined || password === undefined) {
    throw new Error('The PostgreSQL server did not start: try pg_virtualenv true.');
  }
  const stop = async (): Promise<void> => {
    child.stdin?.end();
    await ended;
  };
  return { port: Number(port), user, password, stop };
}

/** The start of EWKB: little-endian, a point in system 4326. The two doubles follow, so no digit is lost. */
const pointHeader = '0101000020e6100000';
const pointBytes = Buffer.alloc(16);

/** A point as a value of PostGIS in hexadecimal digits. */
export function binaryPoint(longitude: number, latitude: number): string {
  pointBytes.writeDoubleLE(longitude, 0);
  pointBytes.writeDoubleLE(latitude, 8);
  return pointHeader + pointBytes.toString('hex');
}

/** An SQL expression for the centre of a search, whose longitude and latitude are the parameters $1 and $2. */
export const centrePoint = 'ST_SetSRID(ST_MakePoint($1::float8, $2::float8), 4326)::geography';

/** The distance on the spheroid, rounded by PostGIS to 10 nanometres. */
export const distanceFromCentre = `ST_Distance(position, ${centrePoint}, true)`;

/**
 * A statement that returns the number and the distance of the nearest record. If several are equally near, it returns
 * the one with the lowest number.
 *
 * `<->` orders by the distance on a sphere, so its first record need not be the nearest. But a nearer record is within
 * the first one's distance on the spheroid, where ST_DWithin finds it. The micrometre allows for the rounding of
 * ST_Distance.
 */
export function nearestStatement(table: string): string {
  return `
    WITH candidate AS MATERIALIZED (
      SELECT ${distanceFromCentre} AS distance FROM ${table} ORDER BY position <-> ${centrePoint} LIMIT 1
    )
    SELECT number, ${distanceFromCentre} AS distance FROM candidate, ${table}
    WHERE ST_DWithin(position, ${centrePoint}, candidate.distance + 1e-6, true)
    ORDER BY 2, 1 LIMIT 1`;
}
