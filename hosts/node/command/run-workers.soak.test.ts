import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import autocannon from 'autocannon';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import {
  runCommand,
  metricIn,
  metricsAddressIn,
  startServeCommand,
  type ServeCommand,
} from '../../../tests/support/run-node.ts';
import { writeSmallSite } from '../../../tests/support/small-site.ts';

let folder: string;
let site: string;
let server: ServeCommand | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-workers-'));
  site = join(folder, 'site');
  await writeSmallSite(site, 'compute');
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => rm(folder, { recursive: true }));

async function start(): Promise<ServeCommand> {
  server = await startServeCommand(site, ['--workers', '2', '--metrics-port', '0']);
  await expect.poll(() => server?.output(), { timeout: 10_000 }).toContain('workers started');
  return server;
}

/** The identifiers of the processes that have handled requests, according to the access log. */
const workersIn = (output: string): Set<string> =>
  new Set(Array.from(output.matchAll(/"pid":(\d+),"requestId"/g), ([, pid = '']) => pid));

async function requestUntil(address: URL, isEnough: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        expect(
          (await fetch(new URL('webapi/v1/RawData/46307', address), { headers: { Connection: 'close' } })).status,
        ).toBe(200);
        return isEnough();
      },
      { timeout: 15_000, interval: 20 },
    )
    .toBe(true);
}

const readMetrics = async ({ output }: ServeCommand): Promise<string> =>
  (await fetch(metricsAddressIn(output()))).text();

describe('several workers', { timeout: 60_000 }, () => {
  it('share a port, and a reload replaces them without a failed request or a lost count', async () => {
    const running = await start();
    const { child, address, output } = running;
    await requestUntil(address, () => workersIn(output()).size === 2);
    const before = workersIn(output());
    // The package's types do not say that the result is both a promise and an instance.
    const load = autocannon({
      url: new URL('webapi/v1/RawData?pageNumber=2', address).href,
      connections: 20,
      duration: 30,
    }) as Promise<autocannon.Result> & autocannon.Instance;
    let responses = 0;
    load.on('response', () => responses++);
    await expect.poll(() => responses, { timeout: 20_000 }).toBeGreaterThan(50);
    child.kill('SIGHUP');
    await expect.poll(output, { timeout: 25_000 }).toContain('"reloaded"');
    const atReload = responses;
    await expect.poll(() => responses, { timeout: 20_000 }).toBeGreaterThan(atReload + 50);
    load.stop();
    const { errors, non2xx, timeouts } = await load;
    expect({ errors, non2xx, timeouts }).toEqual({ errors: 0, non2xx: 0, timeouts: 0 });
    const workers = workersIn(output().slice(output().indexOf('"reloaded"')));
    expect([...workers].filter((pid) => before.has(pid))).toEqual([]);
    const text = await readMetrics(running);
    expect(metricIn(text, 'coastwatch_http_requests_total', { route: 'page', status: '200' })).toBeGreaterThanOrEqual(
      responses,
    );
  });

  it('keep serving when one of them is killed, and a new one replaces it', async () => {
    const running = await start();
    const { address, output } = running;
    await requestUntil(address, () => workersIn(output()).size === 2);
    const [victim = ''] = workersIn(output());
    const requestsIn = (metrics: string): number =>
      metricIn(metrics, 'coastwatch_http_requests_total', { route: 'record', status: '200' }) ?? 0;
    const before = requestsIn(await readMetrics(running));
    process.kill(Number(victim), 'SIGKILL');
    await expect.poll(output).toContain('a worker ended unexpectedly');
    await requestUntil(address, () => workersIn(output()).size === 3);
    const text = await readMetrics(running);
    expect(requestsIn(text)).toBeGreaterThan(before);
    expect(metricIn(text, 'coastwatch_workers')).toBe(2);
    expect(metricIn(text, 'coastwatch_worker_restarts_total')).toBe(1);
    expect((await fetch(new URL('/readyz', metricsAddressIn(output())))).status).toBe(200);
  });

  it('end with the process that started them', async () => {
    const running = await start();
    expect(await running.stop()).toBe(0);
    expect(running.output().match(/worker stopped/g)).toHaveLength(2);
    expect(running.output()).toContain('server stopped');
  });

  it('say in one line that the port is in use', async () => {
    const { address } = await start();
    const second = await runCommand('hosts/node/main.ts', ['--dir', site, '--port', address.port, '--workers', '2']);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toContain(
      `Port ${address.port} is in use. Choose another with --port, or stop the program that uses it.\n`,
    );
    expect(second.stderr).not.toContain('    at ');
  });
});

describe('a port for metrics that is in use', { timeout: 60_000 }, () => {
  it.each([['1'], ['2']])('ends a server with --workers %s, with a one-line message', async (workers) => {
    const { address } = await start();
    const options = ['--port', '0', '--metrics-port', address.port, '--workers', workers];
    const second = await runCommand('hosts/node/main.ts', ['--dir', site, ...options]);
    expect(second.exitCode).toBe(1);
    expect(second.stderr).toBe(
      `Port ${address.port} is in use. Choose another with --metrics-port, or stop the program that uses it.\n`,
    );
  });
});
