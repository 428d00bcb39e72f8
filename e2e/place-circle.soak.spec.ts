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
  expectRecordsInSummary,
  expectUrlParameter,
  list,
  map,
  loadExplorer,
  openExplorer,
  rows,
} from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

// A place is chosen from the list during a search around another centre.
const start = '?c=-32.2,115.74&z=9&r=30000&tab=places';

/** The circle around the selected place. */
const ring = (page: Page) => map(page).locator('path.map-around[d$="Z"]');

/** Expects that the summary counts the records around the selected place that the API finds. */
async function expectCount(page: Page, radiusInMetres: number): Promise<void> {
  const id = urlParameters(page).get('place') ?? '';
  const place = await fetchJson<PublishedPlace>(`${fullHost}webapi/v1/CoastalFeatures/${id}`);
  const centre = {
    latitude: place.CoastalFeatureInshoreLatitude,
    longitude: place.CoastalFeatureInshoreLongitude,
  };
  const query = `${searchQuery(centre, radiusInMetres)}&pageNumber=1`;
  const records = await fetchJson<ApiPage<PublishedRecord> | readonly []>(`${fullHost}webapi/v1/RawData?${query}`);
  await expectRecordsInSummary(page, 'MetaData' in records ? records.MetaData.TotalItems : 0);
}

async function choosePlace(page: Page): Promise<void> {
  await openExplorer(page, fullHost, start);
  await rows(page).nth(1).click();
  await expect(details(page)).toBeVisible();
}

test('a selected place has its own circle, and the search returns unchanged', async ({ page }) => {
  await choosePlace(page);
  await expect(ring(page)).toHaveCount(1);
  await expectCount(page, 1000);
  expect(urlParameters(page).get('around')).toBeNull();
  const number = details(page).getByRole('textbox', { name: 'Radius in kilometres' });
  await number.fill('12.5');
  await number.press('Enter');
  await expectUrlParameter(page, 'around', '12500');
  await expectCount(page, 12_500);
  expect(urlParameters(page).get('r')).toBe('30000');
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect(ring(page)).toHaveCount(0);
  await page.goForward();
  await expect(details(page)).toBeVisible();
  await expectCount(page, 12_500);
});

test('an old URL with a search around its place opens with that circle', atOneSize, async ({ page }) => {
  await choosePlace(page);
  const id = urlParameters(page).get('place') ?? '';
  const place = await fetchJson<PublishedPlace>(`${fullHost}webapi/v1/CoastalFeatures/${id}`);
  const at = `${place.CoastalFeatureInshoreLatitude},${place.CoastalFeatureInshoreLongitude}`;
  await loadExplorer(page, fullHost, `?c=${at}&z=11&r=5000&place=${id}`);
  await expectUrlParameter(page, 'around', '5000');
  await expectCount(page, 5000);
  expect(urlParameters(page).get('r')).toBeNull();
  await expect(ring(page)).toHaveCount(1);
});
