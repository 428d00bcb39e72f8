import { expect, type Page } from '@playwright/test';

import {
  details,
  dragFrom,
  expectUrlParameter,
  list,
  map,
  openExplorer,
  pressOnMap,
  rows,
  waitUntilDrawn,
} from './support/explorer.ts';
import { fullHost, isPhone } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

test.beforeEach(() => {
  test.skip(!isPhone(), 'only a phone has the sheet');
});

const sheet = (page: Page) => page.getByRole('region', { name: 'Search and results' });

async function sheetHeight(page: Page): Promise<number> {
  return (await sheet(page).boundingBox())?.height ?? 0;
}

/** Waits until the height of the sheet is between two fractions of the screen's height. */
async function expectHeight(page: Page, minimum: number, maximum: number): Promise<void> {
  await expect.poll(async () => (await sheetHeight(page)) / 844, 'share of the screen').toBeGreaterThan(minimum);
  await expect.poll(async () => (await sheetHeight(page)) / 844, 'share of the screen').toBeLessThan(maximum);
}

test('a button moves the sheet through its three heights', async ({ page }) => {
  await openExplorer(page, fullHost);
  await expectHeight(page, 0.35, 0.6);
  await page.getByRole('button', { name: 'Show more of the list' }).click();
  await expectHeight(page, 0.7, 1);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expectHeight(page, 0.05, 0.25);
  // Hidden rows cannot get the focus.
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the list' }).click();
  await expectHeight(page, 0.35, 0.6);
  await expect(rows(page).first()).toBeVisible();
});

test('the sheet can be dragged to each of its heights', async ({ page }) => {
  await openExplorer(page, fullHost);
  const handle = async (): Promise<{ x: number; y: number }> => {
    const box = await sheet(page).boundingBox();
    return { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 12 };
  };
  await dragFrom(page, await handle(), { right: 0, down: -300 });
  await expectHeight(page, 0.7, 1);
  await dragFrom(page, await handle(), { right: 0, down: 330 });
  await expectHeight(page, 0.05, 0.6);
  await dragFrom(page, await handle(), { right: 0, down: 360 });
  await expectHeight(page, 0.05, 0.25);
});

test('the sheet shows the details of a mark that is tapped on the map, and Back returns to the list', async ({
  page,
}) => {
  await openExplorer(page, fullHost, '?c=-32.34915,115.73338&z=13');
  await waitUntilDrawn(page, 'marks');
  await pressOnMap(page, { right: 0, down: 0 });
  await expect(sheet(page).getByRole('region', { name: 'Details' })).toContainText('160 records at this point');
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expectUrlParameter(page, 'spot', null);
});

test('a lowered sheet rises when something is selected', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.34915,115.73338&z=13');
  await page.getByRole('button', { name: 'Show more of the list' }).click();
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expectHeight(page, 0.05, 0.25);
  await page.getByRole('application', { name: 'Map surface' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^160 records at one point/ }).click();
  await expectHeight(page, 0.35, 0.6);
  await expect(details(page)).toContainText('160 records at this point');
});

test('touch targets are large enough', async ({ page }) => {
  await openExplorer(page, fullHost);
  const controls = page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('tab'));
  const tooSmall = await controls.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 24)
      .map(({ text, box }) => `${text} ${box.width} x ${box.height}`),
  );
  expect(tooSmall).toEqual([]);
  await expect(map(page)).toBeVisible();
});
