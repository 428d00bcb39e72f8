import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runToEnd, type FinishedProcess } from '../support/run-node.ts';
import { BootedDebian, canMakeDebian } from './booted-debian.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * Follows the operations guide exactly: runs its commands in order on a minimal Debian system with Debian's packages of
 * systemd, nginx, logrotate and Node. The only difference is that the programs are built on this machine and copied.
 */
const isPossible = canMakeDebian();
if (!isPossible) console.warn('NO ROOT, DEBOOTSTRAP OR NAMESPACES: the tests of the operations guide are SKIPPED');

const guide = readFileSync(fromRoot('docs/operations.md'), 'utf8');

/** The shell commands under a heading of the guide, block by block. */
function commandsUnder(heading: string): string[] {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/operations.md has no heading "${heading}"`);
  return Array.from(section.matchAll(/^```sh\n(.*?)^```$/gms), ([, commands = '']) => commands);
}

describe.skipIf(!isPossible)('a Debian system that is set up by the operations guide', () => {
  let debian: BootedDebian;

  /** Runs commands as an operator types them: line by line, stopping at the first that fails. */
  const run = async (commands: string): Promise<string> => {
    const { exitCode, stdout, stderr } = await debian.run(`set -eo pipefail\n${commands}`);
    expect(exitCode, `${commands}\n${stdout}\n${stderr}`).toBe(0);
    return stdout;
  };
  const follow = async (heading: string): Promise<string> => {
    let output = '';
    for (const commands of commandsUnder(heading)) output += await run(commands);
    return output;
  };
  const attempt = (commands: string): Promise<FinishedProcess> => debian.run(commands);
  const publish = 'runuser -u coastwatch-publish -- /opt/coastwatch/deploy/publish.sh';
  const listed = async (): Promise<string[]> => (await run(`${publish} --list`)).trim().split('\n');
  const servedVersion = async (): Promise<string> =>
    (JSON.parse(await run('curl -fsS http://127.0.0.1:8080/readyz')) as { dataVersion: string }).dataVersion;
  /** Replaces the input with sample data of this many records. */
  const replaceInput = async (records: number): Promise<void> => {
    const [sample = ''] = commandsUnder('First version');
    await run(sample.replace('--records 2000', `--records ${records}`));
  };
  const waitUntil = async (isTrue: () => Promise<boolean>, event: string): Promise<void> => {
    for (let attempts = 0; attempts < 240; attempts++) {
      if (await isTrue()) return;
      await wait(500);
    }
    throw new Error(`${event} did not happen within two minutes`);
  };

  beforeAll(async () => {
    debian = BootedDebian.make(join(await mkdtemp(join(tmpdir(), 'coastwatch-debian-')), 'root'));
    const [packages = '', programs = ''] = commandsUnder('Install');
    await run(packages);
    const [, pack = ''] = programs.split('npm run build:programs\n');
    const archive = fromRoot('coastwatch.tar.gz');
    expect(pack.trim()).toMatch(/^tar -czf coastwatch\.tar\.gz /);
    execFileSync('sh', ['-c', pack], { cwd: fromRoot('.') });
    await copyFile(archive, join(debian.root, 'root/coastwatch.tar.gz'));
    execFileSync('rm', [archive]);
    await debian.boot();
    // A small file system of its own, so that a test can fill it.
    await run('mkdir /srv/coastwatch && mount -t tmpfs -o size=100M,mode=755 tmpfs /srv/coastwatch');
    for (const commands of commandsUnder('Install').slice(2)) await run(commands);
  }, 600_000);
  afterAll(() => debian.stop());

  it('builds, verifies and publishes a first release', async () => {
    expect(await follow('First version')).toMatch(/^Published version 1, data version [0-9a-f]{16}\.$/m);
  });

  it('starts a server that is ready and writes to the journal', async () => {
    const output = await follow('Start the server');
    expect(output).toContain('"status":"ready"');
    expect(output).toContain('Coastwatch is at http://127.0.0.1:8080/');
    expect(await run('ps -o user= -C node')).toMatch(/^coastwat/);
  });

  it('publishes new input automatically when the timer expires', async () => {
    await follow('Publish regularly');
    const before = await servedVersion();
    await replaceInput(2050);
    // Gives the timer a shorter period.
    await run(`mkdir -p /etc/systemd/system/coastwatch-publish.timer.d
printf '[Timer]\\nOnCalendar=\\nOnCalendar=*:*:0/10\\nRandomizedDelaySec=0\\nAccuracySec=1s\\n' > /etc/systemd/system/coastwatch-publish.timer.d/short.conf
systemctl daemon-reload && systemctl restart coastwatch-publish.timer`);
    await waitUntil(async () => (await servedVersion()) !== before, 'the publication by the timer');
    await run(
      'rm -r /etc/systemd/system/coastwatch-publish.timer.d && systemctl daemon-reload && systemctl restart coastwatch-publish.timer',
    );
    await waitUntil(
      async () => (await attempt('systemctl is-active coastwatch-publish.service')).stdout.trim() === 'inactive',
      'the end of the run',
    );
    expect(await listed()).toHaveLength(2);
  });

  it('serves the site over https, and uses https in links', async () => {
    await follow('https');
    const page = await run(
      'curl -fsS --cacert /etc/ssl/coastwatch/certificate.pem "https://data.example.org/webapi/v1/RawData?pageNumber=1&pageSize=2"',
    );
    expect(page).toContain('"NextPageLink":"https://data.example.org/webapi/v1/RawData?pageNumber=2');
  });

  it('verifies the site from outside', async () => {
    const [verify = ''] = commandsUnder('Verify');
    expect(await run(`NODE_EXTRA_CA_CERTS=/etc/ssl/coastwatch/certificate.pem ${verify}`)).toContain(
      'Everything matches the contract.',
    );
  });

  it('has metrics that count the requests', async () => {
    const output = await follow('Scrape metrics');
    expect(output).toMatch(/^coastwatch_data_info\{version="[0-9a-f]{16}"/m);
    expect(output).toMatch(/^coastwatch_http_requests_total\{.*route="page".*\} [1-9]/m);
  });

  it('rotates the log and continues in the new file', async () => {
    const listed = await follow('Rotate logs');
    expect(listed).toMatch(/ server\.log$/m);
    expect(listed).toMatch(/ server\.log\.1$/m);
    await run('curl -fsS "http://127.0.0.1:8080/webapi/v1/CoastalFeatures/1" -o /dev/null || true');
    await waitUntil(
      async () => (await attempt('grep -c CoastalFeatures/1 /var/log/coastwatch/server.log')).stdout.trim() === '1',
      'the line in the new log',
    );
  });

  it('loses no request while it reloads, rotates its log and publishes under load', async () => {
    const load = sendLoad(debian, 20);
    const reload = '/usr/bin/systemctl reload coastwatch.service';
    expect(guide).toContain('`systemctl reload coastwatch.service`');
    await replaceInput(2100);
    for (let times = 0; times < 5; times++) {
      await run(reload);
      await wait(500);
    }
    await run('systemctl start coastwatch-publish.service');
    await run('logrotate --force /etc/logrotate.d/coastwatch');
    const { errors, timeouts, non2xx, requests } = await load;
    expect({ errors, timeouts, non2xx }).toEqual({ errors: 0, timeouts: 0, non2xx: 0 });
    expect(requests).toBeGreaterThan(1000);
    expect(await listed()).toHaveLength(3);
  });

  it('stops without failure on SIGTERM, and starts again', async () => {
    expect(guide).toContain('`systemctl stop coastwatch.service`');
    await run('systemctl stop coastwatch.service');
    expect(await run('systemctl show -p Result -p ExecMainStatus coastwatch.service')).toMatch(
      /Result=success\nExecMainStatus=0|ExecMainStatus=0\nResult=success/,
    );
    await run('systemctl restart coastwatch.service');
    await run('curl -fsS --retry 5 --retry-connrefused http://127.0.0.1:8080/readyz');
    await run('curl -fsS --cacert /etc/ssl/coastwatch/certificate.pem https://data.example.org/ -o /dev/null');
  });

  it('rolls back, does not publish the withdrawn data again, and resumes', async () => {
    // From here on, the timer would publish between the commands of the tests.
    await run('systemctl stop coastwatch-publish.timer');
    await run('while systemctl is-active --quiet coastwatch-publish.service; do sleep 1; done');
    const [, earlier = '', latest = ''] = await listed();
    const [back = '', resume = ''] = commandsUnder('Roll back');
    await run(back);
    expect((await listed())[1]).toBe(earlier.replace(' ', '*'));
    await waitUntil(async () => earlier.endsWith(await servedVersion()), 'the earlier version');
    await run('systemctl start coastwatch-publish.service');
    expect(earlier).toContain(await servedVersion());
    await run(resume);
    await run('systemctl start coastwatch-publish.service');
    await waitUntil(async () => latest.endsWith(await servedVersion()), 'the latest version');
  });

  it('keeps serving on a full disk, reports the problem, and publishes once there is space', async () => {
    const before = await servedVersion();
    await replaceInput(2150);
    await run('dd if=/dev/zero of=/srv/coastwatch/filler bs=64k 2> /dev/null || true');
    const { exitCode, stderr } = await attempt(publish);
    expect(exitCode).not.toBe(0);
    expect(stderr).toMatch(/disk is full/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await servedVersion()).toBe(before);
    expect(await run('ls /srv/coastwatch/current.versions')).not.toMatch(/staged|building/);
    await run('rm /srv/coastwatch/filler');
    const [, makeRoom = ''] = [0, ...commandsUnder('Full disk')];
    await run(String(makeRoom));
    await run('systemctl start coastwatch-publish.service');
    await waitUntil(async () => (await servedVersion()) !== before, 'the new version');
  });

  it('still serves the site after an upgrade', async () => {
    await follow('Upgrade');
    expect(await servedVersion()).toMatch(/^[0-9a-f]{16}$/);
    expect(await run('systemctl --failed --no-legend')).not.toContain('coastwatch');
  });

  it('runs without systemd', async () => {
    await run('systemctl stop coastwatch.service coastwatch-publish.timer');
    const [start = ''] = commandsUnder('Without systemd');
    await run(start.replace(/ &$/m, ' > /dev/null 2>&1 &'));
    await waitUntil(async () => (await attempt('curl -fsS http://127.0.0.1:8080/readyz')).exitCode === 0, 'the start');
    expect(guide).toContain('`kill -TERM $(cat /run/coastwatch.pid)`');
    await run(
      'kill -HUP $(cat /run/coastwatch.pid); sleep 1; curl -fsS http://127.0.0.1:8080/readyz; kill -TERM $(cat /run/coastwatch.pid)',
    );
    await waitUntil(async () => (await attempt('kill -0 $(cat /run/coastwatch.pid)')).exitCode !== 0, 'the stop');
  });
});

interface LoadResult {
  readonly errors: number;
  readonly timeouts: number;
  readonly non2xx: number;
  readonly requests: number;
}

/** Sends requests over 20 connections with this machine's autocannon, in the Debian system's network namespace. */
async function sendLoad(debian: BootedDebian, seconds: number): Promise<LoadResult> {
  const urls = [
    'webapi/v1/RawData?pageNumber=1&pageSize=10',
    'webapi/v1/CoastalFeatures?pageNumber=2&pageSize=25',
    'data/manifest.json',
    '',
  ];
  const script = `
    const autocannon = require(${JSON.stringify(fromRoot('node_modules/autocannon'))});
    autocannon({
      url: 'http://127.0.0.1:8080/', connections: 20, duration: ${seconds},
      requests: ${JSON.stringify(urls.map((path) => ({ path: `/${path}` })))},
    }).then(({ errors, timeouts, non2xx, requests }) => console.log(JSON.stringify({ errors, timeouts, non2xx, requests: requests.total })));`;
  const child = spawn('nsenter', ['-t', debian.initProcessId, '-n', process.execPath, '-e', script]);
  const { exitCode, stdout, stderr } = await runToEnd(child);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as LoadResult;
}
