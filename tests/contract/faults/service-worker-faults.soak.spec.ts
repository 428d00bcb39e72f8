import { readFile } from 'node:fs/promises';

import { expect, test, type Page } from '@playwright/test';

import {
  FaultPlan,
  sampledCases,
  type FaultCase,
  startMisbehavingHost,
  type MisbehavingHost,
} from './misbehaving-host.ts';
import { faultRequests, isConforming503, type Received } from './fault-requests.ts';
import { fixtureTree } from '../fixture/fixture-tree.ts';
import { fromRoot } from '../../support/repository.ts';

/** The number of pages that run cases. Each has its own origin, service worker and misbehaving host. */
const laneCount = 16;
const totalCases = 5 * laneCount;
/** The worker gives up after 8.5 seconds. */
const timeLimitInMilliseconds = 8500 + 1500;
const paths = [0, 4, 8, 13].flatMap((index) => faultRequests[index]?.path ?? []);
const isStreamed = (path: string): boolean => faultRequests.some((each) => each.path === path && each.isStreamed);

interface Lane {
  readonly page: Page;
  readonly host: MisbehavingHost;
  readonly plan: FaultPlan;
}

interface TimedResponse {
  /** Without the entity tag, and with the same origin for every page. */
  readonly response: Received | 'aborted';
  /** Until the response started. */
  readonly milliseconds: number;
}

/** The files of the fixture, the built worker, and a page that only registers it. */
async function siteFiles(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>((await fixtureTree()).tree.files);
  files.set('sw.js', await readFile(fromRoot('dist/explorer/sw.js')));
  const page = '<!doctype html><title>A page</title><script>navigator.serviceWorker.register("sw.js")</script>';
  files.set('page.html', Buffer.from(page));
  return files;
}

function send({ page, host }: Lane, path: string): Promise<TimedResponse> {
  return page.evaluate(
    async ([url, origin]) => {
      const began = performance.now();
      const response = await fetch(url);
      const milliseconds = performance.now() - began;
      try {
        const withoutOrigin = (text: string): string => text.replaceAll(origin, 'https://data.example.org');
        const body = withoutOrigin(await response.text());
        const others = [...response.headers].filter(([name]) => name !== 'etag');
        const headers = Object.fromEntries(others.map(([name, value]) => [name, withoutOrigin(value)]));
        return { response: { status: response.status, headers, body }, milliseconds };
      } catch {
        return { response: 'aborted' as const, milliseconds };
      }
    },
    [`/webapi/v1/${path}`, host.address.origin] as const,
  );
}

/** All cached responses: the path and the body in base64 of each. */
function cachedFiles({ page }: Lane): Promise<[string, string][]> {
  return page.evaluate(async () => {
    const found: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const bytes = new Uint8Array((await (await cache.match(url))?.arrayBuffer()) ?? new ArrayBuffer());
        found.push([
          new URL(url).pathname.slice(1),
          btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
        ]);
      }
    }
    return found;
  });
}

/** Stops the workers, which clears their memory, and deletes their caches. */
async function resetWorkers(all: readonly Lane[]): Promise<void> {
  for (const { page } of all) {
    const session = await page.context().newCDPSession(page);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await session.detach();
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });
  }
}

const lanes: Lane[] = [];
let files: Map<string, Uint8Array>;

test.beforeAll(async ({ browser }) => {
  files = await siteFiles();
  const context = await browser.newContext();
  for (let number = 0; number < laneCount; number++) {
    const host = await startMisbehavingHost(files);
    const page = await context.newPage();
    await page.goto(`${host.address.href}page.html`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    lanes.push({ page, host, plan: new FaultPlan(host, () => '') });
  }
});
test.afterAll(async () => {
  for (const { host } of lanes) host.close();
  await lanes[0]?.page.context().close();
});

test('the service worker over a misbehaving host sends the right response or a 503 in time, caches nothing damaged, and recovers', async () => {
  test.setTimeout(180_000);
  const [first] = lanes;
  if (!first) throw new Error('no lane');
  const rightResponses = new Map<string, Received | 'aborted'>();
  const reads = new Map<string, number>();
  for (const path of paths) {
    await resetWorkers([first]);
    first.plan.begin('', { path, read: Infinity, fault: 'is missing', isLasting: false });
    rightResponses.set(path, (await send(first, path)).response);
    reads.set(path, first.plan.end(''));
  }

  async function runCase(fault: FaultCase, one: Lane): Promise<string> {
    const expected = rightResponses.get(fault.path);
    one.plan.begin('', fault);
    const { response, milliseconds } = await send(one, fault.path);
    const readsMade = one.plan.end('');
    const details = JSON.stringify({ fault, readsMade, milliseconds, response }).slice(0, 500);
    expect(milliseconds, details).toBeLessThan(timeLimitInMilliseconds);
    if (response === 'aborted') expect(fault.isLasting && isStreamed(fault.path), details).toBe(true);
    else if (fault.isLasting && response.status === 503) expect(isConforming503(response), details).toBe(true);
    else expect(response, details).toEqual(expected);
    expect((await send(one, fault.path)).response, `after ${details}`).toEqual(expected);
    for (const [path, content] of await cachedFiles(one)) {
      // The caches also contain the worker's own state.
      if (!/^data\/(?:manifest\.json|[0-9a-f]{32}\.)/.test(path)) continue;
      expect(
        content === Buffer.from(files.get(path) ?? '').toString('base64'),
        `${path} as cached after ${details}`,
      ).toBe(true);
    }
    return response === 'aborted' ? response : String(response.status);
  }

  const cases = sampledCases(reads, totalCases);
  const isSlow = ({ fault }: FaultCase): boolean => /hangs|drips/.test(fault);
  const outcomes: string[] = [];
  for (const waiting of [cases.filter((each) => !isSlow(each)), cases.filter(isSlow)]) {
    for (let start = 0; start < waiting.length; start += laneCount) {
      await resetWorkers(lanes);
      const round = waiting.slice(start, start + laneCount);
      outcomes.push(
        ...(await Promise.all(lanes.flatMap((one, index) => (round[index] ? [runCase(round[index], one)] : [])))),
      );
    }
  }
  expect(outcomes).toHaveLength(totalCases);
  const count = (outcome: string): number => outcomes.filter((each) => each === outcome).length;
  expect(Math.min(count('200'), count('503'), count('aborted'))).toBeGreaterThan(0);
  console.info(
    `${outcomes.length} faults survived by the service worker: ${count('200')} right responses, ` +
      `${count('503')} with 503, ${count('aborted')} aborted.`,
  );
});
