import { expect, type Page } from '@playwright/test';

import { shortenPauses, test } from './changeable-host.ts';
import { dataOnDevice, findUncached, visitOnce } from './support/visit.ts';
import { atOneSize } from './support/hosts.ts';

/** Sends the message with which a loaded page makes the service worker cache the data that the explorer needs. */
async function cacheNeededData(page: Page, siteUrl: string): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep');
  });
  await expect.poll(() => findUncached(page, [`${siteUrl}data/manifest.json`])).toEqual([]);
}

/** Overwrites every cached data file except the manifest with rubbish. Returns the number of files. */
function damageCachedData(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let damaged = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (!/\/data\/[0-9a-f]{32}\./.test(request.url)) continue;
        await cache.put(request, new Response('rubbish'));
        damaged++;
      }
    }
    return damaged;
  });
}

/** Counts the cached files that the explorer needs and that are still damaged. */
function countDamaged(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const { scope } = await navigator.serviceWorker.ready;
    const index = await caches.match(new URL('data/kept-on-this-device', scope));
    const { needed } = (await index?.json()) as { needed: string[] };
    let damaged = 0;
    for (const path of needed) {
      if ((await (await caches.match(new URL(path, scope)))?.text()) === 'rubbish') damaged++;
    }
    return damaged;
  });
}

test.describe('the explorer after one visit', atOneSize, () => {
  test('replaces damaged cached files automatically', async ({ page, context, host }) => {
    await shortenPauses(context, host);
    await visitOnce(page, host.siteUrl);
    expect(await damageCachedData(page)).toBeGreaterThan(2);
    await page.reload();
    await expect.poll(() => countDamaged(page)).toBe(0);
    host.state = 'gone';
    await page.reload();
    await expect(page.getByText(dataOnDevice)).toBeVisible({ timeout: 20_000 });
  });
});

test.describe('an update', () => {
  // A new service worker caches all files of the page before it waits.
  test.describe.configure({ timeout: 120_000 });

  test('of the page is offered, never forced, and applied when the user accepts', atOneSize, async ({ page, host }) => {
    await visitOnce(page, host.siteUrl);
    await page.evaluate(() => document.body.setAttribute('data-before', ''));
    host.changes.set('sw.js', workerOfAnotherBuild);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect(page.getByText('A new version of the page is ready.')).toBeVisible({ timeout: 40_000 });
    expect(await isWorkerWaiting(page)).toBe(true);
    await expect(page.locator('body[data-before]')).toHaveCount(1);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.locator('body:not([data-before])')).toHaveCount(1);
    expect(await isWorkerWaiting(page)).toBe(false);
    await expect(page.getByText('A new version of the page is ready.')).toBeHidden();
  });

  test(
    'of only the service worker, to the version of the open page, is not offered and takes effect on reload',
    atOneSize,
    async ({ page, context, host }) => {
      host.changes.set('sw.js', workerOfAnotherBuild);
      await page.goto(host.siteUrl);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      host.changes.delete('sw.js');
      const another = await context.newPage();
      await another.goto(`${host.siteUrl}docs/`);
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await expect.poll(() => isWorkerWaiting(page), { timeout: 40_000 }).toBe(true);
      await expect(page.getByText('A new version of the page is ready.')).toBeHidden();
      await another.close();
      await page.reload();
      await expect.poll(() => isWorkerWaiting(page), { timeout: 40_000 }).toBe(false);
      await expect(page.getByText('A new version of the page is ready.')).toBeHidden();
    },
  );
});

test.describe('the API in the service worker', atOneSize, () => {
  const search = 'webapi/v1/RawData?latitude=-31.994&longitude=115.751&pageNumber=1';

  /** The status of a response of the API, which the host behind the proxy never sends. */
  async function expectStatus(page: Page, status: number, path = search): Promise<void> {
    const received = await page.evaluate(async (url) => {
      const response = await fetch(url);
      return response.headers.has('X-Data-Version') || response.headers.has('Retry-After') ? response.status : null;
    }, `/${path}`);
    expect(received).toBe(status);
  }

  test('responds without a host from cached files, and with 503 if it needs a file that is not cached', async ({
    page,
    host,
  }) => {
    await page.goto(`${host.siteUrl}docs/`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expectStatus(page, 200);
    await cacheNeededData(page, host.siteUrl);
    // The worker caches files after it has responded.
    await expect
      .poll(async () => {
        const before = await countCachedData(page);
        await page.waitForTimeout(400);
        return before > 0 && before === (await countCachedData(page));
      })
      .toBe(true);
    host.state = 'gone';
    await page.reload();
    await expectStatus(page, 200);
    await expectStatus(page, 503, 'webapi/v1/CoastalFeatures?pageNumber=1');
  });
});

function countCachedData(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let cached = 0;
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) if (/\/data\/[0-9a-f]{32}\./.test(url)) cached++;
    }
    return cached;
  });
}

function isWorkerWaiting(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

/** A service worker that lists the entry scripts of the pages under different names. */
function workerOfAnotherBuild(script: Buffer): Buffer {
  return Buffer.from(
    script.toString().replaceAll(/assets\/index-([\w-]+)\.js/g, 'assets/index-of-another-build-$1.js'),
  );
}
