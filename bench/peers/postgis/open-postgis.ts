import type { Connect, Parameter, Row } from 'postgres';

import { postgisMissing, PostgisUnavailable } from './find-postgresql.ts';
import { startPrivateCluster } from './private-cluster.ts';

/** One connection to a server of our own with PostGIS in it. */
export interface Postgis {
  /** Removed in the end; the server can read files that stand here. */
  readonly folder: string;
  /** For example "PostGIS 3.3.2, PostgreSQL 15.18". */
  readonly title: string;
  /** Asks with the values of $1, $2 and so on; a statement is parsed once and then known by its text. */
  ask(statement: string, ...parameters: readonly Parameter[]): Promise<readonly Row[]>;
  /** Ends the connection and the server, and removes what it stored. */
  close(): Promise<void>;
}

/** Throws PostgisUnavailable where PostgreSQL, PostGIS or the package to reach them with is not installed. */
export async function openPostgis(): Promise<Postgis> {
  const connect = await loadClient();
  const cluster = await startPrivateCluster();
  const { folder, user, database, port } = cluster;
  const client = connect({ host: folder, port, user, database, max: 1, onnotice: () => undefined });
  const close = async (): Promise<void> => {
    await client.end();
    await cluster.stop();
  };
  const ask: Postgis['ask'] = (statement, ...parameters) => client.unsafe(statement, parameters, { prepare: true });
  try {
    const [server] = await ask(
      `SELECT current_setting('server_version_num')::int4 / 10000 AS major, current_setting('server_version') AS version,
         EXISTS (SELECT FROM pg_available_extensions WHERE name = 'postgis') AS has_postgis`,
    );
    if (server?.['has_postgis'] !== true) throw postgisMissing(Number(server?.['major']));
    await ask('CREATE EXTENSION postgis');
    const [extension] = await ask(`SELECT extversion AS version FROM pg_extension WHERE extname = 'postgis'`);
    const [version] = String(server['version']).split(' ');
    return { folder, title: `PostGIS ${String(extension?.['version'])}, PostgreSQL ${String(version)}`, ask, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** It is one of the peers' packages, which are installed apart. */
async function loadClient(): Promise<Connect> {
  try {
    return (await import('postgres')).default;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new PostgisUnavailable('The package postgres is missing. Install it: npm ci --prefix bench/peers.');
  }
}
