import { expect, type Locator, type Page } from '@playwright/test';

/** What a person reads in one row of the list. */
export interface ShownRow {
  /** From the address that the row leads to. */
  readonly id: number;
  /** As recorded; null in a row of a place. */
  readonly dateTime: string | null;
  readonly words: string;
}

/** How often to look at what changes within a moment. */
const soon = { intervals: [50] };

/** Opens the explorer and waits until the list shows what it found, or that it found nothing. */
export async function openExplorer(page: Page, host: string, query = ''): Promise<void> {
  await page.goto(host + query);
  await expectAnswered(page);
}

export async function expectAnswered(page: Page): Promise<void> {
  const answered = countLine(page).or(page.getByRole('region', { name: 'Details' }));
  await expect(answered.first()).toBeVisible();
}

/** "118 of 17,330 records within 5 km", or "200 records nearest to the centre". */
export function countLine(page: Page): Locator {
  return page
    .getByRole('tabpanel')
    .getByText(
      /^[\d,]+ (?:of [\d,]+ (?:record|place)s? (?:in map area|within)|(?:record|place)s? nearest to the centre)/,
    );
}

export interface Counts {
  readonly found: number;
  readonly all: number;
}

export async function shownCounts(page: Page): Promise<Counts> {
  const words = (await countLine(page).innerText()).replaceAll(',', '');
  const [found = Number.NaN, all = Number.NaN] = [...words.matchAll(/\d+/g)].map(([number]) => Number(number));
  return { found, all };
}

/** Waits until the list says that it found so many. */
export async function expectFound(page: Page, found: number): Promise<void> {
  await expect(countLine(page)).toHaveText(new RegExp(`^${found.toLocaleString('en-AU')} `));
}

export function list(page: Page): Locator {
  return page.getByRole('group', { name: /^(?:Records|Places) found$/ });
}

export function rows(page: Page): Locator {
  return list(page).getByRole('link');
}

/** The first rows of the list, in its order. */
export async function firstRows(page: Page, most: number): Promise<readonly ShownRow[]> {
  // In one go: the list may render again while it is read row by row.
  const texts = await rows(page).evaluateAll(
    (links, most) =>
      links.slice(0, most).map((link) => ({
        href: link.getAttribute('href') ?? '',
        dateTime: link.querySelector('time')?.dateTime ?? null,
        words: link.textContent,
      })),
    most,
  );
  return texts.map(({ href, ...text }) => {
    const selection = new URLSearchParams(href);
    return { id: Number(selection.get('record') ?? selection.get('place')), ...text };
  });
}

/** The map that one sees and can put a finger on. */
export function map(page: Page): Locator {
  return page.getByRole('region', { name: 'Map of the coast' });
}

export function searchSection(page: Page): Locator {
  return page.getByRole('region', { name: 'Search by location' });
}

/** The parameters of the current address. */
export function addressOf(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

/** Waits until the address says so of a parameter; null is for a parameter that is not there. */
export async function expectInAddress(page: Page, name: string, value: string | RegExp | null): Promise<void> {
  const found = expect.poll(() => addressOf(page).get(name), { message: `${name} in the address`, ...soon });
  if (value instanceof RegExp) await found.toMatch(value);
  else await found.toBe(value);
}

/** Waits until the list begins with these records or places. */
export async function expectRows(page: Page, ids: readonly number[]): Promise<void> {
  await expect.poll(async () => (await firstRows(page, ids.length)).map(({ id }) => id), soon).toEqual(ids);
}

export function searchBox(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search for a place or coordinates' });
}

export function suggestions(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
}

/** What is selected, in full. */
export function details(page: Page): Locator {
  return page.getByRole('region', { name: 'Details' });
}

/**
 * Waits until the address has come to rest. It is written once nothing has moved for a third of a second: an animation and
 * that are over within the pause.
 */
export async function expectStill(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(
      () => {
        const isStill = page.url() === before;
        before = page.url();
        return isStill;
      },
      { intervals: [900] },
    )
    .toBe(true);
}
