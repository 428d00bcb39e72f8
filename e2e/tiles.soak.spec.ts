import { expectResults } from './support/explorer.ts';
import { expect, test, type Page, type Route } from '@playwright/test';

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

/** A PNG of a map tile in one colour. */
async function drawTile(page: Page): Promise<Buffer> {
  await page.setContent(`<style>body { background: rgb(${green.join()}) }</style>`);
  return page.screenshot({ clip: { x: 0, y: 0, width: 256, height: 256 } });
}

function encodeVarint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

/** A PMTiles archive, version 3, with the same picture for every tile of zoom levels 0 to 3. */
function pmtilesArchive(tile: Uint8Array): Buffer {
  const tiles = 1 + 4 + 16 + 64;
  // One entry: a run of all tiles from tile 0, at the start of the tile data.
  const directory = Buffer.from([1, 0, tiles, tile.length, 1].flatMap(encodeVarint));
  const metadata = Buffer.from('{}');
  const header = Buffer.alloc(127);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const end = 127 + directory.length + metadata.length;
  const parts = [127, directory.length, 127 + directory.length, metadata.length, end, 0, end, tile.length];
  [...parts, tiles, 1, 1].forEach((value, index) => header.writeBigUInt64LE(BigInt(value), 8 + index * 8));
  header.set([1, 1, 1, 2, 0, 3], 96); // clustered, nothing compressed, PNG, zoom levels
  [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000].forEach((degrees, index) =>
    header.writeInt32LE(degrees, 102 + index * 4),
  );
  return Buffer.concat([header, directory, metadata, tile]);
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
    const body = await drawTile(page);
    const requested = await openWithTiles(page, `${tileHost}/{z}/{x}/{y}.png`, (route) =>
      route.fulfill({
        body,
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
  const archive = pmtilesArchive(await drawTile(page));
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
