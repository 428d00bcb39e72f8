import { readFile } from 'node:fs/promises';

import { expect, type Locator, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';

import { expectNoViolations } from './support/accessibility.ts';
import { fetchJson, type PublishedRecord, searchQuery } from './support/api.ts';
import { openTool } from './support/controls.ts';
import { countLine, expectUrlParameter, openExplorer } from './support/explorer.ts';
import { atOneSize, fullHost, requirePublishedHost } from './support/hosts.ts';
import { localTime, onePerHour, onePerShark, onePerVisit } from './support/observations.ts';
import { test } from './support/warm-page.ts';

const centre = { latitude: -31.99, longitude: 115.75 };
const around = `?c=${centre.latitude},${centre.longitude}&z=11&r=20000`;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Charts' });

/** Saves the CSV file of a chart and reads it, without its head, as the first and the last column. */
async function savedTable(page: Page, title: string): Promise<readonly (readonly [string, number])[]> {
  const saving = page.waitForEvent('download');
  await dialog(page)
    .getByRole('button', { name: `Download CSV: ${title}` })
    .click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^coastwatch-(?:sample-)?records_by-[a-z]+_within-20-km-of-.*\.csv$/);
  const lines = parse(await readFile(await saved.path(), 'utf8')) as readonly (readonly string[])[];
  return lines.slice(1).map((cells) => [cells[0] ?? '', Number(cells.at(-1))]);
}

const countBy = (records: readonly PublishedRecord[], length: number, valueOf: (record: PublishedRecord) => number) =>
  Array.from({ length }, (_, value) => records.filter((record) => valueOf(record) === value).length);

/** The words and numbers of a table that continue on another line. */
function brokenWords(table: Locator): Promise<readonly string[]> {
  return table.evaluate((element) => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/\S+/g)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test('the tables of the charts agree with the API', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, around);
  await openTool(page, 'Charts');
  await expectUrlParameter(page, 'show', 'charts');
  const records = await fetchJson<readonly PublishedRecord[]>(
    `${fullHost}webapi/v1/RawData?${searchQuery(centre, 20_000)}`,
  );
  await expect(dialog(page)).toContainText(/sightings, and [\d,]+ visits by [\d,]+ tagged sharks within 20 km/);
  await expect(dialog(page)).toContainText(`All ${records.length.toLocaleString('en-AU')} records:`);
  const byMonth = await savedTable(page, 'By month of the year, Western Australian time');
  expect(byMonth.map(([, count]) => count)).toEqual(
    countBy(onePerVisit(records), 12, (record) => Number(localTime(record).slice(5, 7)) - 1),
  );
  const byHour = await savedTable(page, 'By hour of the day, Western Australian time');
  expect(byHour.map(([, count]) => count)).toEqual(
    countBy(onePerHour(records), 24, (record) => Number(localTime(record).slice(11, 13))),
  );
  await expect(dialog(page)).toContainText(
    /Recorded in UTC and converted here|All of these times were recorded in Western/,
  );
  for (const [title, counted] of [
    ['By species', onePerShark(records)],
    ['By estimated length', onePerVisit(records)],
  ] as const) {
    const table = await savedTable(page, title);
    expect(table.reduce((sum, [, count]) => sum + count, 0)).toBe(counted.length);
  }
});

test('on a screen of 320 px, only the tables of the charts scroll sideways', atOneSize, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto(`${requirePublishedHost()}?show=charts`);
  await expect(dialog(page).getByRole('region', { name: 'By estimated length' }).getByRole('button')).toBeVisible();
  const opener = (noun: string) => dialog(page).getByText(`Show the ${noun}s as a table`);
  for (const noun of ['month', 'hour', 'length']) await opener(noun).click();
  expect(await dialog(page).evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  for (const table of await dialog(page).getByRole('table').all()) expect(await brokenWords(table)).toEqual([]);

  // The keyboard reaches the whole table.
  const months = dialog(page).locator('.chart-table').first();
  await opener('month').focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => months.evaluate((each) => each.scrollLeft)).toBeGreaterThan(0);
  await expectNoViolations(page);
});

test('the charts have an address, and Back closes them', async ({ page }) => {
  await openExplorer(page, fullHost, around);
  await openTool(page, 'Charts');
  await expect(dialog(page).getByRole('region', { name: 'By estimated length' })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(countLine(page)).toBeVisible();

  await page.goto(`${fullHost}${around}&show=charts`);
  await expect(dialog(page).getByRole('region', { name: 'By species' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expectUrlParameter(page, 'show', null);
});
