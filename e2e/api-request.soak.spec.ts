import { expect, test } from '@playwright/test';

import { fetchJson, type Page as ApiPage, type PublishedRecord } from './support/api.ts';
import { showSearchControls } from './support/controls.ts';
import { openExplorer, paragraphWith, shownCounts } from './support/explorer.ts';
import { atOneSize, fullHost } from './support/hosts.ts';

const urlQuery = '?c=-32.2,115.74&z=10&r=12000';

test.use({ serviceWorkers: 'allow', permissions: ['clipboard-read', 'clipboard-write'] });

test('the panel shows the API request for the current search, ready to copy', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, urlQuery);
  const { found } = await shownCounts(page);
  const section = await showSearchControls(page);
  await section.getByRole('button', { name: 'API request' }).click();
  const request = section.getByRole('region', { name: 'Request' });
  const copied = async (): Promise<string> => {
    await section.getByRole('button', { name: /^Cop(?:y|ied)$/ }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  const url = await copied();
  await expect(request).toHaveText(url);
  const { MetaData } = await fetchJson<ApiPage<PublishedRecord>>(url);
  expect(MetaData.TotalItems).toBe(found);
  expect(found).toBeGreaterThan(50);
});

test('in a nearest search, the API request returns the record that the panel names', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, `${urlQuery}&find=nearest`);
  const section = await showSearchControls(page);
  const nearest = await paragraphWith(section, /^Nearest record:/)
    .getByRole('link')
    .getAttribute('href');
  await section.getByRole('button', { name: 'API request' }).click();
  const url = await section.getByRole('region', { name: 'Request' }).innerText();
  const record = await fetchJson<PublishedRecord>(url.replaceAll(/\s/g, ''));
  expect(new URLSearchParams(nearest ?? '').get('record')).toBe(String(record.RawDataId));
});
