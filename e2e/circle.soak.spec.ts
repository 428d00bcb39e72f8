import { expect, type Page } from '@playwright/test';

import { fetchJson, type Page as ApiPage, type PublishedRecord, searchQuery } from './support/api.ts';
import {
  drag,
  map,
  openExplorer,
  searchSection,
  paragraphWith,
  shownCounts,
  timelineTotal,
  urlParameters,
} from './support/explorer.ts';
import { atOneSize, requirePublishedHost, isPhone } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

// These tests use the published data, in which every change of the circle changes the count.
const host = requirePublishedHost();
const start = '?c=-31.99,115.75&z=11&r=5000';

/** Fetches the number of records that the API finds for the centre and the radius in the page's URL. */
async function countWithApi(page: Page): Promise<number> {
  const parameters = urlParameters(page);
  const [latitude = Number.NaN, longitude = Number.NaN] = (parameters.get('at') ?? parameters.get('c') ?? '')
    .split(',')
    .map(Number);
  const query = searchQuery({ latitude, longitude }, Number(parameters.get('r')));
  const { MetaData } = await fetchJson<ApiPage<PublishedRecord>>(`${host}webapi/v1/RawData?${query}&pageNumber=1`);
  return MetaData.TotalItems;
}

test('dragging the edge of the circle updates the count, the list and the histogram before it is released', async ({
  page,
}) => {
  await openExplorer(page, host, start);
  const before = await shownCounts(page);
  const totalBefore = await timelineTotal(page);
  const historyLength = await page.evaluate(() => history.length);
  const outwards = isPhone() ? 40 : 120;
  await drag(page, map(page).getByTestId('radius-handle'), { right: outwards, down: 0 }, async () => {
    await expect.poll(async () => (await shownCounts(page)).found).toBeGreaterThan(before.found);
    if (isPhone()) return;
    await expect.poll(() => timelineTotal(page)).toBeGreaterThan(totalBefore);
  });
  expect((await shownCounts(page)).found).toBeGreaterThan(before.found);
  await expect.poll(async () => (await countWithApi(page)) - (await shownCounts(page)).found).toBe(0);
  // Dragging adds no entry to the browser history.
  expect(await page.evaluate(() => history.length)).toBe(historyLength);
});

test('dragging the centre of the circle updates the list before it is released', async ({ page }) => {
  await openExplorer(page, host, start);
  const before = await shownCounts(page);
  await drag(page, map(page).getByTestId('search-centre'), { right: -70, down: 30 }, async () => {
    await expect.poll(async () => (await shownCounts(page)).found).not.toBe(before.found);
  });
  await expect.poll(() => urlParameters(page).get('at')).not.toBeNull();
  await expect(searchSection(page).getByText('31.9900° S, 115.7500° E')).toBeHidden();
  // URLs round the centre to a metre, which can only change whether a record exactly on the edge is inside.
  await expect
    .poll(async () => Math.abs((await shownCounts(page)).found - (await countWithApi(page))))
    .toBeLessThanOrEqual(1);
  expect(urlParameters(page).get('r')).toBe('5000');
});

test('in a nearest search, the line to the nearest record shows the distance', atOneSize, async ({ page }) => {
  await openExplorer(page, host, '?c=-31.99,115.6&z=11&find=nearest');
  const result = paragraphWith(searchSection(page), /^Nearest record:/);
  await expect(result).toBeVisible();
  const [distance = ''] = /[\d.,]+ k?m/.exec(await result.innerText()) ?? [];
  expect(distance).not.toBe('');
  await expect(
    map(page)
      .getByText(new RegExp(`^${distance} [NESW]{1,2}$`))
      .first(),
  ).toBeVisible();
  await expect(map(page).getByTestId('radius-handle')).toHaveCount(0);
});
