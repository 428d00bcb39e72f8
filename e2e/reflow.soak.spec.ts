import { expect, type Page } from '@playwright/test';

import { details, openExplorer, rows } from './support/explorer.ts';
import { atOneSize, fullHost, isPhone } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

// WCAG 2.2, 1.4.10: no scrolling in two directions at 320 px, which is 1280 px at 400 %.
const sizes = [
  { width: 320, height: 640 },
  { width: 320, height: 256 },
  { width: 1280, height: 256 },
];

async function expectNoHorizontalScrolling(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

for (const size of sizes) {
  test(
    `at ${size.width} by ${size.height}, every part can be reached without horizontal scrolling`,
    atOneSize,
    async ({ page }) => {
      await page.setViewportSize(size);
      await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10&r=30000');
      await expectNoHorizontalScrolling(page, size.width);
      await rows(page).first().click();
      await expect(details(page).getByText('Record number')).toBeVisible();
      await details(page).getByRole('link', { name: 'This record as JSON' }).scrollIntoViewIfNeeded();
      await expect(details(page).getByRole('link', { name: 'This record as JSON' })).toBeInViewport();
      await expectNoHorizontalScrolling(page, size.width);
      await page.goto(`${fullHost}#help`);
      await expect(page.getByRole('dialog', { name: 'About the data' })).toBeVisible();
      await expectNoHorizontalScrolling(page, size.width);
      await page.goto(`${fullHost}?species=-&c=-32.2,115.74&z=10&r=30000`);
      await page.getByRole('button', { name: /^Without the species filter/ }).click();
      await expect(rows(page).first()).toBeAttached();
    },
  );
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const isWithin = (box: Box, outer: Box): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height;
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

/** Measures the boxes of all elements that match, in pixels from the top left of the page. */
const measureBoxes = (page: Page, selector: string): Promise<{ readonly text: string; readonly box: Box }[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const text = element.textContent || element.getAttribute('aria-label') || element.className;
        return { text, box: { x, y: y + scrollY, width, height } };
      })
      .filter(({ box }) => box.width > 0),
  );

// WCAG 2.2, 1.4.4, with the browser setting that changes only the text size, not the size of a pixel.
for (const { width, height, text } of [
  { width: 1440, height: 900, text: 32 },
  { width: 390, height: 844, text: 32 },
  { width: 320, height: 640, text: 32 },
  { width: 390, height: 844, text: 20 },
  { width: 1024, height: 768, text: 16 },
  { width: 390, height: 844, text: 16 },
  { width: 1280, height: 600, text: 12 },
  { width: 375, height: 667, text: 12 },
  { width: 375, height: 667, text: 16 },
  { width: 375, height: 600, text: 16 },
  { width: 320, height: 568, text: 16 },
]) {
  const tag = width > 1000 ? atOneSize : {};
  test(`at ${width} by ${height} with text of ${text} px, nothing is cut off or overlaps`, tag, async ({ page }) => {
    test.skip(width < 1000 && !isPhone(), 'only a phone has a screen of this size');
    await page.setViewportSize({ width, height });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    await session.send('Page.setFontSizes', { fontSizes: { standard: text } });
    await openExplorer(page, fullHost, '?c=-32.2,115.74&z=14&r=30000');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(`${text}px`);
    await expect(page.locator('.map-scale').getByText('Outline only: beaches may look inland')).toBeVisible();
    await expectNoHorizontalScrolling(page, width);

    const [map] = await measureBoxes(page, '.explorer-map');
    const [results] = await measureBoxes(page, '.results-scroller');
    if (!map || !results) throw new Error('the page has no map or no list');
    const mapControls = await measureBoxes(page, '.map-tools > *, .map-legend > .button, .map-scale, .map-attribution');
    const header = await measureBoxes(page, '.explorer :is(.explorer-header, .explorer-tools) :is(input, button, a)');
    const lines = await measureBoxes(page, '.disclaimer :is(strong, .disclaimer-newest, a)');
    expect([mapControls.length > 5, header.length > 2, lines.length > 3]).toEqual([true, true, true]);
    for (const { text: words, box } of mapControls) {
      expect(isWithin(box, map.box), `${words} is inside the map`).toBe(true);
    }
    for (const { text: words, box } of [...header, ...lines]) {
      expect(box.x >= 0 && box.x + box.width <= width, `${words} is inside the page`).toBe(true);
    }
    for (const parts of [mapControls, header, lines]) {
      for (const [index, { text: words, box }] of parts.entries()) {
        const covered = parts.slice(index + 1).filter((other) => overlap(box, other.box));
        expect(covered.map((other) => `${words} and ${other.text}`)).toEqual([]);
      }
    }
    // At least one row of the list is readable.
    expect(results.box.height).toBeGreaterThan(3 * text);

    await page.getByRole('button', { name: 'Legend' }).click();
    await expect(page.getByRole('group', { name: 'Legend' })).toBeVisible();
    const [legend] = await measureBoxes(page, '.popover:popover-open');
    // The page of a short screen may have been scrolled to the button.
    const screen = { x: 0, y: await page.evaluate(() => scrollY), width, height };
    expect(legend && isWithin(legend.box, screen), 'the legend is inside the screen').toBe(true);
  });
}
