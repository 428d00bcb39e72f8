import { expect } from '@playwright/test';

import { fetchJson, searchQuery, type PublishedRecord } from './support/api.ts';
import { map, openExplorer } from './support/explorer.ts';
import { requirePublishedHost, isPhone } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

const host = requirePublishedHost();

test('the printed page shows the list as a table, without controls', async ({ page }) => {
  const query = searchQuery({ latitude: -35.03, longitude: 117.9 }, 10_000);
  const records = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?${query}`);
  await page.addInitScript(() => {
    // Tests cannot operate the browser's print dialog, so only its event is sent.
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'));
    };
  });
  await openExplorer(page, host, '?c=-35.03,117.9&z=11&r=10000');
  if (isPhone()) await page.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Historical records, not live warnings.').last()).toBeVisible();
  const printed = Math.min(500, records.length);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(printed + 1);
  const numbers = await page.getByRole('table').getByRole('row').locator('td:first-child').allInnerTexts();
  expect(numbers).toEqual(records.slice(0, printed).map(({ RawDataId }) => String(RawDataId)));
  await expect(map(page)).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});
