import { expect, type Page } from '@playwright/test';

import {
  urlParameters,
  expectStableUrl,
  map,
  middleOfMap,
  openExplorer,
  rows,
  waitUntilDrawn,
} from './support/explorer.ts';
import { atOneSize, fullHost, requirePublishedHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

/** A receiver with 160 records at one point, in the middle of the map. */
const receiver = '?c=-32.34915,115.73338&z=14';
const label = (page: Page) => page.locator('.map-hover-label');
const hoveredRows = (page: Page) => rows(page).and(page.locator('[data-hovered]'));

test(
  'a mark that the mouse points at has a label, and its records are highlighted in the list',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, receiver);
    await waitUntilDrawn(page, 'marks');
    const { x, y } = await middleOfMap(page);
    // The first movement loads the script that shows the label.
    await expect(async () => {
      await page.mouse.move(x + 200, y + 150);
      await page.mouse.move(x, y);
      await expect(label(page)).toContainText('160 records', { timeout: 1000 });
    }).toPass();
    await expect(page.locator('.map-hits-mark')).toHaveCount(1);
    await expect(page.locator('[data-hovered]').first()).toBeVisible();
    await page.mouse.move(x + 200, y + 150);
    await expect(label(page)).toHaveCount(0);
    await expect(hoveredRows(page)).toHaveCount(0);
  },
);

test('a row that the mouse points at has a ring around its mark on the map', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, receiver);
  await waitUntilDrawn(page, 'marks');
  await rows(page).first().hover();
  await expect(page.locator('.map-hover-ring')).toHaveCount(1);
  const { x, y } = await middleOfMap(page);
  await page.mouse.move(x + 200, y + 150);
  await expect(page.locator('.map-hover-ring')).toHaveCount(0);
});

test('three presses on clusters lead from the whole coast to Cottesloe', atOneSize, async ({ page }) => {
  const host = requirePublishedHost();
  const cottesloe = { longitude: 115.751, latitude: -31.994 };
  await openExplorer(page, host, '?c=-25.5,119&z=4.94');
  for (let press = 0; press < 3; press++) {
    await waitUntilDrawn(page, 'marks');
    const before = urlParameters(page).get('z');
    await pressMarkNear(page, cottesloe);
    await expect.poll(() => urlParameters(page).get('z')).not.toBe(before);
    await expectStableUrl(page);
  }
  expect(Number(urlParameters(page).get('z'))).toBeGreaterThanOrEqual(12.5);
  const { x, y } = await pointOnPage(page, cottesloe);
  const box = await map(page).boundingBox();
  expect(x > (box?.x ?? 0) && x < (box?.x ?? 0) + (box?.width ?? 0)).toBe(true);
  expect(y > (box?.y ?? 0) && y < (box?.y ?? 0) + (box?.height ?? 0)).toBe(true);
});

interface Position {
  readonly longitude: number;
  readonly latitude: number;
}

const mercatorX = (longitude: number): number => longitude / 360;
const mercatorY = (latitude: number): number =>
  -Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);

/** Computes where the map of the current URL shows a position, in pixels of the page. */
async function pointOnPage(page: Page, { longitude, latitude }: Position): Promise<{ x: number; y: number }> {
  const parameters = urlParameters(page);
  const [centreLatitude = 0, centreLongitude = 0] = (parameters.get('c') ?? '').split(',').map(Number);
  const worldSize = 256 * 2 ** Number(parameters.get('z'));
  const middle = await middleOfMap(page);
  return {
    x: middle.x + (mercatorX(longitude) - mercatorX(centreLongitude)) * worldSize,
    y: middle.y + (mercatorY(latitude) - mercatorY(centreLatitude)) * worldSize,
  };
}

/** Presses a cluster near a position. Finds it by pointing at points further and further from the position. */
async function pressMarkNear(page: Page, position: Position): Promise<void> {
  await expect(async () => {
    const { x, y } = await pointOnPage(page, position);
    for (let distance = 0; distance <= 40; distance += 5) {
      for (let direction = 0; direction < (distance === 0 ? 1 : 8); direction++) {
        const angle = (direction / 8) * 2 * Math.PI;
        const point = { x: x + distance * Math.cos(angle), y: y + distance * Math.sin(angle) };
        await page.mouse.move(point.x, point.y);
        if ((await page.locator('.map-hits-mark').count()) === 0) continue;
        // The label appears in the next frame or, the first time, once its script is loaded.
        await expect(label(page)).toContainText(/records? at [\d,]+ points/, { timeout: 500 });
        await page.mouse.click(point.x, point.y);
        return;
      }
    }
    throw new Error('no cluster is near the position');
  }).toPass();
}
