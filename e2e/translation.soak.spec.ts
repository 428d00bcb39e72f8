import { expect, type Page, test } from '@playwright/test';

import { details, searchBox } from './support/explorer.ts';
import { fullHost, isPhone } from './support/hosts.ts';

/*
 * The same visit on a page that a translator changes and on one that it does not. The simulated translator does what
 * Chrome's does: on load and after every change, it replaces each text by elements with the translation. Here this is
 * the same text with an invisible character, so that the layout remains the same.
 */
const mark = '\u2060';

function simulateTranslator(): void {
  const isTranslated = (text: Node): boolean =>
    text.textContent?.trim() !== '' &&
    text.parentElement?.closest('[translate="no"], .notranslate, script, style, font') === null;
  const createFont = (): HTMLElement => {
    const font = document.createElement('font');
    font.style.verticalAlign = 'inherit';
    return font;
  };
  const translate = (): void => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (isTranslated(walker.currentNode)) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      const [outer, inner] = [createFont(), createFont()];
      inner.textContent = `${text.data}\u2060`;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    translate();
    new MutationObserver(translate).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

/** The lines of the page, without the marks of the translator. */
const linesOf = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('#root').innerText()).replaceAll(mark, '').split(/\s*\n\s*/);

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
  ['the open filters', (page) => (isPhone() ? press(page, /^Filters/) : press(page, /^Species$/))],
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
    (page) =>
      // The dialog reacts to the key once it is loaded.
      expect(async () => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden({ timeout: 1000 });
      }).toPass(),
  ],
  ['no filter', (page) => press(page, /^Clear species filter/)],
  ['nothing found', (page) => page.goto(`${fullHost}?c=-32.2,115.74&z=10&r=30000&species=-`)],
  ['what helps', (page) => press(page, /^Without the species filter/)],
];

async function openCharts(page: Page): Promise<void> {
  if (isPhone()) await press(page, /^More/);
  await press(page, /^Charts\W*$/);
  await expect(page.getByRole('dialog')).toBeVisible();
}

const showList: Step = ['the list', (page) => press(page, /^Show the list/)];

/** Takes the steps on both pages, which must show the same after each. Returns the translated page. */
async function compareAtEachStep(page: Page, address: string, compared: readonly Step[]): Promise<Page> {
  test.setTimeout(180_000);
  const translated = await page.context().newPage();
  const failures: string[] = [];
  translated.on('pageerror', ({ message }) => failures.push(message));
  translated.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });
  await translated.addInitScript(simulateTranslator);
  const pages = [page, translated];
  for (const each of pages) each.setDefaultTimeout(20_000);
  const open: Step = ['the page', (each) => each.goto(address)];
  for (const [name, take] of [open, ...compared]) {
    await test.step(name, async () => {
      await Promise.all(pages.map(take));
      await expect(async () => {
        const [shown, shownTranslated] = await Promise.all(pages.map(linesOf));
        expect(shownTranslated).toEqual(shown);
      }).toPass({ timeout: 20_000 });
      expect(failures).toEqual([]);
      expect(await unsafeTexts(page)).toEqual([]);
    });
  }
  return translated;
}

test('a page that the browser translates shows the same as one that it does not', async ({ page }) => {
  const translated = await compareAtEachStep(page, fullHost, [...(isPhone() ? [showList] : []), ...steps]);
  // What was compared is really translated, and names are not.
  await rowsOfList(translated).first().click();
  await expect(details(translated).getByRole('heading', { name: `Nearby${mark}`, exact: true })).toBeVisible();
  const record = new URL(translated.url()).searchParams.get('record');
  const response = await page.request.get(`${fullHost}webapi/v1/RawData/${record ?? ''}`);
  const { LocationValue } = (await response.json()) as { readonly LocationValue: string };
  await expect(details(translated).locator('dd').filter({ hasText: LocationValue }).first()).toHaveText(LocationValue);
});
