import { expect, type Locator, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { chip, closeFilters, openFilters } from './support/controls.ts';
import { details, list, map, openExplorer, rows } from './support/explorer.ts';
import { atOneSize, fullHost, isPhone, requirePublishedHost } from './support/hosts.ts';
import { brokenWords } from './support/tables.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

/** A view without a search, in which the whole coast is on the map. */
const first = '';
const maxStopsBeforeList = 6;

/** Waits until a row remains the same: the list changes while the map takes its final size. */
async function expectSteady(row: Locator): Promise<void> {
  await expect(async () => {
    const before = await row.getAttribute('href');
    await row.page().waitForTimeout(500);
    expect(await row.getAttribute('href')).toBe(before);
  }).toPass();
}

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
  [844, 390],
  [1024, 768],
  [1440, 900],
] as const) {
  test(
    `at ${width} by ${height}, the keyboard reaches the list quickly, and a skip link leads to it`,
    atOneSize,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(fullHost);
      await expect(page.getByText(/records on this map/).first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Coastwatch' })).toHaveCount(1);
      const link = page.getByRole('link', { name: 'Skip to the list' });
      await link.focus();
      await expect(link).toBeInViewport({ ratio: 1 });
      expect(await link.evaluate((element) => getComputedStyle(element).clipPath)).toBe('none');
      // On a phone, the list is not on the first screen.
      await page.keyboard.press('Enter');
      await expect(page.getByRole('group', { name: 'Records found' })).toBeFocused();
      // Without a row, Tab would move on.
      await expect(rows(page).first()).toBeVisible();
      await expectSteady(rows(page).first());
      await page.keyboard.press('Tab');
      await expect(rows(page).first()).toBeFocused();
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

test('filters stay where they are when the other list is shown and when values are selected', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-31.99,115.75&z=9');
  const listTop = async (): Promise<number | undefined> => (await page.getByRole('tablist').boundingBox())?.y;
  const order = (): Promise<readonly string[]> =>
    page
      .getByRole('toolbar', { name: 'Filters' })
      .locator('.filters-chip-open')
      .evaluateAll((chips) => chips.map((each) => (each.getAttribute('aria-label') ?? '').replace(/:.*/, '')));
  // The filters are loaded after the page.
  await expect
    .poll(order)
    .toEqual([
      ...['Kind of interaction', 'Species', 'Date', 'Estimated size', 'Distance from the shore', 'Source'],
      'Feature type',
    ]);
  const before = { order: await order(), top: await listTop() };
  await page.getByRole('tab', { name: /^Places/ }).click();
  await expect(page.getByRole('tab', { name: /^Places/ })).toHaveAttribute('aria-selected', 'true');
  expect({ order: await order(), top: await listTop() }).toEqual(before);
  await page.getByRole('tab', { name: /^Records/ }).click();
  const values = await openFilters(page, 'Species');
  await values.getByRole('checkbox').nth(0).check();
  await values.getByRole('checkbox').nth(1).check();
  await closeFilters(page);
  await expect(page.getByRole('button', { name: 'Clear species filter' })).toBeAttached();
  expect({ order: await order(), top: await listTop() }).toEqual(before);
});

/** The texts of the chips that do not fit. */
const cutTexts = (page: Page) =>
  page
    .locator('.filters-chip-text')
    .evaluateAll((texts) =>
      texts
        .filter((each) => each.scrollWidth > each.clientWidth || each.scrollHeight > each.clientHeight)
        .map((each) => each.textContent),
    );

test('the text of every filter that is not set fits its chip', async ({ page }) => {
  await openExplorer(page, fullHost, first);
  expect(await cutTexts(page)).toEqual([]);
});

test('every period, a kind and a species fit their chips', async ({ page }) => {
  const periods = ['from=2020-01-01', 'from=2020-01-01&to=2021-07-31', 'from=2020-11-30&to=2021-11-29'];
  for (const period of periods) {
    await openExplorer(page, fullHost, `?type=Detected&species=bronze whaler&${period}`);
    await expect(page.getByRole('button', { name: 'Clear date filter' })).toBeAttached();
    expect(await cutTexts(page)).toEqual([]);
  }
  await openExplorer(page, fullHost, `?type=Detected&from=2020-11-30&to=2021-11-29`);
  for (const width of isPhone() ? [] : [820, 1024, 1312]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await cutTexts(page)).toEqual([]);
  }
});

test('arrow keys move within the filters', async ({ page }) => {
  await openExplorer(page, fullHost, first);
  const bar = page.getByRole('toolbar', { name: 'Filters' });
  await chip(page, 'Species').focus();
  await page.keyboard.press('ArrowRight');
  await expect(chip(page, 'Date')).toBeFocused();
  await page.keyboard.press('End');
  await expect(chip(page, 'Feature type')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(bar.getByRole('button').first()).toBeFocused();
});

for (const { name, width, height } of [
  { name: 'on a phone', width: 390, height: 844 },
  { name: 'on a phone in landscape', width: 844, height: 390 },
  { name: 'at 200 % zoom on a screen of 1440 by 900', width: 720, height: 450 },
  { name: 'on a tablet', width: 820, height: 1180 },
]) {
  test(
    `${name}, the chart of the months can be used with the list and with open details`,
    atOneSize,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10');
      const chart = page.getByRole('region', { name: 'Records by month', exact: true });
      await expect(chart).toHaveCount(0);
      await page.getByRole('button', { name: 'By month' }).click();
      const handle = chart.getByRole('slider', { name: 'First month' });
      await handle.scrollIntoViewIfNeeded();
      await expect(handle).toBeInViewport({ ratio: 0.9 });
      await handle.press('PageUp');
      await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-01$/);
      await page.getByRole('button', { name: 'By month' }).click();
      await expect(chart).toHaveCount(0);

      await openExplorer(page, fullHost, '?c=-31.9945,115.7517&z=11&spot=-31.9945,115.7517&around=20000');
      const panel = details(page);
      await expect(panel.getByRole('heading', { name: 'By month of the year' })).toBeAttached();
      await panel.evaluate((element) => {
        element.scrollTo({ top: element.scrollHeight });
      });
      const toggle = page.getByRole('button', { name: 'By month' });
      // Scrolling down may have collapsed the controls, which reappear when one of them receives the focus.
      await toggle.focus();
      await toggle.click();
      await expect(chart.getByRole('slider', { name: 'First month' })).toBeInViewport({ ratio: 0.9 });
      await panel.getByRole('button', { name: 'Back to list' }).click();
      await expect(chart).toHaveCount(1);
      await expect(chart).toBeVisible();
      await toggle.click();
      await expect(chart).toHaveCount(0);
    },
  );
}

test('the table of the years fits a phone, also while details are open', atOneSize, async ({ page }) => {
  const table = page.locator('[popover]:popover-open table');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const query of ['', '?spot=-31.9945,115.7517&around=20000']) {
    await openExplorer(page, fullHost, query);
    if (query === '') await page.getByRole('button', { name: 'By month', exact: true }).click();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    for (const width of query === '' ? [360, 320, 390] : [390]) {
      await page.setViewportSize({ width, height: 844 });
      const fits = await table.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const popover = element.closest('[popover]');
        return left >= 0 && right <= window.innerWidth && popover?.scrollWidth === popover?.clientWidth;
      });
      expect(fits, `${query} at ${width} px`).toBe(true);
      expect(await brokenWords(table)).toEqual([]);
    }
    await page.keyboard.press('Escape');
  }
});

test('the keyboard scrolls the table of the years and the legend on a low screen', atOneSize, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openExplorer(page, requirePublishedHost(), first);
  await page.getByRole('button', { name: 'By month', exact: true }).click();
  for (const { button, label } of [
    { button: 'Table', label: 'Records by year' },
    { button: 'Legend', label: 'Legend' },
  ]) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const popover = page.getByRole('group', { name: label, exact: true });
    await expect(popover.getByRole('row').or(popover.getByRole('listitem')).first()).toBeVisible();
    expect(await popover.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeGreaterThan(0);
    await page.keyboard.press('Tab');
    await expect(popover.locator('> div')).toBeFocused();
    await expect(async () => {
      await page.keyboard.press('End');
      expect(await popover.evaluate((each) => each.scrollTop)).toBeGreaterThan(0);
    }).toPass();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(popover).toBeHidden();
  }
});

for (const { width, height, text } of [
  { width: 390, height: 844, text: 24 },
  { width: 360, height: 740, text: 24 },
  { width: 360, height: 740, text: 20 },
  { width: 320, height: 568, text: 20 },
]) {
  test(
    `on a phone of ${width} px with text of ${text} px, the scale and the credit do not cover the selected point`,
    atOneSize,
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      await session.send('Page.setFontSizes', { fontSizes: { standard: text } });
      await openExplorer(page, fullHost, '?spot=-31.9945,115.7517');
      const shown = map(page);
      await expect(shown.locator('.map-attribution')).toContainText('OpenStreetMap contributors');
      const outside = await shown.evaluate((element) => {
        const boxOf = (selector: string): DOMRect => {
          const found = element.querySelector(selector);
          if (!found) throw new Error(`the map has no ${selector}`);
          return found.getBoundingClientRect();
        };
        const circle = boxOf('path.map-around[d$="Z"]');
        const [x, y] = [circle.x + circle.width / 2, circle.y + circle.height / 2];
        const whole = element.getBoundingClientRect();
        return ['.map-scale', '.map-attribution'].flatMap((selector) => {
          const { left, right, top, bottom } = boxOf(selector);
          const isInside = left >= whole.left && right <= whole.right && top >= whole.top && bottom <= whole.bottom;
          // The radius of the mark is 11 px.
          const isClear = left > x + 11 || right < x - 11 || top > y + 11 || bottom < y - 11;
          return isInside && isClear ? [] : [`${selector} is ${isInside ? 'over the mark' : 'outside the map'}`];
        });
      });
      expect(outside).toEqual([]);
    },
  );
}

for (const { text, width } of [
  { text: 24, width: 1440 },
  { text: 24, width: 1280 },
  { text: 16, width: 1024 },
]) {
  test(
    `a desktop of ${width} px with text of ${text} px shows the list next to the map`,
    atOneSize,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.enable');
      await session.send('Page.setFontSizes', { fontSizes: { standard: text } });
      await openExplorer(page, fullHost);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${text}px`);
      const list = await page.locator('.explorer-list').boundingBox();
      const map = await page.locator('.explorer-map').boundingBox();
      expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(map?.x ?? 0);
      expect(map?.width).toBeGreaterThan(width / 2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expect(page.getByRole('region', { name: 'Records by month' })).toBeVisible();
    },
  );
}

test('rows follow a change of the text size while the page is open', async ({ page }) => {
  await openExplorer(page, fullHost, first);
  await expect(rows(page).first()).toBeVisible();
  await list(page).evaluate((scroller) => {
    scroller.scrollTop = scroller.querySelectorAll('li')[4]?.offsetTop ?? 0;
  });
  const firstVisible = (): Promise<string | null | undefined> =>
    list(page).evaluate((scroller) => {
      const { top } = scroller.getBoundingClientRect();
      return [...scroller.querySelectorAll('li')]
        .find((row) => row.getBoundingClientRect().bottom > top + 1)
        ?.getAttribute('data-index');
    });
  for (const text of [24, 16]) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}px`;
    }, text);
    // No row covers the next one or hides part of its text.
    const problems = (): Promise<readonly string[]> =>
      list(page).evaluate((scroller) => {
        const items = [...scroller.querySelectorAll('li')].sort((a, b) => a.offsetTop - b.offsetTop);
        return items.flatMap((item, index) => {
          const { bottom } = item.getBoundingClientRect();
          const next = items[index + 1]?.getBoundingClientRect().top ?? bottom;
          const row = item.firstElementChild;
          const isCut = row !== null && row.scrollHeight > row.clientHeight + 1;
          return bottom > next + 1 || isCut ? [item.textContent] : [];
        });
      });
    await expect.poll(problems).toEqual([]);
    expect((await list(page).locator('li').first().boundingBox())?.height).toBeCloseTo(4.75 * text, 0);
    // On a phone, the controls above the list may also collapse or reappear.
    if (!isPhone()) await expect.poll(firstVisible).toBe('4');
  }
});

test('the legend is completely on the screen, whatever the size of the map', async ({ page }) => {
  await openExplorer(page, fullHost, first);
  const sizes = isPhone()
    ? [
        { width: 390, height: 844 },
        { width: 844, height: 390 },
        { width: 320, height: 568 },
      ]
    : [];
  for (const size of [...sizes, page.viewportSize() ?? { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Legend' }).click();
    const legend = page.getByRole('group', { name: 'Legend' });
    await expect(legend).toBeInViewport({ ratio: 0.98 });
    const hidden = await legend.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    if ((page.viewportSize()?.height ?? 0) > 800) expect(hidden).toBe(0);
    for (const entry of await legend.getByRole('listitem').all()) {
      await entry.scrollIntoViewIfNeeded();
      await expect(entry).toBeInViewport({ ratio: 0.98 });
    }
    await page.keyboard.press('Escape');
    await expect(legend).toBeHidden();
  }
});
