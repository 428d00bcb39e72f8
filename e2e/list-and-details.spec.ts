import { expect, test as freshTest } from '@playwright/test';

import { fetchJson, type PublishedPlace, type PublishedRecord } from './support/api.ts';
import {
  details,
  expectUrlParameter,
  expectRows,
  expectStableUrl,
  firstRows,
  list,
  map,
  openExplorer,
  rows,
  urlParameters,
} from './support/explorer.ts';
import { atOneSize, fullHost, isPhone } from './support/hosts.ts';
import { rowsOfList } from './support/observations.ts';
import { test, withOwnPage } from './support/warm-page.ts';

// Expanded groups and the position of the list are not part of the view.
test.use(withOwnPage);

const within = '?c=-32.2,115.74&z=10&r=30000';

test('a row opens the record with all its fields and a link to its JSON', async ({ page }) => {
  await openExplorer(page, fullHost, within);
  const [first] = await firstRows(page, 1);
  await rows(page).first().click();
  await expectUrlParameter(page, 'record', String(first?.id));
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused();

  const link = details(page).getByRole('link', { name: 'This record as JSON' });
  const record = await fetchJson<PublishedRecord>(await link.evaluate((element: HTMLAnchorElement) => element.href));
  expect(record.RawDataId).toBe(first?.id);
  const terms = details(page).getByRole('region', { name: 'All fields' }).getByRole('term');
  await expect(terms).toHaveCount(Object.keys(record).length);
  const values = await details(page)
    .getByRole('region', { name: 'All fields' })
    .getByRole('definition')
    .allInnerTexts();
  for (const [index, value] of Object.values(record).entries()) {
    expect(values[index]).toContain(value === null ? 'not recorded' : String(value).trim());
  }
});

test('markup in the data is displayed as text', atOneSize, async ({ page }) => {
  const records = await fetchJson<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData`);
  const record = records.find(({ LocationDetail }) => LocationDetail === '<script>alert(1)</script>');
  const places = await fetchJson<readonly PublishedPlace[]>(`${fullHost}webapi/v1/CoastalFeatures`);
  const place = places.find((each) => each.CoastalFeatureDisplayName === '<b>Bold</b> & Sons');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await openExplorer(page, fullHost, `?record=${record?.RawDataId ?? ''}`);
  const published = details(page).getByRole('region', { name: 'All fields' });
  await expect(published.getByText('<script>alert(1)</script>')).toBeVisible();
  await openExplorer(page, fullHost, `?c=-33.9,115.4&z=13&place=${place?.CoastalFeatureID ?? ''}`);
  await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('<b>Bold</b> & Sons');
  expect(dialogs).toEqual([]);
});

test('the Previous and Next buttons step through the list', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, within);
  const [first, second] = await firstRows(page, 2);
  await rows(page).first().click();
  const steps = details(page).getByRole('navigation', { name: 'List navigation' });
  await expect(steps.getByText(/^1 of /)).toBeVisible();
  await expect(steps.getByRole('link', { name: 'Previous in the list: none' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await steps.getByRole('link', { name: /^Next in the list/ }).click();
  await expectUrlParameter(page, 'record', String(second?.id));
  await steps.getByRole('link', { name: /^Previous in the list/ }).click();
  await expectUrlParameter(page, 'record', String(first?.id));
  // Stepping through the list adds no entries to the browser history.
  await page.goBack();
  await expect(list(page)).toBeVisible();
});

test('Back restores the scroll position of the list, the focused row and the map view', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=9');
  await expect(rows(page).first()).toBeVisible();
  await list(page).evaluate((element) => {
    element.scrollTop = 3040;
  });
  // Only rows near the viewport are in the document, so the row is found by its index.
  const row = list(page).getByRole('listitem').and(page.locator('[aria-posinset="42"]')).getByRole('link');
  await row.scrollIntoViewIfNeeded();
  const href = (await row.getAttribute('href')) ?? '';
  const [offset, url] = [await list(page).evaluate(({ scrollTop }) => scrollTop), page.url()];
  await row.click();
  await expect(details(page)).toBeVisible();
  await details(page).getByRole('button', { name: 'Show on the map' }).click();
  await expect.poll(() => page.url()).not.toContain('z=9');
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect.poll(() => list(page).evaluate(({ scrollTop }) => scrollTop)).toBe(offset);
  await expect(row).toBeFocused();
  await expect(row).toHaveAttribute('href', href);
  await expect.poll(() => page.url()).toBe(url);
});

test('a record opened from a list of the whole coast is shown at its place, and Back returns to the coast', async ({
  page,
}) => {
  await openExplorer(page, fullHost, '?z=5');
  await expectStableUrl(page);
  const url = page.url();
  await rows(page).first().click();
  await expect.poll(() => Number(urlParameters(page).get('z'))).toBe(12);
  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect.poll(() => page.url()).toBe(url);
});

test('the list is a single tab stop and remembers its row', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=9');
  await expectStableUrl(page);
  const listed = list(page).locator('.results-row');
  await listed.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(listed.nth(2)).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await list(page).evaluate((element) => element.contains(document.activeElement))).toBe(false);
  await page.keyboard.press('Shift+Tab');
  await expect(listed.nth(2)).toBeFocused();
});

freshTest('the coordinates are copied in the format that map applications accept', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openExplorer(page, fullHost, '?record=46307');
  const { LocationY, LocationX } = await fetchJson<PublishedRecord>(`${fullHost}webapi/v1/RawData/46307`);
  await details(page).getByRole('button', { name: 'Copy coordinates' }).click();
  await expect(details(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${LocationY},${LocationX}`);
});

test('the details of a place show its two points, and the radius can be changed', async ({ page }) => {
  const places = await fetchJson<readonly PublishedPlace[]>(`${fullHost}webapi/v1/CoastalFeatures`);
  const place = places.find((each) => each.CoastalFeatureDisplayName === 'Beach 7');
  await openExplorer(page, fullHost, `?c=-32,115.7&z=9&place=${place?.CoastalFeatureID ?? ''}`);
  await expect(details(page).getByText('Inshore point', { exact: true })).toBeVisible();
  await expect(details(page).getByText('Offshore point', { exact: true })).toBeVisible();
  await details(page).getByRole('slider', { name: 'Radius' }).press('ArrowRight');
  await expectUrlParameter(page, 'around', /^\d+$/);
});

test('the details of a location show the number of its records, and a button lists all of them', async ({ page }) => {
  const records = await fetchJson<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData`);
  const here = records.filter(({ LocationX, LocationY }) => LocationX === 115.73338 && LocationY === -32.34915);
  await openExplorer(page, fullHost, '?spot=-32.34915,115.73338');
  await expect(details(page).getByText(`All ${here.length} records:`)).toBeVisible();
  await details(page).getByRole('button', { name: 'List sightings and visits around this point' }).click();
  // The sheet of a phone has space for the row of their group and two of its records.
  await expectRows(
    page,
    rowsOfList(here)
      .flat()
      .slice(0, isPhone() ? 2 : 3)
      .map(({ RawDataId }) => RawDataId),
  );
});

test(
  'the page says when a record or place does not exist, and offers a button back to the list',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, '?record=1');
    await expect(details(page).getByRole('heading', { name: 'No such record' })).toBeVisible();
    await details(page).getByRole('button', { name: 'Back to list' }).click();
    await expect(rows(page).first()).toBeVisible();
    await page.goto(`${fullHost}?place=999999`);
    await expect(details(page).getByRole('heading', { name: 'No such place' })).toBeVisible();
  },
);

test('the tabs for places and records each have their own sort order', async ({ page }) => {
  await openExplorer(page, fullHost, within);
  await page.getByRole('tab', { name: /^Records/ }).press('ArrowLeft');
  await expect(page.getByRole('tab', { name: /^Places/ })).toBeFocused();
  await expectUrlParameter(page, 'tab', 'places');
  const query = 'latitude=-32.2&longitude=115.74&rangeInM=30000';
  for (const [option, sortOrder] of [
    ['A to Z', 'asc'],
    ['Z to A', 'desc'],
  ] as const) {
    await page.getByLabel('Sort').selectOption(option);
    const url = `${fullHost}webapi/v1/CoastalFeatures?${query}&sortOrder=${sortOrder}`;
    const places = await fetchJson<readonly PublishedPlace[]>(url);
    await expectRows(
      page,
      places.slice(0, 3).map(({ CoastalFeatureID }) => CoastalFeatureID),
    );
  }
  await expect(map(page)).toBeVisible();
  if (isPhone()) await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
});
