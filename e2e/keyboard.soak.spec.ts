import { expect, type Locator, type Page } from '@playwright/test';

import { countLine, details, expectUrlParameter, list, openExplorer, rows, searchBox } from './support/explorer.ts';
import { atOneSize, requirePublishedHost } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

const host = requirePublishedHost();
const maxPresses = 60;

/** Presses the Tab key until the target has the focus. It must then be on the screen and not be covered. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < maxPresses; presses++) {
    if (await isFocused(target)) break;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
  await expectFocusVisible(target);
}

async function isFocused(target: Locator): Promise<boolean> {
  if ((await target.count()) !== 1) return false;
  return target.evaluate((element) => element === document.activeElement);
}

/** Polls, because the focused element may still be scrolling into view. */
async function expectFocusVisible(target: Locator): Promise<void> {
  const covering = (): Promise<string | null> =>
    target.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      if (above === null) return `it is outside the screen, at ${left}, ${top}`;
      // The element's own label, ancestors and descendants do not count as covering it.
      const isOwn = element.contains(above) || above.contains(element) || above.closest('label')?.contains(element);
      return isOwn === true ? null : above.outerHTML.slice(0, 120);
    });
  await expect.poll(covering).toBeNull();
}

test('a user can search, filter, read a record and download with only the keyboard', atOneSize, async ({ page }) => {
  await openExplorer(page, host);

  // Search for a place: its summary opens, and from it the list of the records around it.
  await tabTo(page, searchBox(page));
  await page.keyboard.type('cottesloe');
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(details(page).getByRole('heading', { level: 2 })).toBeFocused();
  await tabTo(page, details(page).getByRole('link', { name: /^See / }));
  await page.keyboard.press('Enter');
  await expect(countLine(page)).toContainText('within 1 km');

  // Change the radius: the focus is now in the results, after the search controls.
  const radius = page.getByRole('textbox', { name: 'Radius in kilometres' });
  await expect(radius).toBeVisible();
  await tabTo(page, radius, 'Shift+Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await expect(countLine(page)).toContainText('within 10 km');

  // Filter: the filters are before the search, and are one tab stop.
  const chip = page
    .getByRole('region', { name: 'Filters' })
    .getByRole('button', { name: /^Species/ })
    .first();
  const filters = page.getByRole('toolbar', { name: 'Filters' });
  await tabTo(page, filters.getByRole('button').first(), 'Shift+Tab');
  while (!(await isFocused(chip))) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('checkbox', { name: /^White shark/ }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expectUrlParameter(page, 'species', 'white');
  await expect(page.getByRole('button', { name: 'Species: White shark' })).toBeFocused();

  // Open a record from the list, read it, and come back to its row.
  await expect(rows(page).first()).toContainText('White shark');
  await tabTo(page, rows(page).first());
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(details(page).getByText('Record number')).toBeVisible();
  await tabTo(page, details(page).getByRole('button', { name: 'Back to list' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(list(page)).toBeVisible();
  await expect(rows(page).nth(1)).toBeFocused();

  // Download: the tools are after the list and the map.
  await tabTo(page, page.getByRole('button', { name: 'Download', exact: true }));
  await page.keyboard.press('Enter');
  const start = page.getByRole('dialog').getByRole('button', { name: 'Download CSV' });
  await tabTo(page, start);
  const download = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toContain('white-shark');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the focus stays in the list during fast paging', atOneSize, async ({ page }) => {
  await openExplorer(page, host, '?type=Sighted');
  await tabTo(page, rows(page).first());
  // There is no pause between the presses, as when a key is held down.
  await Promise.all(Array.from({ length: 30 }, () => page.keyboard.press('PageDown')));
  const focused = list(page).locator('li:focus-within');
  await expect(focused).toHaveCount(1);
  const index = Number(await focused.getAttribute('data-index'));
  expect(index).toBeGreaterThanOrEqual(30);
  await page.keyboard.press('ArrowDown');
  await expect(focused).toHaveAttribute('data-index', String(index + 1));
  await expectFocusVisible(focused.getByRole('link').or(focused.getByRole('button')));
});
