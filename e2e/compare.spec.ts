import { expect, type Locator, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { details, expectUrlParameter, loadExplorer, openExplorer, urlParameters } from './support/explorer.ts';
import { fullHost } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

/** A receiver, and a point with sightings only. */
const receiver = '-32.34915,115.73338';
const sightings = '-33.6,115.3';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Compare two places' });
const column = (page: Page, region: string, index: number) =>
  dialog(page).getByRole('region', { name: region, exact: true }).locator('.compare-column').nth(index);
const comparedSentences = (page: Page) => dialog(page).locator('.compare-sentence');
const monthsOf = (scope: Locator) => scope.locator('.chart > svg').getAttribute('aria-label');

interface Facts {
  readonly sentence: string;
  readonly receivers: string;
  readonly months: string | null;
}

/** What the details of a point say. */
async function factsInDetails(page: Page, spot: string): Promise<Facts> {
  await loadExplorer(page, fullHost, `?spot=${spot}&around=2000&species=white`);
  const byMonth = details(page).getByRole('region', { name: 'Sightings and visits by month', exact: true });
  return {
    sentence: await details(page).locator('.summary-sentence').innerText(),
    receivers: await byMonth.locator('p').innerText(),
    months: await monthsOf(
      details(page).getByRole('region', { name: 'Sightings and visits by month of the year', exact: true }),
    ),
  };
}

async function factsInComparison(page: Page, index: number): Promise<Facts> {
  return {
    sentence: await comparedSentences(page).nth(index).innerText(),
    receivers: await column(page, 'Sightings and visits by month, and receivers', index).locator('p').innerText(),
    months: await monthsOf(column(page, 'Sightings and visits by month of the year', index)),
  };
}

test('two places are compared with the facts of their details, on the screen and on paper', async ({ page }) => {
  const second = await factsInDetails(page, sightings);
  const first = await factsInDetails(page, receiver);
  expect(first.sentence).toContain('visits by');
  expect(second.sentence).toContain('sightings within 2 km');

  await details(page).getByRole('button', { name: 'Compare this place with another' }).click();
  await expectUrlParameter(page, 'compare', 'choose');
  const box = dialog(page).getByRole('combobox', { name: 'Place to compare with' });
  await expect(box).toBeVisible();
  await expectNoViolations(page);
  // A species is not a place.
  await box.fill('white shark');
  await expect(dialog(page).locator('.place-search-message')).toContainText('No place with that name.');
  await box.fill(sightings);
  await box.press('Enter');
  await expectUrlParameter(page, 'compare', sightings);
  await expect(dialog(page).getByRole('region', { name: 'Comparison', exact: true })).toBeFocused();

  const expectComparison = async () => {
    await expect(comparedSentences(page)).toHaveText([first.sentence, second.sentence]);
    expect(await factsInComparison(page, 0)).toEqual(first);
    expect(await factsInComparison(page, 1)).toEqual(second);
    await expect(dialog(page).getByText(/^Only records that match the filters: /)).toBeVisible();
    // The scale of the charts of all months.
    const scales = await dialog(page)
      .getByRole('region', { name: 'Sightings and visits by month, and receivers' })
      .locator('.chart-count')
      .allInnerTexts();
    expect(scales).toHaveLength(2);
    expect(new Set(scales).size).toBe(1);
  };
  await expectComparison();
  await expectNoViolations(page);
  await page.reload();
  await expectComparison();
  await expect(page).toHaveTitle(/ and .*: shark records – Coastwatch$/);

  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('.print-page');
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    // The names are in the headings of the columns.
    for (const { sentence, receivers } of [first, second]) {
      await expect(paper).toContainText(sentence.slice(sentence.indexOf(': ') + 2), { ignoreCase: true, timeout: 100 });
      await expect(paper).toContainText(receivers, { timeout: 100 });
    }
  }).toPass();
  await expect(dialog(page)).toBeHidden();
  const [left, right] = await Promise.all([0, 1].map((index) => paper.locator('h2').nth(index).boundingBox()));
  expect(right?.y).toBe(left?.y);
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });

  await dialog(page).getByRole('button', { name: '10 km' }).click();
  await expectUrlParameter(page, 'around', '10000');
  await expect(comparedSentences(page)).toContainText(['within 10 km', 'within 10 km']);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(details(page).locator('.summary-sentence')).toHaveText(first.sentence);
  expect(urlParameters(page).get('compare')).toBeNull();
});

test('a place that does not exist is reported, and another one can be chosen', async ({ page }) => {
  await openExplorer(page, fullHost, `?spot=${receiver}&compare=99999999`);
  await expect(dialog(page).getByText('There is no such place in this data.')).toBeVisible();
  await dialog(page).getByRole('combobox').fill('10 mile beach');
  await dialog(page).getByRole('option', { name: '10 Mile Beach' }).click();
  await expect(comparedSentences(page)).toHaveCount(2);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expectUrlParameter(page, 'compare', null);
});
