import { expect, type Locator, type Page } from '@playwright/test';

import { isPhone } from './hosts.ts';

/**
 * Opens a filter: the popover of its chip on a wide screen, or the form of all filters if it has no chip or on a phone.
 * Returns the group of its values.
 */
export async function openFilters(page: Page, filter: string): Promise<Locator> {
  const more = page.getByRole('button', { name: /^More filters/ });
  await expect(more).toBeVisible();
  if (isPhone() || (await chip(page, filter).count()) === 0) await more.click();
  else await chip(page, filter).click();
  const values = page.getByRole('group', { name: filter, exact: true });
  await expect(values).toBeVisible();
  return values;
}

/** The button that opens a filter, whether a value is selected or not. */
export function chip(page: Page, filter: string): Locator {
  return page
    .getByRole('region', { name: 'Filters' })
    .getByRole('button', { name: new RegExp(`^${filter}(?::|$)`), expanded: false })
    .first();
}

/** Closes the popover or the form of filters. */
export async function closeFilters(page: Page): Promise<void> {
  if (isPhone()) await page.getByRole('button', { name: /^Show [\d,]+ / }).click();
  else await page.keyboard.press('Escape');
}

/** Opens the Share or Download dialog: its button is visible on a wide screen, and behind More on a phone. */
export async function openTool(page: Page, tool: string): Promise<void> {
  if (isPhone()) await page.getByRole('button', { name: /^More:/ }).click();
  await page.getByRole('button', { name: tool, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Shows the search controls. On a phone they are behind a button, and the sheet must be at its full height. */
export async function showSearchControls(page: Page): Promise<Locator> {
  const section = page.getByRole('region', { name: 'Search by location' });
  const opener = section.getByRole('button', { name: 'Adjust the search', expanded: false });
  if (isPhone()) {
    await page.getByRole('button', { name: 'Show more' }).click();
    await opener.click();
  }
  return section;
}
