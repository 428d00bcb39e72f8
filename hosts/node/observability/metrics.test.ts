import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { metricIn, metricsAddressIn, startServeCommand, type ServeCommand } from '../../../tests/support/run-node.ts';
import { writeSmallSite } from '../../../tests/support/small-site.ts';
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts';

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) console.warn('promtool is not installed: whether the metrics follow its rules is NOT TESTED.');

const folder = temporaryFolder();
let server: ServeCommand;
let dataVersion: string;

beforeAll(async () => {
  ({ dataVersion } = await writeSmallSite(join(folder, 'site'), 'compute'));
  server = await startServeCommand(join(folder, 'site'), ['--metrics-port', '0']);
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

const readMetrics = async (): Promise<string> => (await fetch(metricsAddressIn(server.output()))).text();

async function request(path: string, init?: RequestInit): Promise<number> {
  const response = await fetch(new URL(path, server.address), { headers: { 'Accept-Encoding': 'identity' }, ...init });
  return (await response.arrayBuffer()).byteLength;
}

describe('the metrics', () => {
  it('count every request by its route, dataset, method and status', async () => {
    const bytesOfPages =
      (await request('webapi/v1/RawData?pageNumber=1')) + (await request('webapi/v1/RAWDATA?pagenumber=1'));
    for (const path of ['46307', '5', 'x']) await request(`webapi/v1/RawData/${path}`);
    await request('webapi/v1/CoastalFeatures', { method: 'HEAD' });
    await request('webapi/v1/CoastalFeatures?latitude=-32&longitude=115');
    await request('webapi/v1/RawData.json');
    await request('webapi/v1/RawData/pages/asc/1.json');
    await request('webapi/v1/index.json');
    await request('webapi/v2/RawData');
    await request('');
    await request('data/manifest.json', { method: 'POST', body: 'x' });
    await request('index.html', { method: 'PURGE' });
    await request('healthz');
    await expect.poll(async () => metricIn(await readMetrics(), 'coastwatch_http_requests_total')).toBe(15);
    const text = await readMetrics();
    const count = (labels: Record<string, string>): number => metricIn(text, 'coastwatch_http_requests_total', labels);
    expect(count({ route: 'page', dataset: 'RawData', method: 'GET', status: '200' })).toBe(2);
    expect(count({ route: 'record', dataset: 'RawData', status: '200' })).toBe(1);
    expect(count({ route: 'record', dataset: 'RawData', status: '404' })).toBe(2);
    expect(count({ route: 'complete', dataset: 'CoastalFeatures', method: 'HEAD', status: '200' })).toBe(1);
    expect(count({ route: 'search', dataset: 'CoastalFeatures' })).toBe(1);
    expect(count({ route: 'complete', dataset: 'RawData' })).toBe(1);
    expect(count({ route: 'static-page', dataset: 'RawData' })).toBe(1);
    expect(count({ route: 'document', dataset: 'none' })).toBe(1);
    expect(count({ route: 'unknown', status: '404' })).toBe(1);
    expect(count({ route: 'file', status: '200' })).toBe(1);
    expect(count({ route: 'data', method: 'POST', status: '405' })).toBe(1);
    expect(count({ route: 'file', method: 'other', status: '405' })).toBe(1);
    expect(count({ route: 'health', status: '200' })).toBe(1);
    expect(metricIn(text, 'coastwatch_http_request_duration_seconds_count', { route: 'page' })).toBe(2);
    expect(metricIn(text, 'coastwatch_http_response_bytes_total', { route: 'page' })).toBe(bytesOfPages);
    expect(metricIn(text, 'coastwatch_http_responses_in_progress')).toBe(0);
  });

  it('show the data in service and the use of the caches', async () => {
    const hitsBefore = metricIn(await readMetrics(), 'coastwatch_cache_hits_total', { cache: 'response' });
    for (let round = 0; round < 3; round++) await request('webapi/v1/RawData?pageNumber=2');
    const text = await readMetrics();
    expect(metricIn(text, 'coastwatch_cache_hits_total', { cache: 'response' })).toBe(hitsBefore + 2);
    expect(metricIn(text, 'coastwatch_cache_bytes', { cache: 'file' })).toBeGreaterThan(0);
    expect(metricIn(text, 'coastwatch_data_info', { version: dataVersion, target: 'compute' })).toBe(1);
    expect(metricIn(text, 'coastwatch_ready')).toBe(1);
    expect(text).toContain('nodejs_eventloop_lag_seconds');
  });

  it.skipIf(!hasPromtool)('follow the rules of promtool', async () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: await readMetrics(),
      encoding: 'utf8',
    });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  it('are on a separate port, with the health checks', async () => {
    const root = metricsAddressIn(server.output());
    expect((await fetch(new URL('/readyz', root))).status).toBe(200);
    expect((await fetch(new URL('/healthz', root))).status).toBe(200);
    expect((await fetch(new URL('/webapi/v1/RawData', root))).status).toBe(404);
    expect((await fetch(root, { method: 'POST' })).status).toBe(405);
    expect((await fetch(new URL('metrics', server.address))).status).toBe(404);
  });
});
