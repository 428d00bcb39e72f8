import { expect, type Page } from '@playwright/test';

import { details, openExplorer, rows, searchBox } from './support/explorer.ts';
import { atOneSize, fullHost, isPhone } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

const maxStopsBeforeList = 6;

const activeElement = (page: Page): Promise<{ readonly name: string; readonly isInList: boolean }> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return {
      name: (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim().slice(0, 40),
      isInList: Boolean(element?.closest('.results-list')),
    };
  });

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const) {
  test(
    `at ${width} by ${height}, the keyboard reaches the list quickly, and a skip link leads to it`,
    atOneSize,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(fullHost);
      await expect(page.getByText(/sightings?,? and [\d,]+ visits?/).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Coastwatch' })).toHaveCount(1);
      const link = page.getByRole('link', { name: 'Skip to the list' });
      await link.focus();
      await expect(link).toBeInViewport({ ratio: 1 });
      expect(await link.evaluate((element) => getComputedStyle(element).clipPath)).toBe('none');
      // On a phone, the list is not on the first screen.
      await page.keyboard.press('Enter');
      await expect(page.getByRole('group', { name: 'Records found' })).toBeFocused();
      // The list changes while the map takes its final size.
      await expect(async () => {
        await page.getByRole('group', { name: 'Records found' }).focus();
        await page.keyboard.press('Tab');
        await expect(rows(page).first()).toBeFocused({ timeout: 1000 });
      }).toPass();
      await page.evaluate(() => {
        // The keyboard starts at the beginning of the document, as after opening the page.
        document.body.tabIndex = -1;
        document.body.focus();
        document.body.removeAttribute('tabindex');
      });
      const stops: string[] = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const { name, isInList } = await activeElement(page);
        if (isInList || stops.length > 2 * maxStopsBeforeList) break;
        stops.push(name);
      }
      expect(stops.length, stops.join(', ')).toBeLessThanOrEqual(maxStopsBeforeList);
      expect(stops[0]).toBe('Skip to the list');
    },
  );
}

test(
  'below 1,280 px the tools of the header are behind one button, and from there on they are side by side',
  atOneSize,
  async ({ page }) => {
    await openExplorer(page, fullHost);
    const tools = page
      .locator('.explorer-tools')
      .getByRole('button')
      .or(page.locator('.explorer-tools').getByRole('link'));
    for (const { width, names } of [
      { width: 1279, names: [''] },
      { width: 1280, names: ['Charts', 'Share', 'Download', 'Print', 'API', ''] },
    ]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(tools).toHaveText(names);
      for (const tool of await tools.all()) await expect(tool).toBeInViewport({ ratio: 1 });
      await expect(searchBox(page)).toBeInViewport({ ratio: 1 });
    }
    await expect(page.locator('.button[data-kind="primary"]:visible')).toHaveText(['Near me']);
  },
);

/** The texts of the chips that do not fit. */
const cutTexts = (page: Page) =>
  page
    .locator('.filters-chip-text')
    .evaluateAll((texts) =>
      texts
        .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
        .map((each) => each.textContent),
    );

test('the names of filters, every period, a kind and a species fit their chips', async ({ page }) => {
  await openExplorer(page, fullHost);
  expect(await cutTexts(page)).toEqual([]);
  const periods = ['from=2020-01-01', 'from=2020-01-01&to=2021-07-31', 'from=2020-11-30&to=2021-11-29'];
  for (const period of periods) {
    await openExplorer(page, fullHost, `?type=Detected&species=bronze whaler&${period}`);
    await expect(page.getByRole('button', { name: 'Clear date filter' })).toBeAttached();
    expect(await cutTexts(page)).toEqual([]);
  }
  await openExplorer(page, fullHost, `?type=Detected&from=2020-11-30&to=2021-11-29`);
  for (const width of isPhone() ? [] : [820, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await cutTexts(page)).toEqual([]);
  }
});

for (const { name, width, height } of [
  { name: 'on a phone', width: 390, height: 844 },
  { name: 'at 200 % zoom on a screen of 1440 by 900', width: 720, height: 450 },
  { name: 'on a tablet', width: 820, height: 1180 },
]) {
  test(
    `${name}, the chart of the months can be used with the list, and makes way for open details`,
    atOneSize,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10');
      const chart = page.getByRole('region', { name: 'Sightings and visits by month', exact: true });
      await expect(chart).toHaveCount(0);
      await page.getByRole('button', { name: 'By month' }).click();
      const handle = chart.getByRole('slider', { name: 'First month' });
      await handle.scrollIntoViewIfNeeded();
      await expect(handle).toBeInViewport({ ratio: 0.9 });
      await handle.press('PageUp');
      await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-01$/);
      await page.getByRole('button', { name: 'By month' }).click();
      await expect(chart).toHaveCount(0);

      const toggle = page.getByRole('button', { name: 'By month' });
      await toggle.click();
      await expect(chart).toBeVisible();
      await rows(page).first().click();
      await expect(details(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 0.9 });
      await expect(chart).toHaveCount(0);
      await expect(toggle).toBeHidden();
      await page.getByRole('button', { name: 'Back to list' }).click();
      await expect(chart).toBeVisible();
      await toggle.click();
      await expect(chart).toHaveCount(0);
    },
  );
}
