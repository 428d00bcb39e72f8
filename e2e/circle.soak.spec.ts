import { expect, type Page } from '@playwright/test';

import {
  fetchJson,
  type Page as ApiPage,
  type PublishedPlace,
  type PublishedRecord,
  searchQuery,
} from './support/api.ts';
import {
  centreInUrl,
  details,
  drag,
  expectRecordsInSummary,
  expectUrlParameter,
  list,
  loadExplorer,
  map,
  openExplorer,
  paragraphWith,
  rows,
  searchSection,
  shownCounts,
  timelineTotal,
  urlParameters,
} from './support/explorer.ts';
import { atOneSize, fullHost, isPhone, requirePublishedHost } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

// The published data, in which every change of a circle changes the count.
const host = requirePublishedHost();
const start = '?c=-31.99,115.75&z=11&r=5000';

/** Fetches the number of records that the API finds for the centre and the radius in the page's URL. */
async function countWithApi(page: Page): Promise<number> {
  const query = searchQuery(centreInUrl(page), Number(urlParameters(page).get('r')));
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
  // A drag is one entry of the browser history.
  expect(await page.evaluate(() => history.length)).toBe(historyLength + 1);
  await page.goBack();
  await expect.poll(() => shownCounts(page)).toEqual(before);
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

// A place is chosen from the list during a search around another centre.
const aroundAnotherCentre = '?c=-32.2,115.74&z=9&r=30000&tab=places';

/** The circle around the selected place. */
const ring = (page: Page) => map(page).locator('path.map-around[d$="Z"]');

/** Expects that the summary counts the records around the selected place that the API finds. */
async function expectSummaryOfPlace(page: Page, radiusInMetres: number): Promise<void> {
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
  await openExplorer(page, fullHost, aroundAnotherCentre);
  await rows(page).nth(1).click();
  await expect(details(page)).toBeVisible();
}

test('a selected place has its own circle, and the search returns unchanged', async ({ page }) => {
  await choosePlace(page);
  await expect(ring(page)).toHaveCount(1);
  await expectSummaryOfPlace(page, 1000);
  expect(urlParameters(page).get('around')).toBeNull();
  const number = details(page).getByRole('textbox', { name: 'Radius in kilometres' });
  await number.fill('12.5');
  await number.press('Enter');
  await expectUrlParameter(page, 'around', '12500');
  await expectSummaryOfPlace(page, 12_500);
  expect(urlParameters(page).get('r')).toBe('30000');
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect(ring(page)).toHaveCount(0);
  await page.goForward();
  await expect(details(page)).toBeVisible();
  await expectSummaryOfPlace(page, 12_500);
});

test('an old URL with a search around its place opens with that circle', atOneSize, async ({ page }) => {
  await choosePlace(page);
  const id = urlParameters(page).get('place') ?? '';
  const place = await fetchJson<PublishedPlace>(`${fullHost}webapi/v1/CoastalFeatures/${id}`);
  const at = `${place.CoastalFeatureInshoreLatitude},${place.CoastalFeatureInshoreLongitude}`;
  await loadExplorer(page, fullHost, `?c=${at}&z=11&r=5000&place=${id}`);
  await expectUrlParameter(page, 'around', '5000');
  await expectSummaryOfPlace(page, 5000);
  expect(urlParameters(page).get('r')).toBeNull();
  await expect(ring(page)).toHaveCount(1);
});
