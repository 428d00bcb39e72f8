import { expect, type Page } from '@playwright/test';

import {
  urlParameters,
  details,
  dragFrom,
  expectUrlParameter,
  map,
  middleOfMap,
  openExplorer,
  pressOnMap,
  shownCounts,
  waitUntilDrawn,
} from './support/explorer.ts';
import { fetchJson, type PublishedRecord } from './support/api.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { rowsOfList } from './support/observations.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

const start = '?c=-32.34915,115.73338&z=13';

const surface = (page: Page) => page.getByRole('application', { name: 'Map surface' });
const centre = (page: Page): readonly number[] => (urlParameters(page).get('c') ?? '').split(',').map(Number);
const zoom = (page: Page): number => Number(urlParameters(page).get('z'));

test('the buttons move and zoom the map', async ({ page }) => {
  await openExplorer(page, fullHost, start);
  await map(page).getByRole('button', { name: 'Zoom out' }).click();
  await expectUrlParameter(page, 'z', '12');
  await map(page).getByRole('button', { name: 'Zoom in' }).click();
  await expectUrlParameter(page, 'z', '13');
  const [latitude = 0, longitude = 0] = centre(page);
  await expect(map(page).getByRole('button', { name: 'Move map' })).toHaveCount(0);
  await map(page).getByRole('button', { name: 'Legend' }).click();
  await map(page).getByRole('checkbox', { name: 'Show buttons that move the map' }).check();
  await page.keyboard.press('Escape');
  await map(page).getByRole('button', { name: 'Move map' }).click();
  await map(page).getByRole('button', { name: 'Move north' }).click();
  await expect.poll(() => centre(page)[0]).toBeGreaterThan(latitude + 0.001);
  await map(page).getByRole('button', { name: 'Move west' }).click();
  await expect.poll(() => centre(page)[1]).toBeLessThan(longitude - 0.001);
  await map(page).getByRole('button', { name: 'Whole coast' }).click();
  await expect.poll(() => zoom(page)).toBeLessThan(7);
});

test('keys move and zoom the map', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, start);
  await surface(page).focus();
  await page.keyboard.press('+');
  await expectUrlParameter(page, 'z', '14');
  await page.keyboard.press('-');
  await expectUrlParameter(page, 'z', '13');
  const [latitude = 0] = centre(page);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => centre(page)[0]).toBeLessThan(latitude);
  await page.keyboard.press('Escape');
  await expect(surface(page)).not.toBeFocused();
  await surface(page).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'About the data' })).toBeVisible();
});

test('each of several quick key presses zooms by one level', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-31.99,115.75&z=8');
  await surface(page).focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('+');
  await expectUrlParameter(page, 'z', '12');
  for (const key of ['-', '-', '+', '-']) await page.keyboard.press(key);
  await expectUrlParameter(page, 'z', '10');
});

test('the Enter key lists what is at the crosshair', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, start);
  await waitUntilDrawn(page, 'marks');
  await surface(page).focus();
  await page.keyboard.press('Enter');
  const here = page.getByRole('dialog', { name: 'At the crosshair' });
  await expect(here.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(here).toBeHidden();
  await expect(surface(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const records = await fetchJson<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData`);
  const observed = rowsOfList(
    records.filter(({ LocationX, LocationY }) => LocationX === 115.73338 && LocationY === -32.34915),
  );
  await here.getByRole('button', { name: `${observed.length} observations at one point` }).press('Enter');
  await expect(details(page)).toContainText('All 160 records:');
});

test('a tap on a mark opens its details', async ({ page }) => {
  await openExplorer(page, fullHost, start);
  await waitUntilDrawn(page, 'marks');
  await expect(async () => {
    // On a phone, the sheet hides a part of the map. The receiver is in the middle of the visible part. On a busy machine,
    // the layout may still be changing.
    await pressOnMap(page, { right: 0, down: 0 });
    await expect(details(page)).toContainText('All 160 records:', { timeout: 4000 });
  }).toPass();
  await expectUrlParameter(page, 'spot', '-32.34915,115.73338');
});

test('a tap in the sea at the zoom of the state keeps the coast in view', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.34915,113.3&z=5');
  await waitUntilDrawn(page, 'marks');
  // 55 pixels from the receiver.
  await pressOnMap(page, { right: 0, down: 0 });
  await expectUrlParameter(page, 'z', '8');
  await expect.poll(async () => (await shownCounts(page)).found).toBeGreaterThan(0);
});

test('all of the circle around a pressed point is visible, also once the sheet has opened', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-31.9,115.6&z=14');
  await waitUntilDrawn(page, 'ground');
  await pressOnMap(page, { right: 0, down: -150 });
  await expect(details(page)).toContainText('Point on the map');
  const circle = page.locator('path.map-around[d$="Z"]');
  await expect(async () => {
    const [ring, frame] = [await circle.boundingBox(), await map(page).boundingBox()];
    const { y: middle } = await middleOfMap(page);
    if (!ring || !frame) throw new Error('the circle or the map is not on the screen');
    expect(ring.y).toBeGreaterThan(frame.y);
    expect(ring.x).toBeGreaterThan(frame.x);
    expect(ring.y + ring.height).toBeLessThan(frame.y + 2 * (middle - frame.y));
  }).toPass();
});

test('dragging the map updates the URL', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-28,113&z=10');
  const { x, y } = await middleOfMap(page);
  const [, longitude = 0] = centre(page);
  await dragFrom(page, { x, y }, { right: -100, down: 0 });
  await expect.poll(() => centre(page)[1]).toBeGreaterThan(longitude + 0.05);
});

test(
  'the wheel zooms around the pointer, and marks can be pressed at their new positions',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, start);
    const middle = await middleOfMap(page);
    const pointer = { x: middle.x + 60, y: middle.y + 30 };
    await page.mouse.move(pointer.x, pointer.y);
    // A wheel movement of this many pixels is one zoom level.
    await page.mouse.wheel(0, -220);
    await expectUrlParameter(page, 'z', '14');
    // The receiver, which was in the middle, is now twice as far from the pointer.
    await expect(async () => {
      await page.mouse.click(pointer.x - 120, pointer.y - 60);
      await expect(details(page)).toContainText('All 160 records:', { timeout: 1000 });
    }).toPass();
    await expectUrlParameter(page, 'spot', '-32.34915,115.73338');
  },
);

test('the map has a legend of the marks in its data, completely on the screen, and a scale in kilometres and nautical miles', async ({
  page,
}) => {
  await openExplorer(page, fullHost, start);
  const opener = map(page).getByRole('button', { name: 'Legend' });
  const legend = map(page).getByRole('group', { name: 'Legend' });
  await opener.click();
  for (const words of [
    ...['Sighting', 'Detection by a receiver'],
    ...[
      'Number at one point',
      'Number at several points close together; the ring shows their kinds',
      'Selected',
      'Place',
    ],
    ...['Selected place or point', 'Circle of a search, place or point', 'Line to the nearest record'],
    ...['Line to a place or its offshore point', 'Crosshair'],
  ]) {
    await expect(legend.getByText(words, { exact: true })).toBeInViewport({ ratio: 0.98 });
  }
  await page.keyboard.press('Escape');
  await expect(legend).toBeHidden();
  await expect(
    map(page)
      .getByText(/^[\d.,]+ k?m$/)
      .first(),
  ).toBeVisible();
  await expect(
    map(page)
      .getByText(/^[\d.,]+ nmi$/)
      .first(),
  ).toBeVisible();
});
