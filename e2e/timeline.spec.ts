import { expect, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { fetchJson, type PublishedRecord, searchQuery } from './support/api.ts';
import {
  urlParameters,
  drag,
  dragFrom,
  expectFound,
  expectUrlParameter,
  expectRows,
  expectStableUrl,
  openExplorer,
  timelineTotal,
} from './support/explorer.ts';
import { atOneSize, requirePublishedHost, isPhone } from './support/hosts.ts';
import { rowsOfList, localTime, onePerVisit } from './support/observations.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

// The published data is from October 2014 to July 2021.
const host = requirePublishedHost();
const urlQuery = '?c=-31.99,115.75&z=10&r=20000';
const apiQuery = searchQuery({ latitude: -31.99, longitude: 115.75 }, 20_000);

test.beforeEach(() => {
  test.skip(isPhone(), 'a phone has dates in the filter form instead');
});

const timeline = (page: Page) => page.getByRole('region', { name: 'Sightings and visits by month' });

/** Expects the list and the histogram to show the records of the API between the dates in the URL. */
async function expectApiResults(page: Page): Promise<void> {
  const records = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?${apiQuery}`);
  const from = urlParameters(page).get('from') ?? '';
  const to = urlParameters(page).get('to') ?? '9999';
  const expected = records.filter((record) => {
    const day = localTime(record).slice(0, 10);
    return day >= from && day <= to;
  });
  await expectFound(page, expected.length);
  await expectRows(
    page,
    rowsOfList(expected)
      .flat()
      .slice(0, 3)
      .map(({ RawDataId }) => RawDataId),
  );
  await expect.poll(() => timelineTotal(page)).toBe(onePerVisit(expected).length);
}

test('keys move the ends of the range by months and years', atOneSize, async ({ page }) => {
  await openExplorer(page, host, urlQuery);
  const first = timeline(page).getByRole('slider', { name: 'First month' });
  const last = timeline(page).getByRole('slider', { name: 'Last month' });
  await first.press('PageUp');
  await first.press('ArrowRight');
  await expectUrlParameter(page, 'from', '2015-11-01');
  await expect(first).toHaveAttribute('aria-valuetext', 'November 2015');
  await last.press('PageDown');
  await last.press('ArrowLeft');
  await expectUrlParameter(page, 'to', '2020-06-30');
  await last.blur();
  await expectApiResults(page);
  await first.press('Home');
  await expectUrlParameter(page, 'from', null);
});

test('dragging an end of the range updates the list', async ({ page }) => {
  await openExplorer(page, host, urlQuery);
  await drag(page, timeline(page).getByRole('slider', { name: 'First month' }), { right: 400, down: 0 });
  await page.mouse.move(10, 10);
  await expectUrlParameter(page, 'from', /^201[6-8]-\d\d-01$/);
  await expectStableUrl(page);
  await expectApiResults(page);
});

test('a drag over the bars selects a range, and a drag inside the range moves it', async ({ page }) => {
  await openExplorer(page, host, urlQuery);
  const box = await timeline(page).getByRole('slider', { name: 'First month' }).boundingBox();
  if (!box) throw new Error('the timeline is not on the screen');
  await dragFrom(page, { x: box.x + 300, y: box.y + 60 }, { right: 200, down: 0 });
  await expectUrlParameter(page, 'from', /^\d{4}-\d\d-01$/);
  await expectUrlParameter(page, 'to', /^\d{4}-\d\d-\d\d$/);
  await expectStableUrl(page);
  const last = urlParameters(page).get('to') ?? '9999';
  await dragFrom(page, { x: box.x + 400, y: box.y + 60 }, { right: 100, down: 0 });
  await expect.poll(() => (urlParameters(page).get('to') ?? '') > last).toBe(true);
  await page.mouse.move(10, 10);
  await expectStableUrl(page);
  await expectApiResults(page);
});

test('buttons move the range to the previous and the next period', atOneSize, async ({ page }) => {
  await openExplorer(page, host, `${urlQuery}&from=2018-01-01&to=2018-12-31`);
  await timeline(page)
    .getByRole('button', { name: /^Previous period/ })
    .click();
  await expectUrlParameter(page, 'from', '2017-01-01');
  await expectUrlParameter(page, 'to', '2017-12-31');
  await expectApiResults(page);
  await timeline(page)
    .getByRole('button', { name: /^Next period/ })
    .click();
  await expectUrlParameter(page, 'from', '2018-01-01');
  await page.getByRole('button', { name: 'Clear date filter' }).click();
  await expectUrlParameter(page, 'from', null);
  await expectApiResults(page);
});

test('presets end with the newest record', atOneSize, async ({ page }) => {
  await openExplorer(page, host, urlQuery);
  await timeline(page).getByRole('button', { name: 'Last 12 months of the data', exact: true }).click();
  await expectUrlParameter(page, 'from', '2020-08-01');
  await expectUrlParameter(page, 'to', '2021-07-31');
  await expectApiResults(page);
});

test('the histogram is also available as a table', atOneSize, async ({ page }) => {
  const records = await fetchJson<readonly PublishedRecord[]>(`${host}webapi/v1/RawData?${apiQuery}`);
  await openExplorer(page, host, `${urlQuery}&from=2021-01-01`);
  await timeline(page).getByRole('button', { name: 'Table' }).click();
  for (const year of ['2016', '2021']) {
    const count = onePerVisit(records).filter((record) => localTime(record).startsWith(year)).length;
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: year }) });
    await expect(row.getByRole('cell').last()).toHaveText(count.toLocaleString('en-AU'));
  }
});

test(
  'Play moves a window of months through the period, can be paused and moved, and is in the address',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, host, `${urlQuery}&from=2018-01-01&to=2018-12-31`);
    await timeline(page).getByRole('button', { name: 'Play', exact: true }).click();
    const controls = timeline(page).getByRole('group', { name: 'Play the months' });
    await controls.getByRole('combobox', { name: 'Speed' }).selectOption('Slow');
    await expectUrlParameter(page, 'play', '2018-01,2018-12');
    await expect(timeline(page)).not.toContainText('Jan 2018');
    await controls.getByRole('button', { name: 'Pause' }).click();
    await expectStableUrl(page);
    const from = urlParameters(page).get('from') ?? '';
    expect(from >= '2018-02-01' && from <= '2018-12-01').toBe(true);
    await expectApiResults(page);
    await expectNoViolations(page);

    await controls.getByRole('combobox', { name: 'Months shown at a time' }).selectOption('3 months');
    await controls.getByRole('button', { name: 'Play' }).press('ArrowLeft');
    await controls.getByRole('button', { name: 'Play' }).press('ArrowLeft');
    await expectStableUrl(page);
    expect(urlParameters(page).get('from')).not.toBe(from);
    await expectApiResults(page);
    const address = page.url();
    await page.reload();
    await expect(controls.getByRole('button', { name: 'Play' })).toBeVisible();
    await expectApiResults(page);
    expect(page.url()).toBe(address);

    await controls.getByRole('combobox', { name: 'Speed' }).selectOption('Fast');
    await controls.getByRole('button', { name: 'Play' }).click();
    // Until the end of the period.
    await expectUrlParameter(page, 'to', '2018-12-31');
    await expect(controls.getByRole('button', { name: 'Play' })).toBeVisible();
    await controls.getByRole('button', { name: 'Play' }).press('Escape');
    await expectUrlParameter(page, 'play', null);
    await expectUrlParameter(page, 'from', '2018-01-01');
    await expectApiResults(page);
  },
);
