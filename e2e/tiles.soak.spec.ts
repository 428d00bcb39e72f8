import { expectResults } from './support/explorer.ts';
import { expect, test, type Page, type Route } from '@playwright/test';

import { pmtilesArchive, pngTile } from './support/pmtiles-archive.ts';
import { atOneSize } from './support/hosts.ts';

const fullHost = process.env['COASTWATCH_FULL_HOST'] ?? '';
const tileHost = 'https://tiles.example.org';
const green = [40, 160, 60] as const;

test.use({ serviceWorkers: 'block' });

/** Opens the explorer of a publisher who has configured tiles. Returns the URLs requested from the tile host. */
async function openWithTiles(page: Page, content: string, respond: (route: Route) => Promise<void>): Promise<string[]> {
  const requested: string[] = [];
  await page.route(`${tileHost}/**`, async (route) => {
    requested.push(route.request().url());
    await respond(route);
  });
  await page.route(`${fullHost}`, async (route) => {
    const response = await route.fetch();
    // The page as it is built with tiles, whose host its policy then allows.
    const html = (await response.text())
      .replace('<head>', `<head><meta name="coastwatch-tiles" content="${content}" data-attribution="Example Mapping">`)
      .replace("img-src 'self' data:", `img-src 'self' data: blob: ${tileHost}`)
      .replace("connect-src 'self'", `connect-src 'self' ${tileHost}`);
    await route.fulfill({ response, body: html });
  });
  await page.goto(fullHost);
  await expectResults(page);
  await expect(page.locator('#results-count')).toContainText(' on this map');
  return requested;
}

async function chooseTiles(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Layers' }).click();
  await page.getByLabel('Map tiles from tiles.example.org').check();
}

/** Reads the colour near the middle of the first loaded tile. */
const readTileColour = (page: Page): Promise<readonly number[]> =>
  page
    .locator('img.leaflet-tile-loaded')
    .first()
    .evaluate((image) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d');
      context?.drawImage(image as HTMLImageElement, 0, 0);
      return [...(context?.getImageData(100, 100, 1, 1).data ?? [])].slice(0, 3);
    });

test(
  'the map requests nothing from a tile host until the user chooses its tiles, and then draws them',
  atOneSize,
  async ({ page }) => {
    const requested = await openWithTiles(page, `${tileHost}/{z}/{x}/{y}.png`, (route) =>
      route.fulfill({
        body: pngTile(green),
        contentType: 'image/png',
        headers: { 'Access-Control-Allow-Origin': '*' },
      }),
    );
    expect(requested).toEqual([]);
    await chooseTiles(page);
    await expect(page.locator('img.leaflet-tile-loaded').first()).toBeAttached();
    expect(requested.every((url) => /\/\d+\/\d+\/\d+\.png$/.test(url))).toBe(true);
    await expect(page.getByText('Example Mapping')).toBeVisible();
  },
);

test('the map reads tiles from a PMTiles archive with range requests', atOneSize, async ({ page }) => {
  const archive = pmtilesArchive(pngTile(green));
  const ranges: (string | undefined)[] = [];
  const requested = await openWithTiles(page, `${tileHost}/coast.pmtiles`, async (route) => {
    const range = route.request().headers()['range'];
    ranges.push(range);
    const [, start = '0', end = ''] = /bytes=(\d+)-(\d*)/.exec(range ?? '') ?? [];
    const last = Math.min(Number(end) || archive.length - 1, archive.length - 1);
    await route.fulfill({
      status: 206,
      body: archive.subarray(Number(start), last + 1),
      headers: {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Headers': 'range',
        'Content-Range': `bytes ${start}-${last}/${archive.length}`,
      },
    });
  });
  expect(requested).toEqual([]);
  await chooseTiles(page);
  await expect(page.locator('img.leaflet-tile-loaded').first()).toBeAttached();
  expect(await readTileColour(page)).toEqual([...green]);
  expect(ranges.filter((range) => range !== undefined).length).toBeGreaterThan(0);
});

test(
  'the page reports tiles that cannot be loaded, and still offers the built-in chart',
  atOneSize,
  async ({ page }) => {
    await openWithTiles(page, `${tileHost}/{z}/{x}/{y}.png`, (route) => route.abort());
    await chooseTiles(page);
    await expect(page.getByRole('alert').filter({ hasText: 'tiles.example.org' })).toBeVisible();
    await page.getByLabel('Built-in chart').check();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);
