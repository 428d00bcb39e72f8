import { expect, test as freshTest } from '@playwright/test';

import { fetchJson, type Page as ApiPage, type PublishedRecord } from './support/api.ts';
import { expectRows, map, openExplorer, rows, shownCounts } from './support/explorer.ts';
import { atOneSize, fullHost, requirePublishedHost, isPhone } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

freshTest.use({ serviceWorkers: 'allow' });

freshTest(
  'the first screen shows the disclaimer, the age of the data, the map and the newest records',
  async ({ page }) => {
    await openExplorer(page, fullHost);
    await expect(page).toHaveTitle(/Coastwatch/);
    await expect(page.getByText('Historical records, not live warnings.')).toBeVisible();
    await expect(page.locator('.disclaimer[data-sample]').getByText(/^Sample data/)).toBeVisible();
    await expect(page.locator('.map-watermark')).toBeVisible();
    const { PagedItems } = await fetchJson<ApiPage<PublishedRecord>>(`${fullHost}webapi/v1/RawData?pageNumber=1`);
    const [year] = PagedItems[0]?.SightingDateTime.split('-') ?? [];
    await expect(page.getByText(/^Newest record /)).toContainText(String(year));
    await expect(map(page)).toBeVisible();
    await expect(page.getByRole('tab', { name: /^Records/ })).toHaveAttribute('aria-selected', 'true');
    await expect(rows(page).first()).toBeVisible();
  },
);

test(
  'the first screen lists the newest records of the published data, without a sample notice',
  atOneSize,
  async ({ page }) => {
    const host = requirePublishedHost();
    const { MetaData, PagedItems } = await fetchJson<ApiPage<PublishedRecord>>(`${host}webapi/v1/RawData?pageNumber=1`);
    await openExplorer(page, host);
    expect((await shownCounts(page)).all).toBe(MetaData.TotalItems);
    await expectRows(
      page,
      PagedItems.slice(0, 3).map(({ RawDataId }) => RawDataId),
    );
    await expect(page.getByText('Newest record 31 Jul 2021')).toBeVisible();
    await expect(page.getByText(/sample/i)).toHaveCount(0);
  },
);

test('the disclaimer links to how positions were derived and to the data dictionary', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost);
  for (const { link, title } of [
    { link: /^How positions were derived$|^About positions$/, title: 'How positions were derived' },
    { link: /^(?:Data d|D)ictionary$/, title: 'Data dictionary' },
  ]) {
    const opener = page.getByRole('link', { name: link });
    await opener.click();
    const help = page.getByRole('dialog', { name: 'About the data' });
    await expect(help.getByRole('heading', { name: title, exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

freshTest('the explorer requests nothing from other hosts and logs no errors', atOneSize, async ({ page }) => {
  const foreign: string[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(fullHost) && !/^(?:data|blob):/.test(url)) foreign.push(url);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10&r=30000');
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Back to list' }).click();
  await map(page).getByRole('button', { name: 'Zoom in' }).click();
  await map(page).getByRole('button', { name: 'Whole coast' }).click();
  await expect(rows(page).first()).toBeVisible();
  expect(foreign).toEqual([]);
  expect(faults).toEqual([]);
});

test('changes of the count are announced once it is stable', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10&r=30000');
  const { found } = await shownCounts(page);
  const status = page.getByRole('status').filter({ hasText: `${found} of` });
  await expect(status).toHaveCount(1);
  await page.getByRole('tab', { name: /^Places/ }).click();
  await expect(page.getByRole('status').filter({ hasText: /places/ })).toHaveCount(1);
  if (isPhone()) await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
});
