import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

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

/**
 * Starts a server, and opens connections to it when they are needed. Throws PostgisUnavailable when PostgreSQL, PostGIS
 * or the client package is not installed.
 */
export async function openPostgis(connections = 1): Promise<Postgis> {
  const connect = await loadClient();
  const cluster = await startPrivateCluster();
  const { folder, user, database, port } = cluster;
  const options = { host: folder, port, user, database, max: connections, onnotice: () => undefined };
  const client = connect(options);
  const planKeepingClient = connect({ ...options, connection: { plan_cache_mode: 'force_generic_plan' } });
  const close = async (): Promise<void> => {
    await client.end();
    await planKeepingClient.end();
    await cluster.stop();
  };
  const query: Postgis['query'] = (statement, ...parameters) => client.unsafe(statement, parameters, { prepare: true });
  const queryWithKeptPlan: Postgis['query'] = (statement, ...parameters) =>
    planKeepingClient.unsafe(statement, parameters, { prepare: true });
  try {
    const [server] = await query(
      `SELECT current_setting('server_version_num')::int4 / 10000 AS major, current_setting('server_version') AS version,
         EXISTS (SELECT FROM pg_available_extensions WHERE name = 'postgis') AS has_postgis`,
    );
    if (server?.['has_postgis'] !== true) throw postgisMissing(Number(server?.['major']));
    await query('CREATE EXTENSION postgis');
    const [extension] = await query(`SELECT extversion AS version FROM pg_extension WHERE extname = 'postgis'`);
    const [version] = String(server['version']).split(' ');
    const title = `PostGIS ${String(extension?.['version'])}, PostgreSQL ${String(version)}`;
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

/** Thrown if PostgreSQL or PostGIS is not installed. The message says how to install it. */
export class PostgisUnavailable extends Error {
  override readonly name = 'PostgisUnavailable';
}

const debianFolder = '/usr/lib/postgresql';
const requiredPrograms = ['initdb', 'postgres'];

/** Finds the folder of PostgreSQL's server programs: Debian's newest, or one in PATH. May throw PostgisUnavailable. */
function findPostgresqlPrograms(): string {
  const searched = [...debianVersions().map((version) => join(debianFolder, version, 'bin')), ...pathFolders()];
  const found = searched.find((folder) => requiredPrograms.every((program) => isProgram(join(folder, program))));
  if (found !== undefined) return found;
  throw new PostgisUnavailable(
    'PostgreSQL is not installed. Install PostGIS, which includes it: on Debian 12 the package ' +
      'postgresql-15-postgis-3.',
  );
}

/** The error for a server without PostGIS. `version` is the server's major version. */
function postgisMissing(version: number): PostgisUnavailable {
  return new PostgisUnavailable(
    `PostgreSQL ${version} is installed without PostGIS. Install it: on Debian the package postgresql-${version}-postgis-3.`,
  );
}

function debianVersions(): string[] {
  try {
    return readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a));
  } catch {
    return [];
  }
}

function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A local PostgreSQL server. Only this user can reach it, because it listens only on a socket in its own folder. */
interface PrivateCluster {
  /** Contains the socket and the data. The server can read files in it. */
  readonly folder: string;
  readonly user: string;
  readonly database: string;
  /** Part of the socket's name; no network port is opened. */
  readonly port: number;
  /** Stops the server and removes the folder. Can be called more than once. */
  stop(): Promise<void>;
}

const user = 'coastwatch';
const port = 5432;
const startTimeoutInMilliseconds = 30_000;

/**
 * Enough memory for a million records, no durability, and the fastest plans for searches around a position: custom
 * plans for each centre, on one core, without JIT compilation. With other settings queries take up to three times as
 * long.
 */
const settings = {
  listen_addresses: '',
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
 * Starts a server in a new temporary folder. It stops with `stop`, and when this process exits or is interrupted.
 * Throws PostgisUnavailable when PostgreSQL is not installed.
 */
async function startPrivateCluster(): Promise<PrivateCluster> {
  const programs = findPostgresqlPrograms();
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-postgis-'));
  const data = join(folder, 'data');
  let running: RunningProgram | undefined;
  const run = (program: string, commandLine: readonly string[]): RunningProgram =>
    (running = runProgram(join(programs, program), commandLine, { cwd: folder, ...account }));

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= stopAndRemove());
  const stopAndRemove = async (): Promise<void> => {
    if (running) await stopProgram(running);
    await removeFolder(folder);
    unregister();
  };
  const unregister = onProcessEnd({
    interrupted: stop,
    ended() {
      running?.child.kill('SIGQUIT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  });

  try {
    if (account) chownSync(folder, account.uid, account.gid);
    const initdb = run('initdb', ['-D', data, '-U', user, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']);
    await initdb.ended;
    if (initdb.child.exitCode !== 0) throw new Error(`initdb failed: ${initdb.errorOutput()}`);
    const options = Object.entries({ ...settings, unix_socket_directories: folder, port: String(port) });
    const server = run('postgres', ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]);
    await waitUntilReady(server, join(data, 'postmaster.pid'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { folder, user, database: 'postgres', port, stop };
}

/** PostgreSQL refuses to run as root, so root runs it as the user that its package creates. */
function serverAccount(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const identifier = (option: string): number => Number(execFileSync('id', [option, 'postgres'], { stdio: 'pipe' }));
  try {
    return { uid: identifier('-u'), gid: identifier('-g') };
  } catch {
    throw new PostgisUnavailable(
      'PostgreSQL does not run as root, and there is no user named postgres. Run this as another user.',
    );
  }
}

/** Waits until the last line of the server's status file says that it accepts connections. */
async function waitUntilReady(server: RunningProgram, statusFile: string): Promise<void> {
  const deadline = performance.now() + startTimeoutInMilliseconds;
  while (!existsSync(statusFile) || !readFileSync(statusFile, 'utf8').trimEnd().endsWith('ready')) {
    if (!isRunning(server) || performance.now() > deadline) {
      throw new Error(`The PostgreSQL server did not start: ${server.errorOutput()}`);
    }
    await wait(20);
  }
}

/** Retries for five seconds, because an interrupted process may still write a file into the folder. */
async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (attempt === 50) throw error;
      await wait(100);
    }
  }
}

/** A running program of PostgreSQL, and its error output. */
interface RunningProgram {
  readonly child: ChildProcess;
  /** Resolves when the program has ended, successfully or not. */
  readonly ended: Promise<unknown>;
  errorOutput(): string;
}

/** How long a program may take to exit before it is sent a stronger signal. */
const timeoutInMilliseconds = 10_000;

/** Starts a program. Its standard output is ignored and its error output is kept. */
function runProgram(path: string, commandLine: readonly string[], options: SpawnOptions): RunningProgram {
  const child = spawn(path, commandLine, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let errorOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  return { child, ended: once(child, 'exit'), errorOutput: () => errorOutput.trim() };
}

function isRunning({ child }: RunningProgram): boolean {
  return child.exitCode === null && child.signalCode === null;
}

/** Requests a fast shutdown, and kills a program that does not end in time. */
async function stopProgram(program: RunningProgram): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning(program)) return;
    program.child.kill(signal);
    await Promise.race([program.ended, wait(timeoutInMilliseconds, undefined, { ref: false })]);
  }
}

interface EndOfProcess {
  /** Called on a signal, before the process ends. */
  interrupted(): Promise<void>;
  /** Called on any other exit, including uncaught errors. It must be synchronous. */
  ended(): void;
}

const interruptions = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/** Registers functions to call when this process ends. Returns a function that unregisters them. */
function onProcessEnd({ interrupted, ended }: EndOfProcess): () => void {
  const interrupt = (_: NodeJS.Signals, signalNumber: number): void => {
    void interrupted().finally(() => process.exit(128 + signalNumber));
  };
  process.on('exit', ended);
  for (const signal of interruptions) process.on(signal, interrupt);
  return () => {
    process.off('exit', ended);
    for (const signal of interruptions) process.off(signal, interrupt);
  };
}
