import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { startHost } from '../../support/start-host.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';
import { hostileRequests, toBytes, type HostileRequest } from './hostile-requests.ts';
import { findProblems, secret, type RawResponse, forEachConcurrently, sendBytes } from './send-bytes.ts';
import { sizeOf } from '../../support/test-size.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const requests = hostileRequests(sizeOf(10_000));
const concurrency = 24;
const timeLimitInMilliseconds = 240_000;

const folder = temporaryFolder();
let site: string;

beforeAll(async () => {
  site = join(folder, 'site');
  await writeFixtureSite(site, 'static');
  await writeFile(join(folder, 'secret.txt'), secret);
});

const edge = 'the edge host in workerd';

/**
 * Whether the Host header is valid. workerd itself responds to an invalid one with a plain 500, so the worker never
 * receives the request. Servers in front of workers refuse such requests.
 */
function hasValidHost({ headers }: HostileRequest): boolean {
  const names = headers.filter(([name]) => name === 'Host').map(([, value]) => value);
  return names.length === 0 || URL.canParse(`http://${names.join(', ')}/`);
}

const describeRequest = ({ method, target }: HostileRequest): string => `${method} ${target}`.slice(0, 150);

describe('hostile requests', () => {
  const hosts = {
    'the Node host': 'node',
    [edge]: 'workerd',
  } as const;
  for (const [name, host] of Object.entries(hosts)) {
    it(`cause no fault in ${name}`, { timeout: timeLimitInMilliseconds }, async () => {
      const { address, stop } = await startHost(host, join(folder, host), { siteDirectory: site, basePath: '/' });
      try {
        await expectNoHarm(name, address);
      } finally {
        await stop();
      }
    });
  }
});

async function expectNoHarm(name: string, address: URL): Promise<void> {
  const problems: string[] = [];
  const statuses = new Map<number, number>();
  await forEachConcurrently(requests, concurrency, async (request) => {
    let response: RawResponse;
    try {
      response = await sendBytes(address, toBytes(request));
    } catch (error) {
      problems.push(`${describeRequest(request)}: ${String(error)}`);
      return;
    }
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (response.status === 500 && name === edge && !hasValidHost(request)) return;
    problems.push(
      ...findProblems(response).map(
        (problem) => `${describeRequest(request)}: ${problem}: ${response.body.slice(0, 200)}`,
      ),
    );
  });
  // The count of each status shows that the requests reached their targets.
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} x ${status || 'closed'}`);
  console.log(`${requests.length.toLocaleString('en')} hostile requests to ${name}: ${counts.join(', ')}`);
  // A fault may cause thousands.
  expect(problems.slice(0, 10)).toEqual([]);
  const after = await fetch(new URL('data/manifest.json', address));
  expect(after.status).toBe(200);
}
