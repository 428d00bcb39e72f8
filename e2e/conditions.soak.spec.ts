import { expect, test, type Page } from '@playwright/test';

import { fetchJson, searchQuery, type Page as ApiPage, type PublishedRecord } from './support/api.ts';
import { details, expectFound, expectRows, map, openExplorer, rows, waitUntilDrawn } from './support/explorer.ts';
import { atOneSize, fullHost, isPhone } from './support/hosts.ts';
import { readPicture } from './support/picture.ts';

test.use({ serviceWorkers: 'allow' });

const urlQuery = '?c=-32.2,115.74&z=10&r=30000';

/** Checks the number of results and the first three, opens a record, and goes back to the list. */
async function expectSearchAndDetails(page: Page): Promise<void> {
  const query = searchQuery({ latitude: -32.2, longitude: 115.74 }, 30_000);
  const { MetaData, PagedItems } = await fetchJson<ApiPage<PublishedRecord>>(
    `${fullHost}webapi/v1/RawData?${query}&pageNumber=1`,
  );
  await expectFound(page, MetaData.TotalItems);
  await expectRows(
    page,
    PagedItems.slice(0, 3).map(({ RawDataId }) => RawDataId),
  );
  await rows(page).first().click();
  await expect(details(page).getByText('Record number')).toBeVisible();
  await details(page).getByRole('button', { name: 'Back to list' }).click();
  await expect(rows(page).first()).toBeVisible();
}

test.describe('with service workers blocked', () => {
  test.use({ serviceWorkers: 'block' });

  test('searching, listing and opening records work on a host that serves only files', atOneSize, async ({ page }) => {
    await openExplorer(page, process.env['COASTWATCH_PLAIN_HOST'] ?? '', urlQuery);
    await expectSearchAndDetails(page);
  });
});

test(
  'without web workers, the page itself runs the searches and reports that it cannot draw the map',
  atOneSize,
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'Worker', {
        value: function refuse() {
          throw new Error('no workers here');
        },
      });
    });
    await openExplorer(page, fullHost, urlQuery);
    await expect(page.getByRole('alert').filter({ hasText: 'The map cannot be drawn.' })).toBeVisible();
    await expectSearchAndDetails(page);
  },
);

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

test('with reduced motion, animations take less than a millisecond', atOneSize, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openExplorer(page, fullHost, urlQuery);
  await map(page).getByRole('button', { name: 'Zoom in' }).click();
  expect(await longestAnimation(page)).toBeLessThan(1);
  await expectSearchAndDetails(page);
  expect(await longestAnimation(page)).toBeLessThan(1);
});

/** The duration of the longest animation that runs on the page, in milliseconds; 0 if there is none. */
function longestAnimation(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0))),
  );
}

test('in forced colours, searching and opening records work, and a focused tab has an outline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openExplorer(page, fullHost, urlQuery);
  await expectSearchAndDetails(page);
  if (isPhone()) return;
  const tab = page.getByRole('tab', { name: /^Records/ });
  await tab.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  // The focus must have an outline, because this mode removes shadows and replaces background colours.
  expect(await tab.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
});

test('in forced colours, land and sea differ, and so do sightings and detections', atOneSize, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openExplorer(page, fullHost, '?c=-32,115.75&z=9');
  /** The number of colours that fill more than a tenth of the map. */
  const areas = async (): Promise<number> => {
    const screenshot = await page.getByRole('application').screenshot();
    const { width, height, colours } = await readPicture(page, screenshot.toString('base64'));
    return colours.filter(([, pixels]) => pixels > (width * height) / 10).length;
  };
  await expect.poll(areas).toBe(2);
  await map(page).getByRole('button', { name: 'Legend' }).click();
  const icons = page.locator('.map-legend-list .mark-icon path');
  await expect(icons.first()).toBeVisible();
  const fills = await icons.evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill));
  expect(fills[0]).not.toBe(fills[1]);
  expect(fills[1]).not.toBe(fills[2]);
});

test('before the data is loaded, the map zooms and the page says that it is loading', atOneSize, async ({ page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/data/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(fullHost + urlQuery);
  await expect(map(page)).toBeVisible();
  await map(page).getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => Number(new URL(page.url()).searchParams.get('z'))).toBeLessThan(10);
  await expect(page.getByText(/^Loading/).first()).toBeVisible();
  await expect(page.getByText('Historical records, not live warnings.')).toBeVisible();
  release();
  await expectSearchAndDetails(page);
});

for (const { file, path } of [
  { file: 'the manifest', path: '**/data/manifest.json' },
  { file: 'the data', path: '**/data/*.bin' },
]) {
  test(`when ${file} cannot be read, the page says so, and Try again recovers`, atOneSize, async ({ page }) => {
    await page.route(path, (route) => route.abort());
    await page.goto(fullHost + urlQuery);
    const alert = page.getByRole('alert').filter({ hasText: 'The records could not be loaded' });
    await expect(alert).toBeVisible();
    await expect(map(page)).toBeVisible();
    await page.unroute(path);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expectSearchAndDetails(page);
  });
}
