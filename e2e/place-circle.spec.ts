import { expect, type Page } from '@playwright/test';

import {
  fetchJson,
  type Page as ApiPage,
  type PublishedPlace,
  type PublishedRecord,
  searchQuery,
} from './support/api.ts';
import {
  urlParameters,
  details,
  drag,
  expectUrlParameter,
  expectStableUrl,
  list,
  map,
  openExplorer,
  rows,
} from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

// A place is chosen from the list during a search around another centre.
const start = '?c=-32.2,115.74&z=9&r=30000&tab=places';

/** The dashed circle around the selected place. */
const ring = (page: Page) => map(page).locator('path.map-around[d$="Z"]');

/** The text in the details that counts the records and places around the selected place, as the API finds them. */
async function expectedCounts(page: Page, radiusInMetres: number): Promise<string> {
  const id = urlParameters(page).get('place') ?? '';
  const place = await fetchJson<PublishedPlace>(`${fullHost}webapi/v1/CoastalFeatures/${id}`);
  const centre = {
    latitude: place.CoastalFeatureInshoreLatitude,
    longitude: place.CoastalFeatureInshoreLongitude,
  };
  const query = `${searchQuery(centre, radiusInMetres)}&pageNumber=1`;
  const records = await fetchJson<ApiPage<PublishedRecord> | readonly []>(`${fullHost}webapi/v1/RawData?${query}`);
  const places = await fetchJson<ApiPage<PublishedPlace>>(`${fullHost}webapi/v1/CoastalFeatures?${query}`);
  const formatCount = (count: number, one: string): string =>
    `${count.toLocaleString('en-AU')} ${one}${count === 1 ? '' : 's'}`;
  const found = 'MetaData' in records ? records.MetaData.TotalItems : 0;
  return `${formatCount(found, 'record')} and ${formatCount(places.MetaData.TotalItems, 'place')} within `;
}

async function expectCounts(page: Page, radiusInMetres: number): Promise<void> {
  const words = await expectedCounts(page, radiusInMetres);
  await expect(details(page).getByText(words)).toBeVisible();
}

async function choosePlace(page: Page): Promise<void> {
  await openExplorer(page, fullHost, start);
  await rows(page).nth(1).click();
  await expect(details(page)).toBeVisible();
}

test('a selected place has its own circle, and the search does not change', async ({ page }) => {
  await choosePlace(page);
  await expect(ring(page)).toHaveCount(1);
  await expectCounts(page, 5000);
  expect(urlParameters(page).get('r')).toBe('30000');
  expect(urlParameters(page).get('around')).toBeNull();
  const number = details(page).getByRole('textbox', { name: 'Radius in kilometres' });
  await number.fill('12.5');
  await number.press('Enter');
  await expectUrlParameter(page, 'around', '12500');
  await expectCounts(page, 12_500);
  expect(urlParameters(page).get('r')).toBe('30000');
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect(ring(page)).toHaveCount(0);
  await page.goForward();
  await expect(details(page)).toBeVisible();
  await expectCounts(page, 12_500);
});

test('the URL restores the circle of a place', atOneSize, async ({ page }) => {
  await choosePlace(page);
  const slider = details(page).getByRole('slider', { name: 'Radius' });
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
  await expectUrlParameter(page, 'around', /^\d+$/);
  await expectStableUrl(page);
  const radius = Number(urlParameters(page).get('around'));
  expect(radius).toBeLessThan(5000);
  await page.reload();
  await expect(ring(page)).toHaveCount(1);
  await expectCounts(page, radius);
});

test('dragging the edge of the circle updates the counts', async ({ page }) => {
  await choosePlace(page);
  // Makes the circle large enough for its handle.
  await details(page).getByRole('button', { name: '10 km' }).click();
  const historyLength = await page.evaluate(() => history.length);
  await drag(page, map(page).getByTestId('around-handle'), { right: -30, down: 0 });
  await expectUrlParameter(page, 'around', /^(?!10000$)\d+$/);
  await expectStableUrl(page);
  const radius = Number(urlParameters(page).get('around'));
  expect(radius).toBeGreaterThan(10_000);
  await expectCounts(page, radius);
  expect(urlParameters(page).get('r')).toBe('30000');
  expect(await page.evaluate(() => history.length)).toBe(historyLength);
});

test('Search here starts a search with the radius of the circle', atOneSize, async ({ page }) => {
  await choosePlace(page);
  await details(page).getByRole('button', { name: '10 km' }).click();
  await expectUrlParameter(page, 'around', '10000');
  await details(page).getByRole('button', { name: 'Search here' }).press('Enter');
  await expectUrlParameter(page, 'r', '10000');
  await expect(ring(page)).toHaveCount(0);
  await expect(details(page).getByRole('button', { name: 'Search here' })).toBeFocused();
  await expectCounts(page, 10_000);
});

test('a URL with only a place and a radius starts a search around the place', atOneSize, async ({ page }) => {
  await choosePlace(page);
  const id = urlParameters(page).get('place') ?? '';
  await openExplorer(page, fullHost, `?place=${id}&around=2000`);
  await expectUrlParameter(page, 'r', '2000');
  await expectCounts(page, 2000);
  await expect(ring(page)).toHaveCount(0);
});
