import { expect, type Locator, type Page } from '@playwright/test';

import { atOneSize, fullHost } from './support/hosts.ts';
import { expectResults, openExplorer } from './support/explorer.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

test.afterEach(async ({ page }) => {
  // Pages share the storage of their browser.
  await page.evaluate(() => {
    localStorage.clear();
  });
});

/** A site with three base maps: tiles and a vector archive of another host, and an archive of images in the site. */
const host = process.env['COASTWATCH_RESTRICTED_HOST'] ?? '';
const closeView = '?c=-32,115.75&z=14';

const button = (page: Page, name: string): Locator =>
  page.locator('.map-tools').getByRole('button', { name, exact: true });
const tiles = (page: Page): Locator => page.locator('.leaflet-tile-loaded');
/** The requests to other origins than that of the site. */
function collectForeignRequests(page: Page, site: string): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(site)) requests.push(request.url());
  });
  return requests;
}

/** The colour near the middle of the first tile, as RGB. */
const readColour = (page: Page): Promise<readonly number[]> =>
  tiles(page)
    .first()
    .evaluate((tile) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      context?.drawImage(tile as HTMLCanvasElement, 0, 0);
      return [...(context?.getImageData(100, 100, 1, 1).data ?? [])].slice(0, 3);
    });

test(
  'nothing is requested from OpenStreetMap until Streets is pressed, and then its tiles',
  atOneSize,
  async ({ page }) => {
    const requests = collectForeignRequests(page, fullHost);
    // The tests have no network: an empty tile for every address.
    await page.route('https://tile.openstreetmap.org/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    );
    await openExplorer(page, fullHost, closeView);
    await expect(button(page, 'Streets')).toHaveAttribute('title', 'Loads pictures from openstreetmap.org');
    await expect(page.locator('.map-scale')).toContainText('Outline only: beaches may look inland');
    await page.getByRole('button', { name: 'Legend' }).click();
    await expect(page.getByText('Streets loads pictures from openstreetmap.org.')).toBeVisible();
    await page.keyboard.press('Escape');
    expect(requests).toEqual([]);
    await button(page, 'Streets').click();
    await expect(tiles(page).first()).toBeAttached();
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.filter((url) => !/^https:\/\/tile\.openstreetmap\.org\/14\/\d+\/\d+\.png$/.test(url))).toEqual([]);
    await expect(page.locator('.map-attribution')).toContainText('© OpenStreetMap contributors');
    await expect(page.locator('.map-attribution').getByRole('link')).toHaveAttribute(
      'href',
      'https://www.openstreetmap.org/copyright',
    );
    await expect(page.locator('.map-scale')).not.toContainText('Outline only');
  },
);

test('the policy of the page blocks every host that is not one of its base maps', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost);
  const blocked = await page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => {
          resolve(event.blockedURI);
        });
        new Image().src = 'https://tiles.example.org/1/2/3.png';
      }),
  );
  expect(blocked).toBe('https://tiles.example.org/1/2/3.png');
});

test('a chosen base map is drawn, remembered on the device, and removed when it is pressed again', async ({ page }) => {
  const requests = collectForeignRequests(page, host);
  await openExplorer(page, host, closeView);
  await button(page, 'Streets').click();
  await expect(button(page, 'Streets')).toHaveAttribute('aria-pressed', 'true');
  await expect(tiles(page).first()).toBeAttached();
  await expect(page.getByText('© Example Mapping')).toBeVisible();
  await page.reload();
  await expectResults(page);
  await expect(button(page, 'Streets')).toHaveAttribute('aria-pressed', 'true');
  await expect(tiles(page).first()).toBeAttached();
  await button(page, 'Streets').click();
  await expect(tiles(page)).toHaveCount(0);
  await expect(page.locator('.map-scale')).toContainText('Outline only');
  requests.length = 0;
  await page.reload();
  await expectResults(page);
  expect(requests).toEqual([]);
});

test('the summary of a place offers the first base map, and says where it comes from', async ({ page }) => {
  await openExplorer(page, host, '?place=1');
  const summary = page.getByRole('region', { name: 'Summary', exact: true });
  await expect(summary).toContainText('See streetsStreets loads pictures from 127.0.0.1');
  await summary.getByRole('button', { name: 'See streets' }).click();
  await expect(button(page, 'Streets')).toHaveAttribute('aria-pressed', 'true');
  await expect(summary.getByRole('button', { name: 'See streets' })).toHaveCount(0);
});

for (const { title, colour, scheme } of [
  { title: 'Images', colour: [40, 160, 60], scheme: 'light' },
  // The colours of land in the two styles of the library that draws vector tiles.
  { title: 'Vector', colour: [226, 223, 218], scheme: 'light' },
  { title: 'Vector', colour: [31, 31, 31], scheme: 'dark' },
] as const) {
  test(`an archive is read in parts and drawn: ${title}, ${scheme}`, atOneSize, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    const ranges: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('.pmtiles')) ranges.push(request.headers()['range']);
    });
    await openExplorer(page, host, closeView);
    expect(ranges).toEqual([]);
    await button(page, title).click();
    await expect(tiles(page).first()).toBeAttached();
    await expect.poll(() => readColour(page)).toEqual(colour);
    expect(ranges.length).toBeGreaterThan(0);
    expect(ranges.every((range) => range?.startsWith('bytes='))).toBe(true);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
}

for (const title of ['Streets', 'Vector', 'Images']) {
  test(
    `offline, the page says that ${title} is missing and draws the outline, until the network is back`,
    atOneSize,
    async ({ page, context }) => {
      await openExplorer(page, host, closeView);
      await button(page, title).hover();
      await context.setOffline(true);
      await button(page, title).click();
      const alert = page.getByRole('alert').filter({ hasText: title });
      await expect(alert).toContainText('could not be loaded');
      await expect(alert).toContainText('The outline of the coast is shown instead.');
      await context.setOffline(false);
      // The first attempt may be too early.
      await expect(tiles(page).first()).toBeAttached({ timeout: 30_000 });
      await expect(alert).toHaveCount(0);
    },
  );
}
