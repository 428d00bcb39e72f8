import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { copyPrograms, ReleaseDirectory, runScript } from './published-releases.ts';
import { type FinishedProcess } from '../support/run-node.ts';
import { repository } from '../support/repository.ts';
import { isFullSize, printedRandom } from '../support/test-size.ts';

/* Tests deploy/publish.sh with the compiled programs. */

const canRun = process.platform === 'linux' && spawnSync('flock', ['--version']).status === 0;
if (!canRun) console.warn('flock is not installed: the tests of publish.sh are SKIPPED.');
const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('Only root can change users: some tests of publish.sh are SKIPPED.');

let programs: string;
let releases: ReleaseDirectory;
/** A directory with one published release, which tests copy. */
let published: ReleaseDirectory;

const readReport = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(join(releases.path, path), 'utf8')) as unknown;

describe.skipIf(!canRun)('publish.sh', { timeout: 60_000 }, () => {
  beforeAll(async () => {
    programs = await copyPrograms();
    published = await ReleaseDirectory.create(programs);
    expect((await published.publish()).exitCode).toBe(0);
  });
  afterAll(async () => {
    await rm(programs, { recursive: true });
    await published.remove();
  });
  beforeEach(async () => {
    releases = await ReleaseDirectory.create(programs);
  });
  afterEach(() => releases.remove());

  it('publishes a verified release, and the next only when something has changed', async () => {
    const first = await releases.publish();
    expect(first).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Everything matches the contract.') as string,
    });
    const before = await releases.current();
    const version = await releases.currentDataVersion();
    expect(first.stdout).toContain(`Published version ${before}, data version ${version}.`);
    expect(await readReport('report.json')).toMatchObject({
      outcome: 'built',
      exitCode: 0,
      outputDirectory: join(releases.path, 'current.versions/staged'),
    });

    expect(await releases.publish()).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`Nothing has changed since version ${before}.`) as string,
    });
    expect(existsSync(join(releases.path, 'current.versions/staged'))).toBe(false);
    expect(await releases.current()).toBe(before);
    expect((await releases.publish('--force')).exitCode).toBe(0);
    expect(await releases.current()).not.toBe(before);
  });

  it('publishes again when the settings change', async () => {
    releases.copyReleases(published);
    const before = await releases.current();
    await releases.configure({ COASTWATCH_PUBLIC_ORIGIN: 'https://other.example.org' });
    expect((await releases.publish()).exitCode).toBe(0);
    expect(await releases.current()).not.toBe(before);
  });

  it('does not change the published release when the build fails, and exits with the exit code of the build', async () => {
    releases.copyReleases(published);
    const before = await releases.current();
    await writeFile(join(releases.path, 'input/records.csv'), 'not,a,dataset\n1,2,3\n');
    const { exitCode, stderr } = await releases.publish();
    expect(exitCode).toBeGreaterThan(0);
    expect(stderr).toContain(`The build failed with exit code ${exitCode}. Still published: ${before}.`);
    expect(await releases.current()).toBe(before);
    expect(existsSync(join(releases.path, 'current.versions/staged'))).toBe(false);
  });

  it('refuses to publish when many records have disappeared, except with --allow-removals', async () => {
    releases.copyReleases(published);
    const before = await releases.current();
    await releases.writeInput(1, 30);
    expect((await releases.publish()).exitCode).toBe(4);
    expect(await releases.current()).toBe(before);
    const report = await readFile(join(releases.path, 'report.json'), 'utf8');
    expect(JSON.parse(report)).toMatchObject({ exitCode: 4 });
    expect((await releases.publish('--allow-removals')).exitCode).toBe(0);
    expect(await releases.current()).not.toBe(before);
  });

  it('does not publish a release that fails verification, and keeps it for inspection', async () => {
    releases.copyReleases(published);
    const before = await releases.current();
    // The script no longer matches the fingerprint in the service worker of its build.
    const script = join(programs, 'dist/explorer/assets/page-1a2b3c4d.js');
    const right = await readFile(script, 'utf8');
    await writeFile(script, right.slice(1));
    await releases.writeInput(2);
    try {
      const { exitCode, stderr, stdout } = await releases.publish();
      expect(stdout).toContain('WRONG The explorer');
      expect(stderr).toContain(`failed verification and is now ${releases.path}/current.versions/rejected`);
      expect(exitCode).toBe(80);
    } finally {
      await writeFile(script, right);
    }
    expect(await releases.current()).toBe(before);
    for (const name of ['rejected', `../current.versions/${before}`, before ?? '']) {
      const { exitCode, stderr } = await releases.publish('--rollback', name);
      expect([exitCode, stderr]).toEqual([78, expect.stringMatching(/^publish\.sh: .* See publish\.sh --list\.\n$/)]);
    }
    expect(await releases.current()).toBe(before);
    expect((await releases.publish()).exitCode).toBe(0);
    expect(existsSync(join(releases.path, 'current.versions/rejected'))).toBe(false);
  });

  it('rolls back to the previous release, and pauses publishing until it is resumed', async () => {
    releases.copyReleases(published);
    const [good, version] = [await releases.current(), await releases.currentDataVersion()];
    await releases.configure({ COASTWATCH_BUILD_OPTIONS: '"--no-exports --licence https://example.org/licence"' });
    await releases.publish();
    const withdrawn = await releases.current();
    expect(withdrawn).not.toBe(good);

    const back = await releases.publish('--rollback');
    expect(back.exitCode).toBe(0);
    expect(back.stdout).toContain(`Published version ${good}, data version ${version}, in place of ${withdrawn}.`);
    expect(await releases.current()).toBe(good);
    expect(await releases.publish()).toMatchObject({
      exitCode: 75,
      stderr: expect.stringContaining('Publishing is paused since the rollback') as string,
    });
    expect((await releases.publish('--list')).stdout).toMatch(
      new RegExp(`\\* ${good} .*\n {2}${withdrawn} .*\nPublishing is`),
    );

    expect((await releases.publish('--rollback')).exitCode).toBe(78);
    expect((await releases.publish('--rollback', withdrawn ?? '')).exitCode).toBe(0);
    expect(await releases.current()).toBe(withdrawn);
    expect((await releases.publish('--rollback', '99')).exitCode).toBe(78);
    await releases.publish('--resume');
    expect((await releases.publish()).exitCode).toBe(0);
  });

  it('refuses a second run at the same time', async () => {
    const holder = spawn('flock', [join(releases.path, '.publish.lock'), 'sh', '-c', 'echo held; read -r line'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    const second = await releases.publish();
    holder.stdin.end();
    await once(holder, 'close');
    expect(second).toMatchObject({
      exitCode: 75,
      stderr: expect.stringContaining('Another run is in progress') as string,
    });
    expect((await releases.publish()).exitCode).toBe(0);
  });

  it('recovers after a run that was killed at any time', async () => {
    releases.copyReleases(published);
    const delays = [30, 200, 500, 900, 1500];
    for (const delayInMilliseconds of isFullSize ? delays : [printedRandom('killed publication').pick(delays)]) {
      await releases.writeInput(delayInMilliseconds);
      const run = spawn(join(repository, 'deploy/publish.sh'), ['--config', releases.configuration, '--force'], {
        stdio: 'ignore',
        detached: true,
      });
      const closed = once(run, 'close');
      await new Promise((resolve) => setTimeout(resolve, delayInMilliseconds));
      // Kills the whole process group, as systemd does.
      if (run.pid !== undefined && run.exitCode === null) process.kill(-run.pid, 'SIGKILL');
      await closed;
      // The processes of the group end one after the other.
      spawnSync('flock', [join(releases.path, '.publish.lock'), 'true']);
      // The current release is the previous one, or the new one if the run was quick.
      expect(await releases.currentDataVersion()).toMatch(/^[0-9a-f]{16}$/);
    }
    expect((await releases.publish()).exitCode).toBe(0);
  });

  it.each([
    ['a setting is missing', { COASTWATCH_RAW_DATA: '' }, 78, 'COASTWATCH_RAW_DATA is missing in'],
    ['a number is malformed', { COASTWATCH_RELEASES_TO_KEEP: 'all' }, 78, 'COASTWATCH_RELEASES_TO_KEEP=all in'],
    ['the origin ends with a slash', { COASTWATCH_PUBLIC_ORIGIN: 'https://a.example/' }, 78, 'must not contain a path'],
    ['the origin has no scheme', { COASTWATCH_PUBLIC_ORIGIN: 'a.example' }, 78, 'must start with https://'],
    ['the path has no slash at the end', { COASTWATCH_BASE_PATH: '/coast' }, 78, 'COASTWATCH_BASE_PATH=/coast in'],
    ['programs are missing', { COASTWATCH_PROGRAMS: '/nowhere' }, 78, '/nowhere/dist/server/build-data.mjs is missing'],
    ['Node is missing', { COASTWATCH_NODE: 'no-such-node' }, 78, 'The program no-such-node was not found'],
    ['the directory is missing', { COASTWATCH_ROOT: '/nowhere' }, 78, 'The directory /nowhere is missing'],
  ])('says what to do when %s', async (_, settings, code, message) => {
    await releases.configure(settings);
    const { exitCode, stderr } = await releases.publish();
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(/^publish\.sh: .*\n$/)]);
    expect(stderr).toContain(message);
  });

  it.each(['--stage', '--out=elsewhere', '--previous /srv/old', '--report=/dev/null', '--target static'])(
    'refuses the build option %s, which it sets itself',
    async (option) => {
      releases.copyReleases(published);
      const before = await releases.current();
      await releases.configure({ COASTWATCH_BUILD_OPTIONS: `"--no-exports ${option}"` });
      const { exitCode, stderr } = await releases.publish('--force');
      expect([exitCode, stderr]).toEqual([
        78,
        expect.stringMatching(/^publish\.sh: COASTWATCH_BUILD_OPTIONS in .*\n$/),
      ]);
      expect(await releases.current()).toBe(before);
    },
  );

  describe.skipIf(!isRoot)('run by different users', () => {
    const publishAsNobody = (...commandLine: string[]): Promise<FinishedProcess> =>
      runScript('setpriv', [
        ...['--reuid=65534', '--regid=65534', '--clear-groups', join(repository, 'deploy/publish.sh')],
        ...['--config', releases.configuration, ...commandLine],
      ]);
    beforeEach(() => {
      execFileSync('chmod', ['-R', 'a+rX', programs]);
      execFileSync('chown', ['-R', '65534:65534', releases.path]);
    });

    it('refuses to run as root in the directory of another user, and names the command to use', async () => {
      expect((await publishAsNobody()).exitCode).toBe(0);
      for (const action of [[], ['--rollback'], ['--resume']]) {
        const { exitCode, stderr } = await releases.publish(...action);
        expect([exitCode, stderr]).toEqual([78, expect.stringMatching(/^publish\.sh: .* runuser -u nobody -- .*\n$/)]);
      }
      expect((await releases.publish('--list')).exitCode).toBe(0);
    });

    it('publishes after a version that root owns, with a notice', async () => {
      expect((await publishAsNobody()).exitCode).toBe(0);
      const before = (await releases.current()) ?? '';
      execFileSync('chown', ['-R', 'root:root', join(releases.path, 'current.versions', before)]);
      await releases.configure({ COASTWATCH_RELEASES_TO_KEEP: '1' });
      await releases.writeInput(2);
      const { exitCode, stderr } = await publishAsNobody();
      expect(exitCode, stderr).toBe(0);
      expect(stderr.match(/^publish\.sh: .*/gm)).toEqual([
        expect.stringMatching(/ cannot be removed\. As root, run: chown -R nobody: /),
      ]);
      expect(stderr).not.toMatch(/Operation not permitted|Permission denied/);
      expect(await releases.current()).not.toBe(before);
    });
  });

  it('refuses an unknown option, and shows help', async () => {
    expect((await releases.publish('--rollbak')).exitCode).toBe(64);
    expect((await releases.publish('--help')).stdout).toMatch(/^Usage: publish\.sh/);
  });
});
