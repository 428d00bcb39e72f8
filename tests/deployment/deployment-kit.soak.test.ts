import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { copyPrograms, ReleaseDirectory } from './published-releases.ts';
import { repository } from '../support/repository.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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
const hasFlock = isInstalled('flock', '--version');

const folder = temporaryFolder();
let programs: string;
let releases: ReleaseDirectory;
beforeAll(async () => {
  programs = await copyPrograms();
  await mkdir(join(programs, 'deploy'));
  await cp(join(kit, 'publish.sh'), join(programs, 'deploy/publish.sh'));
  releases = await ReleaseDirectory.create(programs);
  if (hasFlock) expect((await releases.publish()).exitCode).toBe(0);
}, 120_000);
afterAll(async () => {
  await releases.remove();
  await rm(programs, { recursive: true });
});

/** Replaces the paths of an installed server with those of this test. */
function adaptPaths(text: string): string {
  return text
    .replaceAll('/opt/coastwatch', programs)
    .replaceAll('/etc/coastwatch/coastwatch.env', releases.configuration)
    .replaceAll('/srv/coastwatch', releases.path)
    .replaceAll('/usr/bin/node', process.execPath);
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
