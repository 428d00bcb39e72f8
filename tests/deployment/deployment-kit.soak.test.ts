import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { copyPrograms, ReleaseDirectory } from './published-releases.ts';
import { freePort } from '../support/start-host.ts';
import { repository } from '../support/repository.ts';

/*
 * Tests the files of deploy/ other than publish.sh and the configurations of hosts. Each file is checked by the program that reads it, and the commands
 * in the files are run.
 */

// The tests start many programs, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const kit = join(repository, 'deploy');
const readKit = (name: string): Promise<string> => readFile(join(kit, name), 'utf8');

/** Whether a program is installed; warns that its tests are skipped when it is not. */
function isInstalled(program: string, ...commandLine: string[]): boolean {
  const isThere = spawnSync(program, commandLine).error === undefined;
  if (!isThere) console.warn(`${program} is not installed: its tests of the deployment kit are SKIPPED.`);
  return isThere;
}
const hasSystemd = isInstalled('systemd-analyze', '--version');
const hasLogrotate = isInstalled('logrotate', '--version');
const hasFlock = isInstalled('flock', '--version');

let folder: string;
let programs: string;
let releases: ReleaseDirectory;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-kit-'));
  programs = await copyPrograms();
  await mkdir(join(programs, 'deploy'));
  await cp(join(kit, 'publish.sh'), join(programs, 'deploy/publish.sh'));
  releases = await ReleaseDirectory.create(programs);
  if (hasFlock) expect((await releases.publish()).exitCode).toBe(0);
}, 120_000);
afterAll(async () => {
  await releases.remove();
  await rm(programs, { recursive: true });
  await rm(folder, { recursive: true });
});

/** Replaces the paths of an installed server with those of this test. */
function adaptPaths(text: string): string {
  return text
    .replaceAll('/opt/coastwatch', programs)
    .replaceAll('/etc/coastwatch/coastwatch.env', releases.configuration)
    .replaceAll('/srv/coastwatch', releases.path)
    .replaceAll('/usr/bin/node', process.execPath);
}

/** The values of one setting of a unit, in their order. */
function readSettings(unit: string, name: string): string[] {
  return Array.from(unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm')), ([, value = '']) => value);
}

describe.skipIf(!hasSystemd)('the systemd units', () => {
  const services = ['coastwatch.service', 'coastwatch-publish.service'];

  it('pass systemd-analyze', async () => {
    const units = join(folder, 'units');
    await mkdir(units);
    const names = await readdir(join(kit, 'systemd'));
    for (const name of names) await writeFile(join(units, name), adaptPaths(await readKit(`systemd/${name}`)));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...names.map((name) => join(units, name))], {
      encoding: 'utf8',
    });
    const aboutUnits = stderr.split('\n').filter((line) => line.includes('coastwatch'));
    expect([status, aboutUnits]).toEqual([0, []]);
  });

  it.each(services)('have a low exposure level: %s', (name) => {
    // Versions of systemd before 250 cannot rate a file.
    const rating = spawnSync('systemd-analyze', ['security', '--offline=true', join(kit, 'systemd', name)], {
      encoding: 'utf8',
    });
    const [, level] = /Overall exposure level for .*: ([\d.]+)/.exec(rating.stdout) ?? [];
    if (level === undefined) console.warn(`SKIPPED: systemd-analyze does not rate ${name}: ${rating.stderr}`);
    else expect(Number(level)).toBeLessThanOrEqual(1.5);
  });

  it('have a valid calendar time for publishing', async () => {
    const [calendar = ''] = readSettings(await readKit('systemd/coastwatch-publish.timer'), 'OnCalendar');
    expect(spawnSync('systemd-analyze', ['calendar', calendar]).status).toBe(0);
  });
});

describe.skipIf(!hasFlock)('the commands of the units', () => {
  it('serve the published release, reload on SIGHUP and exit on SIGTERM, as an ordinary user', async () => {
    const unit = await readKit('systemd/coastwatch.service');
    const port = await freePort();
    const [command = ''] = readSettings(unit, 'ExecStart');
    const words = adaptPaths(command)
      .replace('--port 8080', `--port ${port}`)
      .replace('${COASTWATCH_BASE_PATH}', '/')
      .replace('${COASTWATCH_PUBLIC_ORIGIN}', 'https://data.example.org')
      .replace('$COASTWATCH_SERVE_OPTIONS', '--log-level warn')
      .split(' ');
    const server = startAsOrdinaryUser(words);
    const ended = once(server, 'exit');
    expect(await untilReady(`http://127.0.0.1:${port}/readyz`)).toMatchObject({ status: 'ready' });
    expect(readSettings(unit, 'ExecReload')).toEqual(['/bin/kill -HUP $MAINPID']);
    server.kill('SIGHUP');
    expect(await untilReady(`http://127.0.0.1:${port}/readyz`)).toMatchObject({ status: 'ready' });
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('publish with the script', async () => {
    const [command = ''] = readSettings(await readKit('systemd/coastwatch-publish.service'), 'ExecStart');
    const { status, stdout } = spawnSync(adaptPaths(command), ['--config', releases.configuration], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining('Nothing has changed since') as string]);
  });
});

describe.skipIf(!hasFlock)('the line for cron', () => {
  /** Runs the command as cron does. cron mails what the command prints. */
  async function runCronLine(): Promise<{ status: number | null; mail: string }> {
    const lines = (await readKit('coastwatch.cron')).trimEnd().split('\n');
    const [, user, command = ''] = /^\S+ \S+ \S+ \S+ \S+ (\S+) (.*)$/.exec(lines.at(-1) ?? '') ?? [];
    expect(user).toBe('coastwatch-publish');
    // cron replaces a percent sign by a line feed.
    expect(command).not.toContain('%');
    const line = adaptPaths(command).replace('publish.sh >>', `publish.sh --config ${releases.configuration} >>`);
    const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], {
      encoding: 'utf8',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    });
    return { status, mail: stdout + stderr };
  }

  it('mails nothing when a run succeeds, or when publishing is paused', async () => {
    expect(await runCronLine()).toEqual({ status: 0, mail: '' });
    await writeFile(join(releases.path, 'publishing-paused'), 'by a test\n');
    expect(await runCronLine()).toEqual({ status: 0, mail: '' });
    await rm(join(releases.path, 'publishing-paused'));
  });

  it('mails the reason when a run fails', async () => {
    await writeFile(join(releases.path, 'input/records.csv'), 'not,a,dataset\n');
    const { mail } = await runCronLine();
    expect(mail).toContain('The build failed with exit code');
    await releases.writeInput(1);
  });
});

describe.skipIf(!hasLogrotate || !hasFlock)('the configuration of logrotate', () => {
  it('makes the server write to a new file, and loses no line', async () => {
    const logs = join(folder, 'logs');
    await mkdir(logs);
    const port = await freePort();
    const program = join(programs, 'dist/server/serve.mjs');
    const server = spawn(
      process.execPath,
      [
        program,
        '--dir',
        join(releases.path, 'current'),
        '--port',
        String(port),
        '--log-file',
        join(logs, 'server.log'),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const ended = once(server, 'exit');
    const address = `http://127.0.0.1:${port}/`;
    await untilReady(`${address}readyz`);
    await fetch(`${address}webapi/v1/RawData/1`);
    // The server buffers lines briefly, and logrotate does not rotate an empty file.
    while (!(await readFile(join(logs, 'server.log'), 'utf8')).includes('/webapi/v1/RawData/1')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const configuration = join(folder, 'logrotate.conf');
    const text = adaptPaths(await readKit('logrotate.conf'))
      .replaceAll('/var/log/coastwatch', logs)
      .replace('systemctl reload coastwatch.service', `kill -HUP ${server.pid ?? ''}`)
      // Only root can change the user.
      .replaceAll(/^\tsu .*\n/gm, '');
    await writeFile(configuration, text, { mode: 0o644 });
    await rm(join(releases.path, 'publish.log'), { force: true });
    execFileSync('logrotate', ['--force', '--state', join(folder, 'logrotate.state'), configuration]);
    await fetch(`${address}webapi/v1/RawData/2`);
    server.kill('SIGTERM');
    await ended;
    const pathsIn = async (name: string): Promise<unknown[]> =>
      (await readFile(join(logs, name), 'utf8'))
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { readonly path?: string }).path)
        .filter((path) => path !== undefined);
    // The server may write the first request after the rotation, to the old file or the new one, but only once.
    expect([...(await pathsIn('server.log.1')), ...(await pathsIn('server.log'))]).toEqual([
      '/webapi/v1/RawData/1',
      '/webapi/v1/RawData/2',
    ]);
    expect(await pathsIn('server.log')).toContain('/webapi/v1/RawData/2');
  });
});

/** Starts a command as an ordinary user. If root runs the test, the command drops its privileges. */
function startAsOrdinaryUser(words: readonly string[]): ChildProcess {
  const drop = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  if (drop.length > 0) execFileSync('chmod', ['-R', 'a+rX', programs, releases.path]);
  const [program = '', ...commandLine] = [...drop, ...words];
  return spawn(program, commandLine, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function untilReady(address: string): Promise<unknown> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(address).catch(() => undefined);
    if (response) return response.json();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing responds at ${address}`);
}
