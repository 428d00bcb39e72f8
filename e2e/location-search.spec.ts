import { expect, type Page, test as freshTest } from '@playwright/test';

import { fetchJson, type Centre, type Page as ApiPage, type PublishedRecord, searchQuery } from './support/api.ts';
import { showSearchControls } from './support/controls.ts';
import {
  centreInUrl,
  expectRecordsInSummary,
  expectFound,
  expectUrlParameter,
  expectRows,
  openExplorer,
  searchBox,
} from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

/** A receiver with many detections. */
const receiver = { latitude: -32.34915, longitude: 115.73338 };
const inRadius = '?c=-31.99,115.75&z=11&r=5000';

/** Fetches the first page of the records within a radius from the API. */
async function searchWithApi(centre: Centre, radiusInMetres: number): Promise<ApiPage<PublishedRecord>> {
  return fetchJson(`${fullHost}webapi/v1/RawData?${searchQuery(centre, radiusInMetres)}&pageNumber=1`);
}

/** Expects the count and the list to equal those of the API for the centre in the page's URL. */
async function expectApiResults(page: Page, radiusInMetres: number): Promise<void> {
  const { MetaData, PagedItems } = await searchWithApi(centreInUrl(page), radiusInMetres);
  await expectFound(page, MetaData.TotalItems);
  await expectRows(
    page,
    PagedItems.slice(0, 3).map(({ RawDataId }) => RawDataId),
  );
}

test.describe('the centre', () => {
  freshTest('can be the position of a user who agrees to share it', atOneSize, async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ ...receiver, accuracy: 25 });
    await openExplorer(page, fullHost);
    await page.getByRole('button', { name: 'Near me' }).click();
    await expect(page.getByText(/accurate to about 25 m/).first()).toBeVisible();
    await expectUrlParameter(page, 'spot', '-32.34915,115.73338');
    await expectRecordsInSummary(page, (await searchWithApi(receiver, 1000)).MetaData.TotalItems);
  });

  freshTest('offers the nearest beaches to a user who is not at the sea', atOneSize, async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: -31.99, longitude: 116.4, accuracy: 25 });
    await openExplorer(page, fullHost);
    await page.getByRole('button', { name: 'Near me' }).click();
    await expect(page.getByText(/^No beach is within 1 km of you: these are the nearest/).first()).toBeVisible();
    await expect(page.getByRole('group', { name: 'Places found' })).toContainText('Beach');
  });

  freshTest('can be typed instead when the user refuses to share a position', async ({ page, context }) => {
    await context.clearPermissions();
    await openExplorer(page, fullHost);
    await page.getByRole('button', { name: 'Near me' }).click();
    const message = page.getByRole('alert');
    await expect(message).toContainText('Your position is not available');
    await expect(searchBox(page)).toBeFocused();
    // The message covers neither the search box nor the disclaimer.
    await searchBox(page).click({ trial: true });
    await page.getByText('Historical records, not live warnings').click({ trial: true });
    await searchBox(page).fill('Trigg');
    await expect(message).toHaveCount(0);
  });
});

test.describe('the radius', () => {
  test('can be set by the slider, by a number and by a button', async ({ page }) => {
    await openExplorer(page, fullHost, inRadius);
    const section = await showSearchControls(page);
    await section.getByRole('button', { name: '10 km' }).click();
    await expectUrlParameter(page, 'r', '10000');
    await expectApiResults(page, 10_000);

    const number = section.getByRole('textbox', { name: 'Radius in kilometres' });
    await number.fill('2.5');
    await number.press('Enter');
    await expectUrlParameter(page, 'r', '2500');
    await expectApiResults(page, 2500);

    await section.getByRole('slider', { name: 'Radius' }).press('ArrowRight');
    await expectUrlParameter(page, 'r', '2600');
    await expect(section.getByText(/^Within 2\.6 km$/)).toBeVisible();
    await expectApiResults(page, 2600);
  });
});
