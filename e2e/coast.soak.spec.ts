import { expect, type Page } from '@playwright/test';

import { test } from './changeable-host.ts';
import { map, openExplorer } from './support/explorer.ts';
import { atOneSize, atOneSizeInSoak, fullHost } from './support/hosts.ts';
import { findUncached, goOffline, visitOnce } from './support/visit.ts';

/** A point in the Swan estuary, which is water only in the detailed coast. */
const melvilleWater = '?c=-32.003,115.827&z=12';
const kingsPark = '?c=-31.96,115.835&z=12';
const detailPath = 'coast/detail.json';
const worldPath = 'coast/world.json';

/** The credit names the coast that was drawn last. */
const openStreetMap = (page: Page) => map(page).getByRole('link', { name: '© OpenStreetMap contributors' });
const naturalEarth = (page: Page) => map(page).getByText('Coast: Natural Earth');

/** Whether the centre of the map is land or water: water is more blue than red, land the reverse. */
function groundAtCentre(page: Page): Promise<'water' | 'land'> {
  return map(page)
    .locator('.leaflet-chart-ground-pane canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const copy = document.createElement('canvas');
      const size = 999;
      Object.assign(copy, { width: size, height: size });
      const context = copy.getContext('2d');
      // The size of a canvas with a bitmap renderer is not that of its bitmap, so the copy is scaled.
      context?.drawImage(canvas, 0, 0, size, size);
      const [red = 0, , blue = 0] = context?.getImageData(size >> 1, size >> 1, 1, 1).data ?? [];
      return blue > red ? 'water' : 'land';
    });
}

test('the map draws the outline at small scales and the detailed coast from zoom 7, each with its credit', async ({
  page,
}) => {
  await openExplorer(page, fullHost, '?c=-28,116&z=5');
  await expect(naturalEarth(page)).toBeVisible();
  await openExplorer(page, fullHost, '?c=-32,115.7&z=7');
  await expect(openStreetMap(page)).toBeVisible();
  await expect(openStreetMap(page)).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright');
});

test(
  'the outline is shown while the detailed coast cannot be loaded, and loading is retried',
  atOneSize,
  async ({ page }) => {
    let failures = 0;
    await page.route(`**/${detailPath}`, async (route) => {
      failures++;
      await route.abort();
    });
    await openExplorer(page, fullHost, melvilleWater);
    await expect(naturalEarth(page)).toBeVisible();
    await expect(map(page).locator('.map-scale')).toContainText('Coast: typical error 1 km');
    expect(await groundAtCentre(page)).toBe('land');
    await expect.poll(() => failures).toBe(1);
    await page.unroute(`**/${detailPath}`);
    await expect(openStreetMap(page)).toBeVisible({ timeout: 20_000 });
    expect(await groundAtCentre(page)).toBe('water');
  },
);

test('the outline of the world appears when the view leaves the region, and is not requested before', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const isWorldRequested = (): boolean => requested.includes(fullHost + worldPath);
  // Without the list: it leaves a phone so little height that the map shows more than the area of the region.
  await page.goto(fullHost);
  await expect(naturalEarth(page)).toBeVisible();
  // The detail is read when the page is idle.
  await expect.poll(() => requested).toContain(fullHost + detailPath);
  await openExplorer(page, fullHost, kingsPark);
  await expect(openStreetMap(page)).toBeVisible();
  expect(isWorldRequested()).toBe(false);

  await openExplorer(page, fullHost, '?c=51.6,-0.3&z=9');
  await expect(naturalEarth(page)).toBeVisible();
  expect(isWorldRequested()).toBe(true);
  await expect.poll(() => groundAtCentre(page)).toBe('land');
  await openExplorer(page, fullHost, '?c=54.3,3.2&z=9');
  await expect.poll(() => groundAtCentre(page)).toBe('water');
});

test(
  'the detailed coast and the outline of the world are available offline after a visit that did not show them',
  atOneSizeInSoak,
  async ({ page, context, host }) => {
    await visitOnce(page, host.siteUrl);
    await expect(naturalEarth(page)).toBeVisible();
    const urls = [detailPath, worldPath].map((path) => host.siteUrl + path);
    await expect.poll(() => findUncached(page, urls)).toEqual([]);

    await goOffline(context, host);
    await page.goto(host.siteUrl + melvilleWater);
    await expect(openStreetMap(page)).toBeVisible();
    expect(await groundAtCentre(page)).toBe('water');
    await page.goto(host.siteUrl + kingsPark);
    await expect(openStreetMap(page)).toBeVisible();
    expect(await groundAtCentre(page)).toBe('land');
    await page.goto(`${host.siteUrl}?c=51.6,-0.3&z=9`);
    await expect.poll(() => groundAtCentre(page)).toBe('land');
  },
);
