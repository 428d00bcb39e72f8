import { expect, type Page } from '@playwright/test';

import { test } from './changeable-host.ts';
import { openTool } from './support/controls.ts';
import { openExplorer, rows } from './support/explorer.ts';
import { atOneSize } from './support/hosts.ts';
import { findUncached, goOffline } from './support/visit.ts';

/** The URL of a host that serves only files, which the service worker caches. */
const host = process.env['COASTWATCH_PLAIN_HOST'] ?? '';

/** Sets the storage quota of the site's origin. */
async function setStorageQuota(page: Page, quotaSize: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(host).origin, quotaSize });
}

/** The total size of the site's cached files whose URL contains `part`, in bytes, without the worker's own metadata. */
function bytesInCaches(page: Page, part: string): Promise<number> {
  return page.evaluate(async (part) => {
    let bytes = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        if (!url.includes(part) || url.endsWith('/kept-on-this-device')) continue;
        bytes += (await (await cache.match(url))?.blob())?.size ?? 0;
      }
    }
    return bytes;
  }, part);
}

/** Opens the explorer, and waits until its page and the manifest are cached, which is after the data that it needs. */
async function visit(page: Page, siteUrl: string): Promise<void> {
  await openExplorer(page, siteUrl);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => findUncached(page, [siteUrl, `${siteUrl}data/manifest.json`])).toEqual([]);
}

async function downloadCsv(page: Page): Promise<void> {
  await openTool(page, 'Download');
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download CSV' }).click();
  await (await download).path();
  await page.keyboard.press('Escape');
}

/** Downloads all records and all places, which are larger than the limit. */
async function downloadBothLists(page: Page, siteUrl: string): Promise<void> {
  await page.goto(`${siteUrl}?c=-26,117&z=4`);
  await downloadCsv(page);
  await page.getByRole('tab', { name: /^Places/ }).click();
  await downloadCsv(page);
}

test.describe('the data stored on the device', atOneSize, () => {
  test('is shown in the help, can be removed, and is stored again by the next visit', async ({ page }) => {
    await visit(page, host);
    const help = page.getByRole('dialog', { name: 'About the data' });
    // Files for offline use that the first screen does not need may still be being cached. The help shows the amount at
    // the time when it was opened.
    await expect(async () => {
      await page.goto(host);
      await page.evaluate(() => (location.hash = '#help-device'));
      await expect(help.getByRole('heading', { name: 'Stored on this device' })).toBeFocused();
      const megabytes = (await bytesInCaches(page, host)) / 1e6;
      expect(megabytes).toBeGreaterThan(0.5);
      await expect(help.getByRole('status')).toHaveText(`Stored now: ${megabytes.toFixed(1)} MB.`, { timeout: 3000 });
    }).toPass({ timeout: 40_000 });

    await help.getByRole('button', { name: 'Remove page data from this device' }).click();
    await expect(help.getByText(/^Removed\./)).toBeFocused();
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await visit(page, host);
  });

  test('stays within its limit and includes everything that the first screen needs', async ({
    page,
    context,
    host: changeable,
  }) => {
    const limit = 150_000;
    const quotaOverride = `navigator.storage.estimate = async () => ({ quota: ${10 * limit} });\n`;
    changeable.changes.set('sw.js', (script) => Buffer.concat([Buffer.from(quotaOverride), script]));
    await visit(page, changeable.siteUrl);
    await downloadBothLists(page, changeable.siteUrl);
    // The size can exceed the limit for a moment: a file is cached first, and then older files are evicted.
    await expect(async () => {
      const bytes = await bytesInCaches(page, '/data/');
      // Files are evicted as a whole: which of them remain depends on the order in which they were read.
      expect(bytes).toBeGreaterThan(limit / 3);
      expect(bytes).toBeLessThanOrEqual(limit);
    }).toPass({ timeout: 40_000 });
    await goOffline(context, changeable);
    await page.goto(changeable.siteUrl);
    await expect(rows(page).first()).toBeVisible();
  });

  test('is empty when the browser grants no storage, and the page works online', async ({ page }) => {
    await setStorageQuota(page, 1);
    await openExplorer(page, host);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await page.evaluate(() => (location.hash = '#help-device'));
    await expect(page.getByText(/^The page and its data are not stored on this device/)).toBeVisible();
  });
});
