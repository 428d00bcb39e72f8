import { expect, type Page, test } from '@playwright/test';

import { details, searchBox } from './support/explorer.ts';
import { fullHost, isPhone } from './support/hosts.ts';

/*
 * A browser that translates a page replaces its texts. React may therefore not hold any text itself, in any part of the
 * page. `app/components/jsx-runtime.test.tsx` tests what happens then.
 */

/** The texts that React would update or remove itself, although a translator may have replaced them. */
const unsafeTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const unsafe: string[] = [];
    while (walker.nextNode()) {
      const { currentNode } = walker;
      const isOfReact = Object.keys(currentNode).some((key) => key.startsWith('__reactFiber'));
      if (isOfReact && currentNode.textContent?.trim() !== '') unsafe.push(currentNode.textContent ?? '');
    }
    return unsafe;
  });

type Step = readonly [name: string, take: (page: Page) => Promise<unknown>];

const rowsOfList = (page: Page) => page.getByRole('listitem').locator('.results-row');
const press = (page: Page, name: RegExp) => page.getByRole('button', { name }).first().click();
/** Opens what a link of the list leads to. The list of the tab that was chosen before may still be shown. */
const openFirst = async (page: Page, kind: 'place' | 'record'): Promise<void> => {
  await page.locator(`#results a.results-row[href*="${kind}="]`).first().click();
  await expect(page).toHaveURL(new RegExp(`[?&]${kind}=`));
};

const steps: readonly Step[] = [
  ['suggestions', (page) => searchBox(page).fill('beach')],
  ['coordinates', (page) => searchBox(page).fill('-32.2, 115.74')],
  [
    'a point',
    async (page) => {
      await searchBox(page).press('Enter');
      // The details take the focus from the search box, which closes the suggestions, once they are loaded.
      await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused();
    },
  ],
  [
    'the area of a town',
    async (page) => {
      await searchBox(page).fill('testville');
      await searchBox(page).press('Enter');
      // The details of the point, with a link to another list, are shown until those of the town are loaded.
      await expect(details(page).getByRole('heading', { level: 2 })).toHaveText(/Testville/);
    },
  ],
  [
    'its list',
    (page) =>
      details(page)
        .getByRole('link', { name: /^See all/ })
        .first()
        .click(),
  ],
  ['the places', (page) => page.getByRole('tab', { name: /^Places/ }).click()],
  ['a place', (page) => openFirst(page, 'place')],
  ['the places again', (page) => details(page).getByRole('button').first().click()],
  ['the records', (page) => page.getByRole('tab', { name: /^Records/ }).click()],
  ['a record', (page) => openFirst(page, 'record')],
  ['the list after Back', (page) => page.goBack()],
  ['the open filters', (page) => (isPhone() ? press(page, /^More filters/) : press(page, /^Species$/))],
  [
    'a filter',
    (page) =>
      page
        .getByRole('group', { name: /^Species\W*$/ })
        .getByRole('checkbox')
        .first()
        .check(),
  ],
  ['the filtered list', (page) => (isPhone() ? press(page, /^Show [\d,]+ /) : page.keyboard.press('Escape'))],
  ['the charts', openCharts],
  [
    'the list after the charts',
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  ],
  ['no filter', (page) => press(page, /^Clear species filter/)],
  ['nothing found', (page) => page.goto(`${fullHost}?c=-32.2,115.74&z=10&r=30000&species=-`)],
  ['what helps', (page) => press(page, /^Without the species filter/)],
];

async function openCharts(page: Page): Promise<void> {
  if (isPhone()) await press(page, /^More:/);
  await press(page, /^Charts\W*$/);
  await expect(page.getByRole('dialog')).toBeVisible();
}

const showList: Step = ['the list', (page) => press(page, /^Show the list/)];

test('no text of the page is one that a translation of the page would take away from React', async ({ page }) => {
  await page.goto(fullHost);
  for (const [name, take] of [...(isPhone() ? [showList] : []), ...steps]) {
    await test.step(name, async () => {
      await take(page);
      expect(await unsafeTexts(page)).toEqual([]);
    });
  }
  // Names are not translated.
  await rowsOfList(page).first().click();
  await expect(details(page).getByRole('heading', { name: 'Nearby' })).toBeVisible();
  const record = new URL(page.url()).searchParams.get('record');
  const response = await page.request.get(`${fullHost}webapi/v1/RawData/${record ?? ''}`);
  const { LocationValue } = (await response.json()) as { readonly LocationValue: string };
  await expect(details(page).locator('dd [translate="no"]').filter({ hasText: LocationValue }).first()).toBeVisible();
});
