import { expect } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { chip } from './support/controls.ts';
import {
  urlParameters,
  details,
  expectUrlParameter,
  expectStableUrl,
  firstRows,
  list,
  map,
  loadExplorer,
  openExplorer,
  rows,
  searchSection,
} from './support/explorer.ts';
import { atOneSize, fullHost, isPhone } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

const example = '?c=-31.99,115.75&z=11&r=5000&type=Detected&species=white&from=2017-01-01&to=2021-07-31&record=46307';

test('a URL with every kind of parameter restores the complete view and is not rewritten', async ({ page }) => {
  await openExplorer(page, fullHost, example);
  await expect(details(page).getByText('Record number')).toBeVisible();
  expect(page.url()).toBe(fullHost + example);
  await details(page).getByRole('button', { name: 'Back to list' }).click();
  await expect(searchSection(page)).toContainText('Within 5 km');
  for (const [filter, words] of [
    ['Kind of interaction', 'Detections by receivers'],
    ['Species', 'White shark'],
    ['Date', 'Jan 2017 to Jul 2021'],
  ] as const) {
    await expect(chip(page, filter)).toContainText(words);
  }
});

test(
  'each invalid value and misspelt parameter is listed in a note, and the other parameters apply',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, '?z=99&r=-5&type=Whistled&from=2020-02-30&Units=1&species=white');
    const notes = page.getByRole('status').filter({ hasText: 'in the address was ignored' });
    // Only the first note is visible until the button is pressed.
    await expect(notes.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Show all 5 notes' }).click();
    await expect(notes.getByRole('listitem')).toHaveCount(5);
    for (const name of ['z=99', 'r=-5', 'type=Whistled', 'from=2020-02-30']) await expect(notes).toContainText(name);
    await expect(notes).toContainText('Units');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await expectNoViolations(page);
    await expect(chip(page, 'Species')).toContainText('White shark');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(notes).toBeHidden();
  },
);

test('a species without records is listed in a note and removed from the URL', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=9&species=nosuch,white');
  const notes = page.getByRole('status').filter({ hasText: 'no record in this data has it' });
  await expect(notes).toContainText('species=nosuch');
  await expectUrlParameter(page, 'species', 'white');
  await expect(chip(page, 'Species')).toContainText('White shark');
  await expect(rows(page).first()).toContainText('White shark');
});

test(
  'a council area in the URL has its published name, in any case, and a note only if it limits the list',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost, '?area=shire+of+testville');
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('Shire of Testville');
    await expect(page).toHaveTitle('Shire of Testville: shark records – Coastwatch');
    await expectUrlParameter(page, 'area', 'Shire of Testville');
    await openExplorer(page, fullHost, '?council=shire+of+testville');
    const search = page.getByRole('region', { name: 'Search by council area' });
    await expect(search).toContainText('In Shire of Testville');
    await expectUrlParameter(page, 'council', 'Shire of Testville');
    await openExplorer(page, fullHost, '?area=Nowhere');
    await expect(details(page).getByRole('heading', { level: 2 })).toHaveText('No such council area');
    await expect(page.getByText('in the address was ignored')).toHaveCount(0);
  },
);

test('moving the map adds no entry to the browser history, but selecting a row does', atOneSize, async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=9');
  const length = (): Promise<number> => page.evaluate(() => history.length);
  const before = await length();
  await map(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => Number(urlParameters(page).get('z'))).toBeGreaterThan(9);
  expect(await length()).toBe(before);
  const moved = page.url();

  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().click();
  await expectUrlParameter(page, 'record', /^\d+$/);
  expect(await length()).toBe(before + 1);
  const selected = page.url();

  await page.goBack();
  await expect(list(page)).toBeVisible();
  await expect.poll(() => page.url()).toBe(moved);
  await page.goForward();
  await expect(details(page)).toBeVisible();
  await expect.poll(() => page.url()).toBe(selected);
});

test('rows are links that can also be opened in a new tab', async ({ page, context }) => {
  test.skip(isPhone(), 'a phone has no modifier key');
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10');
  await expectStableUrl(page);
  const [first] = await firstRows(page, 1);
  const opened = context.waitForEvent('page');
  const row = rows(page).first();
  const link = (await row.getAttribute('href')) ?? '';
  await row.click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  await expect(details(page)).toBeHidden();
  // Some builds of Chromium do not load a tab in the background, so its address is loaded here.
  await loadExplorer(page, fullHost, link);
  await expectUrlParameter(page, 'record', String(first?.id));
  await expect(details(page).getByText('Record number')).toBeVisible();
});
