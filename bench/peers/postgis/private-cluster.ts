import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { atEndOfProcess } from './end-of-process.ts';
import { findPostgresqlPrograms, PostgisUnavailable } from './find-postgresql.ts';
import { endProgram, isRunning, runProgram, type RunningProgram } from './running-program.ts';

/** A PostgreSQL server of our own. Nobody but this user reaches it: it listens on a socket in its own folder alone. */
export interface PrivateCluster {
  /** Holds the socket and the data; the server reads files that stand here. */
  readonly folder: string;
  readonly user: string;
  readonly database: string;
  /** Part of the socket's name; no network port is opened. */
  readonly port: number;
  /** Stops the server and removes the folder; may be called again. */
  stop(): Promise<void>;
}

const user = 'coastwatch';
const port = 5432;
const startMilliseconds = 30_000;

/**
 * Memory enough for a million records, no care for what a power cut would lose, and the plans that are fastest for
 * searches around a place: made for the centre at hand, on one core, not compiled. Otherwise plans take up to three
 * times as long.
 */
const settings = {
  listen_addresses: '',
  max_connections: '10',
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
 * Starts a server in a fresh temporary folder. It ends with `stop`, and also when this process ends on its own or is
 * interrupted. Throws PostgisUnavailable where PostgreSQL is not installed.
 */
export async function startPrivateCluster(): Promise<PrivateCluster> {
  const programs = findPostgresqlPrograms();
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-postgis-'));
  const data = join(folder, 'data');
  let running: RunningProgram | undefined;
  const run = (program: string, commandLine: readonly string[]): RunningProgram =>
    (running = runProgram(join(programs, program), commandLine, { cwd: folder, ...account }));

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopped ??= endAndRemove());
  const endAndRemove = async (): Promise<void> => {
    if (running) await endProgram(running);
    await removeFolder(folder);
    forget();
  };
  const forget = atEndOfProcess({
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
    if (initdb.child.exitCode !== 0) throw new Error(`The PostgreSQL cluster was not made: ${initdb.complaints()}`);
    const options = Object.entries({ ...settings, unix_socket_directories: folder, port: String(port) });
    const server = run('postgres', ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])]);
    await untilReady(server, join(data, 'postmaster.pid'));
  } catch (error) {
    await stop();
    throw error;
  }
  return { folder, user, database: 'postgres', port, stop };
}

/** PostgreSQL refuses to run as root, so root lends it the account that its package brings along. */
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

/** The last line of the server's own file tells when it takes connections. */
async function untilReady(server: RunningProgram, statusFile: string): Promise<void> {
  const deadline = performance.now() + startMilliseconds;
  while (!existsSync(statusFile) || !readFileSync(statusFile, 'utf8').trimEnd().endsWith('ready')) {
    if (!isRunning(server) || performance.now() > deadline) {
      throw new Error(`The PostgreSQL server did not start: ${server.complaints()}`);
    }
    await wait(20);
  }
}

/** Tries again for a while: whoever was interrupted may be about to write a file there. */
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
