import { expect, type Locator, type Page, test } from '@playwright/test';

import { openExplorer, waitUntilDrawn } from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

const urlQuery = '?c=-32.2,115.74&z=10';
const ground = (page: Page): Locator => page.locator('.leaflet-chart-ground-pane canvas');

test('the map shows a message while the drawing worker cannot be loaded', atOneSize, async ({ page }) => {
  const problem = page.getByText('The map cannot be drawn.');
  await page.route('**/drawing-worker-*', (route) => route.abort());
  await openExplorer(page, fullHost, urlQuery);
  await expect(problem).toBeVisible();
  await page.unroute('**/drawing-worker-*');
  // The next drawing starts another worker.
  await page.emulateMedia({ colorScheme: 'dark' });
  await waitUntilDrawn(page, 'ground');
  await waitUntilDrawn(page, 'marks');
  await expect(problem).toBeHidden();
});

test('the chart is redrawn for a larger device pixel ratio', atOneSize, async ({ page }) => {
  await page.addInitScript(() => {
    const { prototype } = ImageBitmapRenderingContext;
    const transfer = Reflect.get(prototype, 'transferFromImageBitmap');
    prototype.transferFromImageBitmap = function (picture) {
      (this.canvas as HTMLCanvasElement).dataset['pixels'] = String(picture?.width ?? 0);
      transfer.call(this, picture);
    };
    // Emulating a screen changes the ratio without an event, so the test sends a `finer` event itself.
    const match = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      const list = match(query);
      if (query.includes('resolution')) window.addEventListener('finer', () => list.dispatchEvent(new Event('change')));
      return list;
    };
  });
  await openExplorer(page, fullHost, urlQuery);
  const pixelsAcross = async (): Promise<number> => Number(await ground(page).getAttribute('data-pixels'));
  await expect.poll(pixelsAcross).toBeGreaterThan(0);
  const before = await pixelsAcross();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 2, mobile: false });
  await page.evaluate(() => window.dispatchEvent(new Event('finer')));
  await expect.poll(pixelsAcross).toBe(2 * before);
});
