import { expect, type Locator, type Page } from '@playwright/test';

import type { Centre } from './api.ts';
import { isPhone } from './hosts.ts';

/** The visible content of one row of the list. */
export interface ShownRow {
  /** From the link of the row. */
  readonly id: number;
  /** The recorded time; null in the row of a place. */
  readonly dateTime: string | null;
  readonly words: string;
}

/** Polling intervals in milliseconds, for values that change quickly. */
const quickPolling = { intervals: [50] };

/**
 * Shows a view of the explorer, and waits until the list shows results or the empty state. If the page shows the explorer
 * already, the view is changed as by Back and Forward, which takes a third of the time of a load.
 */
export async function openExplorer(page: Page, host: string, query = ''): Promise<void> {
  if (page.url().split('?')[0] !== host) return loadExplorer(page, host, query);
  await page.evaluate(
    ([query, quietPeriodInMilliseconds]) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          clearTimeout(timer);
          timer = setTimeout(finish, quietPeriodInMilliseconds);
        });
        const finish = (): void => {
          observer.disconnect();
          resolve();
        };
        let timer = setTimeout(finish, quietPeriodInMilliseconds);
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
        window.history.pushState(null, '', query === '' ? window.location.pathname : query);
        window.dispatchEvent(new PopStateEvent('popstate'));
      }),
    [query, 250] as const,
  );
  await expectResults(page);
}

/** Loads the explorer, for tests of what a load does, and waits until the list shows results or the empty state. */
export async function loadExplorer(page: Page, host: string, query = ''): Promise<void> {
  await page.goto(host + query);
  await expectResults(page);
}

/** A page starts slowly while other tests use the processor. */
const startTimeoutInMilliseconds = 20_000;

/** Waits until the count line or details are visible. On a phone, the first screen shows them only on request. */
export async function expectResults(page: Page): Promise<void> {
  const opener = page.getByRole('button', { name: 'Show the list' });
  await expect(opener.or(countLine(page)).or(details(page)).first()).toBeVisible({
    timeout: startTimeoutInMilliseconds,
  });
  if (await opener.isVisible()) await opener.click();
  const results = countLine(page).or(page.getByRole('region', { name: 'Details' }));
  await expect(results.first()).toBeVisible({ timeout: startTimeoutInMilliseconds });
}

/** The line with the result count: "118 of 17,330 records within 5 km" or "200 records nearest to the centre". */
export function countLine(page: Page): Locator {
  return page
    .getByRole('tabpanel')
    .getByText(/^[\d,]+ (?:of [\d,]+ (?:record|place)s? (?:in|on|within)|(?:record|place)s? nearest to the centre)/);
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

/** Waits until the count line states this number of results. */
export async function expectFound(page: Page, found: number): Promise<void> {
  await expect(countLine(page)).toHaveText(new RegExp(`^${found.toLocaleString('en-AU')} `));
}

/** The number of records that the timeline counts: the sum of its counts by kind. */
export async function timelineTotal(page: Page): Promise<number> {
  const counts = await page
    .getByRole('region', { name: 'Sightings and visits by month' })
    .locator('li[data-mark] > span:last-child')
    .allInnerTexts();
  return counts.reduce((sum, count) => sum + Number(count.replaceAll(',', '')), 0);
}

export function list(page: Page): Locator {
  return page.getByRole('group', { name: /^(?:Records|Places) found$/ });
}

export function rows(page: Page): Locator {
  return list(page).getByRole('link');
}

/** Reads the first rows of the list, in order. */
export async function firstRows(page: Page, limit: number): Promise<readonly ShownRow[]> {
  // All rows are read in one step, because the list may render again between two steps.
  const texts = await rows(page).evaluateAll(
    (links, limit) =>
      links.slice(0, limit).map((link) => ({
        href: link.getAttribute('href') ?? '',
        dateTime: link.querySelector('time')?.dateTime ?? null,
        words: link.textContent,
      })),
    limit,
  );
  return texts.map(({ href, ...text }) => {
    const selection = new URLSearchParams(href);
    return { id: Number(selection.get('record') ?? selection.get('place')), ...text };
  });
}

/** The visible map. */
export function map(page: Page): Locator {
  return page.getByRole('region', { name: 'Map of the coast' });
}

export function searchSection(page: Page): Locator {
  return page.getByRole('region', { name: 'Search by location' });
}

/** The parameters of the current URL. */
export function urlParameters(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

/** The centre of the search in the current URL. */
export function centreInUrl(page: Page): Centre {
  const parameters = urlParameters(page);
  const [latitude = Number.NaN, longitude = Number.NaN] = (parameters.get('at') ?? parameters.get('c') ?? '')
    .split(',')
    .map(Number);
  return { latitude, longitude };
}

/** Waits until a parameter of the URL has this value; null means that it is absent. */
export async function expectUrlParameter(page: Page, name: string, value: string | RegExp | null): Promise<void> {
  const found = expect.poll(() => urlParameters(page).get(name), { message: `${name} in the URL`, ...quickPolling });
  if (value instanceof RegExp) await found.toMatch(value);
  else await found.toBe(value);
}

/** Waits until the list begins with these records or places. */
export async function expectRows(page: Page, ids: readonly number[]): Promise<void> {
  const readIds = async (): Promise<readonly number[]> => {
    // Repeated detections are listed when their group is expanded.
    await list(page)
      .locator('[aria-posinset]')
      .evaluateAll((items, limit) => {
        const groups = items.slice(0, limit).map((item) => item.querySelector('button[aria-expanded="false"]'));
        groups.find((group) => group instanceof HTMLButtonElement)?.click();
        // The row of a group is an item of its own.
      }, 2 * ids.length);
    return (await firstRows(page, ids.length)).map(({ id }) => id);
  };
  await expect.poll(readIds, quickPolling).toEqual(ids);
}

export function searchBox(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search for a place, a species or coordinates' });
}

export function suggestions(page: Page): Locator {
  return page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
}

/** The details of the selected record, place or location. */
export function details(page: Page): Locator {
  return page.getByRole('region', { name: 'Details' });
}

/**
 * Waits until the URL no longer changes. The explorer updates it a third of a second after the last movement. The
 * interval between two checks is longer than an animation and this delay.
 */
export async function expectStableUrl(page: Page): Promise<void> {
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

interface Offset {
  readonly right: number;
  readonly down: number;
}

/** The middle of the uncovered part of the map, in pixels of the page. */
export async function middleOfMap(page: Page): Promise<{ x: number; y: number }> {
  const box = await map(page).boundingBox();
  if (!box) throw new Error('the map is not on the screen');
  const sheet = isPhone() ? await page.getByRole('region', { name: 'Search and results' }).boundingBox() : null;
  const bottom = Math.min(box.y + box.height, sheet?.y ?? Infinity);
  return { x: box.x + box.width / 2, y: (box.y + bottom) / 2 };
}

/** Waits until a worker has drawn something in this pane: the ground, or the marks and names. */
export async function waitUntilDrawn(page: Page, pane: 'ground' | 'marks'): Promise<void> {
  const hasPixels = (canvas: Element): boolean => {
    const copy = document.createElement('canvas');
    const { width, height } = canvas as HTMLCanvasElement;
    const context = copy.getContext('2d');
    if (!context || width === 0 || height === 0) return false;
    Object.assign(copy, { width, height });
    // The size of a canvas with a bitmap renderer is not that of its bitmap, so the copy is scaled.
    context.drawImage(canvas as HTMLCanvasElement, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data.some((value) => value !== 0);
  };
  const isDrawn = (): Promise<boolean> => map(page).locator(`.leaflet-chart-${pane}-pane canvas`).evaluate(hasPixels);
  // The explorer waits 20 seconds for a drawing, and tries again 5 seconds later.
  await expect.poll(isDrawn, { timeout: 40_000 }).toBe(true);
}

/** Taps or clicks on the map, at an offset in pixels from its middle. */
export async function pressOnMap(page: Page, { right, down }: Offset): Promise<void> {
  const { x, y } = await middleOfMap(page);
  if (isPhone()) await page.touchscreen.tap(x + right, y + down);
  else await page.mouse.click(x + right, y + down);
}

/** The box of an element once it no longer moves, as it does while the map flies to another view. */
async function restingBoxOf(element: Locator): Promise<NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>> {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  await expect(async () => {
    const before = box;
    box = await element.boundingBox();
    expect(box).not.toBeNull();
    expect(box).toEqual(before);
  }).toPass({ intervals: [150], timeout: 15_000 });
  if (!box) throw new Error('the element to drag is not on the screen');
  return box;
}

/** Drags an element by its middle, in several steps. `during` is called before the release. */
export async function drag(page: Page, from: Locator, by: Offset, during?: () => Promise<void>): Promise<void> {
  const box = await restingBoxOf(from);
  await dragFrom(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, by, during);
}

export async function dragFrom(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
  { right, down }: Offset,
  during?: () => Promise<void>,
): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right / 2, y + down / 2, { steps: 4 });
  await page.mouse.move(x + right, y + down, { steps: 4 });
  await during?.();
  await page.mouse.up();
}

/** A paragraph or list item by the beginning of its text, which may be in elements of its own. */
export function paragraphWith(scope: Locator, beginning: RegExp): Locator {
  return scope.locator('p, li').filter({ hasText: beginning });
}

/** Expects that the open summary counts this number of records. */
export async function expectRecordsInSummary(page: Page, records: number): Promise<void> {
  const many = records === 1 ? 'The only record:' : `All ${records.toLocaleString('en-AU')} records:`;
  const summary = details(page).getByRole('region', { name: 'Summary', exact: true });
  await expect(summary).toContainText(records === 0 ? 'nothing recorded within' : many);
}
