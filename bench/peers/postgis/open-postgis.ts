import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { Connect, Parameter, Row } from 'postgres';

/** A connection to a local server with PostGIS. */
export interface Postgis {
  /** A temporary folder, which is removed at the end. The server can read files in it. */
  readonly folder: string;
  /** For example "PostGIS 3.3.2, PostgreSQL 15.18". */
  readonly title: string;
  /** Runs a statement with the values of $1, $2 and so on. Each distinct statement is prepared once. */
  query(statement: string, ...parameters: readonly Parameter[]): Promise<readonly Row[]>;
  /** The same for statements whose best plan does not depend on the values: PostgreSQL keeps their plan. */
  queryWithKeptPlan(statement: string, ...parameters: readonly Parameter[]): Promise<readonly Row[]>;
  /** Closes the connection, stops the server and removes its files. */
  close(): Promise<void>;
}

/** Thrown if PostgreSQL or PostGIS is not installed. The message says how to install it. */
export class PostgisUnavailable extends Error {
  override readonly name = 'PostgisUnavailable';
}

/** Of the socket. Only the generated password gives access. */
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

/**
 * Starts a server, and opens connections to it when they are needed. Throws PostgisUnavailable when PostgreSQL, PostGIS
 * or the client package is not installed.
 */
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
  const queryWithKeptPlan: Postgis['query'] = (statement, ...parameters) =>
    planKeepingClient.unsafe(statement, parameters, { prepare: true });
  try {
    const [available] = await query(`SELECT FROM pg_available_extensions WHERE name = 'postgis'`);
    if (!available) throw new PostgisUnavailable(`PostgreSQL has no PostGIS. ${howToInstall}`);
    await query('CREATE EXTENSION postgis');
    const [versions] = await query(
      `SELECT extversion AS postgis, current_setting('server_version') AS postgresql
       FROM pg_extension WHERE extname = 'postgis'`,
    );
    const [postgresql] = String(versions?.['postgresql']).split(' ');
    const title = `PostGIS ${String(versions?.['postgis'])}, PostgreSQL ${String(postgresql)}`;
    return { folder, title, query, queryWithKeptPlan, close };
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
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new PostgisUnavailable('The package postgres is missing. Install it: npm ci --prefix bench/peers.');
  }
}

const howToInstall = 'Install PostGIS, which includes PostgreSQL: on Debian 12 the package postgresql-15-postgis-3.';

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
  const commandLine = [
    '-t',
    '-i',
    '--auth-local=scram-sha-256 --auth-host=scram-sha-256 --locale=C',
    ...configuration,
    ...command,
  ];
  // Its own output is ignored, because it would fail to clean up if nobody read it after this process has ended.
  const child = spawn('pg_virtualenv', commandLine, { stdio: ['pipe', 'ignore', 'ignore', 'pipe'], detached: true });
  const ended = once(child, 'exit').catch(() => {
    throw new PostgisUnavailable(`pg_virtualenv is not installed. ${howToInstall}`);
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
