import { expect } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { fetchJson, type PublishedRecord, searchQuery } from './support/api.ts';
import { chip, closeFilters, openFilters } from './support/controls.ts';
import {
  countLine,
  details,
  expectFound,
  expectUrlParameter,
  list,
  map,
  openExplorer,
  shownCounts,
} from './support/explorer.ts';
import { atOneSize, fullHost, isPhone } from './support/hosts.ts';
import { localTime } from './support/observations.ts';
import { test } from './support/warm-page.ts';

const within = '?c=-32.2,115.74&z=10&r=30000';

test('selecting a value filters the list immediately, adds it to the URL, and survives a reload', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-33.6,115.3&z=9&r=40000');
  const before = await shownCounts(page);
  const values = await openFilters(page, 'Species');
  await values.getByRole('checkbox', { name: /^Species not recorded/ }).check();
  await expectUrlParameter(page, 'species', '-');
  await closeFilters(page);
  await expect.poll(async () => (await shownCounts(page)).found).toBeLessThan(before.found);
  const words = await countLine(page).innerText();
  await page.reload();
  await expect(countLine(page)).toHaveText(words, { useInnerText: true });
  await expect(chip(page, 'Species')).toContainText('Species not recorded');
});

test('Back undoes a filter and then the end of the search, before it leaves the page', async ({ page }) => {
  await openExplorer(page, fullHost, within);
  const start = await shownCounts(page);
  await page.getByRole('button', { name: 'Clear the search', exact: true }).click();
  await expectUrlParameter(page, 'r', null);
  await expect(countLine(page)).toContainText('on this map');
  await expect(page.locator('#results-count')).toBeFocused();
  await expect(map(page).getByTestId('radius-handle')).toHaveCount(0);
  const whole = await shownCounts(page);
  const values = await openFilters(page, 'Species');
  await values.getByRole('checkbox', { name: /^Species not recorded/ }).check();
  await expectUrlParameter(page, 'species', '-');
  await closeFilters(page);
  await page.goBack();
  await expectUrlParameter(page, 'species', null);
  await expect.poll(() => shownCounts(page)).toEqual(whole);
  await page.goBack();
  await expectUrlParameter(page, 'r', '30000');
  await expect.poll(() => shownCounts(page)).toEqual(start);
});

test('each filter and the search can be cleared alone', async ({ page }) => {
  await openExplorer(page, fullHost, `${within}&species=white&from=2018-01-01`);
  await page.getByRole('button', { name: 'Clear date filter' }).click();
  await expectUrlParameter(page, 'from', null);
  await expectUrlParameter(page, 'species', 'white');
  await page.getByRole('button', { name: 'Clear the search', exact: true }).click();
  await expectUrlParameter(page, 'r', null);
  await expectUrlParameter(page, 'species', 'white');
  await page.getByRole('button', { name: 'Clear species filter' }).click();
  await expectUrlParameter(page, 'species', null);
});

test('typed dates filter the list and include the first and the last day', async ({ page }) => {
  await openExplorer(page, fullHost, within);
  const values = await openFilters(page, 'Date');
  await values.getByLabel('From', { exact: true }).fill('2018-03-01');
  await values.getByLabel('To', { exact: true }).fill('2018-05-31');
  await expectUrlParameter(page, 'from', '2018-03-01');
  await expectUrlParameter(page, 'to', '2018-05-31');
  await values.getByLabel('To', { exact: true }).fill('2018-02-01');
  await expect(page.getByRole('alert')).toHaveText('This date is before the “From” date, so it is not used.');
  await expectUrlParameter(page, 'to', '2018-05-31');
  await closeFilters(page);
});

test('chosen months of the year filter the list in all years, and survive a reload', async ({ page }) => {
  const records = await fetchJson<readonly PublishedRecord[]>(
    `${fullHost}webapi/v1/RawData?${searchQuery({ latitude: -32.2, longitude: 115.74 }, 30_000)}`,
  );
  const matching = records.filter((record) => ['12', '01', '02'].includes(localTime(record).slice(5, 7)));
  expect(matching.length).toBeGreaterThan(0);
  await openExplorer(page, fullHost, within);
  const values = await openFilters(page, 'Date');
  const months = values.getByRole('group', { name: 'Months of the year, in all years' });
  await expect(months).toContainText('All months of the year');
  for (const month of ['January', 'December', 'February', 'March'])
    await months.getByRole('button', { name: month }).click();
  await months.getByRole('button', { name: 'March' }).click();
  await expect(months).toContainText('December to February');
  await expect(months.getByRole('button', { pressed: true })).toHaveCount(3);
  await expectNoViolations(page);
  await expectUrlParameter(page, 'months', '1,2,12');
  await closeFilters(page);
  await expectFound(page, matching.length);
  await page.reload();
  await expectFound(page, matching.length);
  await expect(chip(page, 'Date')).toContainText('December to February');
  await page.getByRole('button', { name: 'Clear date filter' }).click();
  await expectFound(page, records.length);
});

test('records are found by words of their remarks, which the list and the details highlight', async ({ page }) => {
  const records = await fetchJson<readonly PublishedRecord[]>(
    `${fullHost}webapi/v1/RawData?${searchQuery({ latitude: -33.6, longitude: 115.3 }, 40_000)}`,
  );
  const matching = records.filter(({ LocationDetail }) => String(LocationDetail).includes('script'));
  expect(matching).toHaveLength(1);
  await openExplorer(page, fullHost, '?c=-33.6,115.3&z=9&r=40000');
  const values = await openFilters(page, 'Remarks');
  await values.getByRole('textbox', { name: 'Remarks containing' }).fill('Alert <SCRIPT> ');
  await expectUrlParameter(page, 'remark', 'alert script');
  await expectNoViolations(page);
  await closeFilters(page);
  await expectFound(page, matching.length);
  await page.reload();
  await expectFound(page, matching.length);
  const row = list(page).getByRole('link').first();
  await expect(row).toContainText('“<script>alert(1)</script>”');
  await expect(row.locator('mark')).toHaveText(['script', 'alert', 'script']);
  await expectNoViolations(page);
  await row.click();
  await expect(details(page).locator('mark')).toHaveText(['script', 'alert', 'script']);
});

test(
  'when nothing is found, the page names the filter responsible and offers a button that removes it',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, `${within}&species=-`);
    const results = page.getByRole('region', { name: 'Results', exact: true });
    await expect(results.getByRole('heading', { name: 'No records here' })).toBeVisible();
    await expect(results).toContainText('Nothing recorded here does not mean that there were no sharks.');
    await expect(results).toContainText(/The nearest receiver, .+, is [\d.,]+ k?m [NESW]+ of the search centre/);
    const remedy = results.getByRole('button', { name: /^Without the species filter: [\d,]+ records?$/ });
    const [count = ''] = /[\d,]+/.exec(await remedy.innerText()) ?? [];
    await remedy.click();
    await expect(countLine(page)).toHaveText(new RegExp(`^${count} of `));
    await expectUrlParameter(page, 'species', null);
  },
);

test('all filters are in one form, whose button states the number of results', async ({ page }) => {
  await openExplorer(page, fullHost, within);
  const { found } = await shownCounts(page);
  await page.getByRole('button', { name: 'More filters', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Filters' });
  if (isPhone()) expect((await form.boundingBox())?.height).toBeGreaterThan(800);
  const show = form.getByRole('button', { name: /^Show [\d,]+ records?$/ });
  await expect(show).toHaveText(`Show ${found} records`);
  await form.getByRole('checkbox', { name: /^Sightings/ }).check();
  await expect(show).not.toHaveText(`Show ${found} records`);
  const words = await show.innerText();
  await show.click();
  await expect(form).toBeHidden();
  expect(words).toBe(`Show ${(await shownCounts(page)).found} records`);
  await page.getByRole('button', { name: 'More filters, 1 set' }).click();
  await form.getByRole('button', { name: 'Clear all' }).click();
  await expect(show).toHaveText(`Show ${found} records`);
  await show.click();
  await expect(form).toBeHidden();
});

test('the filters are one row, in which only a filter that is set has an outline', async ({ page }) => {
  await openExplorer(page, fullHost, within);
  const bar = page.getByRole('toolbar', { name: 'Filters' });
  const rowsOfBar = (): Promise<number> =>
    bar.getByRole('button').evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size);
  const outlined = (): Promise<string[]> =>
    bar
      .locator('.filters-chip')
      .evaluateAll((chips) =>
        chips
          .filter((each) => getComputedStyle(each, '::before').borderTopColor !== 'rgba(0, 0, 0, 0)')
          .map((each) => (each as HTMLElement).innerText.trim()),
      );
  await expect(bar.getByRole('button', { name: 'More filters' })).toBeInViewport({ ratio: 1 });
  expect(await rowsOfBar()).toBe(1);
  await expect.poll(outlined).toEqual([]);
  await openExplorer(page, fullHost, `${within}&species=white`);
  await expect(bar.getByRole('button', { name: 'More filters, 1 set' })).toBeInViewport({ ratio: 1 });
  expect(await rowsOfBar()).toBe(1);
  await expect.poll(outlined).toEqual(['White shark']);
  // A phone has no space for it.
  if (isPhone()) return;
  await page.getByRole('button', { name: 'Clear all filters', exact: true }).click();
  await expectUrlParameter(page, 'species', null);
  await expect(page.locator('#results-count')).toBeFocused();
});
