import { expect, type Locator, type Page } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { details, expectUrlParameter, list, map, openExplorer, rows } from './support/explorer.ts';
import { fullHost, isPhone } from './support/hosts.ts';
import { test } from './support/warm-page.ts';

test.beforeEach(() => {
  test.skip(!isPhone(), 'only a phone has the sheet');
});

const sheet = (page: Page) => page.getByRole('region', { name: 'Search and results' });

async function sheetHeight(page: Page): Promise<number> {
  return (await sheet(page).boundingBox())?.height ?? 0;
}

/** Waits until the height of the sheet is between two fractions of the screen's height. */
async function expectHeight(page: Page, minimum: number, maximum: number): Promise<void> {
  await expect.poll(async () => (await sheetHeight(page)) / 844, 'share of the screen').toBeGreaterThan(minimum);
  await expect.poll(async () => (await sheetHeight(page)) / 844, 'share of the screen').toBeLessThan(maximum);
  // Its movement has ended.
  let before = Number.NaN;
  await expect.poll(async () => before === (before = await sheetHeight(page))).toBe(true);
}

test('a button moves the sheet through its three heights', async ({ page }) => {
  await page.goto(fullHost);
  await expectHeight(page, 0.05, 0.25);
  await page.getByRole('button', { name: 'Show the list' }).click();
  await expectHeight(page, 0.35, 0.6);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expectHeight(page, 0.7, 1);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expectHeight(page, 0.05, 0.25);
  // Hidden rows cannot get the focus.
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the list' }).click();
  await expectHeight(page, 0.35, 0.6);
  await expect(rows(page).first()).toBeVisible();
});

/** Drags by touch from a point, slowly enough that the sheet has no momentum unless `isFlick`. */
async function dragByTouch(
  page: Page,
  from: { readonly x: number; readonly y: number },
  downInPixels: number,
  isFlick = false,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // The times are those of a finger, however long the browser takes to dispatch each event.
  let seconds = Date.now() / 1000;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number): Promise<unknown> => {
    seconds += 0.01;
    const touchPoints = y === undefined ? [] : [{ x: from.x, y }];
    return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: seconds });
  };
  const steps = 8;
  await touch('touchStart', from.y);
  for (let step = 1; step <= steps; step++) await touch('touchMove', from.y + (downInPixels * step) / steps);
  if (!isFlick) seconds += 0.12;
  await touch('touchEnd');
  await session.detach();
}

test('the sheet can be dragged by touch anywhere on its header, and a drag does not press a button', async ({
  page,
}) => {
  await openExplorer(page, fullHost);
  await expectHeight(page, 0.35, 0.6);
  const middleOf = async (target: Locator): Promise<{ x: number; y: number }> => {
    const box = await target.boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  await dragByTouch(page, await middleOf(page.getByRole('button', { name: 'More filters' })), -300);
  await expectHeight(page, 0.7, 1);
  await dragByTouch(page, await middleOf(page.getByRole('tab', { name: /^Places/ })), 320);
  await expectHeight(page, 0.35, 0.6);
  await dragByTouch(page, await middleOf(page.getByRole('button', { name: 'Show more' })), 300);
  await expectHeight(page, 0.05, 0.25);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectUrlParameter(page, 'tab', null);
  // A press is still a press.
  await page.getByRole('button', { name: 'More filters' }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a sheet that is flicked continues to the next height', async ({ page }) => {
  await openExplorer(page, fullHost);
  await expectHeight(page, 0.35, 0.6);
  const top = 844 - (await sheetHeight(page));
  await dragByTouch(page, { x: 60, y: top + 20 }, -150, true);
  await expectHeight(page, 0.7, 1);
});

/** The rows that are completely inside the visible part of the list. */
const completeRows = (page: Page): Promise<number> =>
  list(page).evaluate((scroller) => {
    const { top, bottom } = scroller.getBoundingClientRect();
    return [...scroller.querySelectorAll('li')]
      .map((row) => row.getBoundingClientRect())
      .filter((row) => row.top >= top - 1 && row.bottom <= Math.min(bottom, innerHeight) + 1).length;
  });

test('at full height at least six rows are visible, and the controls make way for more while the list is scrolled', async ({
  page,
}) => {
  await openExplorer(page, fullHost);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expectHeight(page, 0.7, 1);
  await expect.poll(() => completeRows(page)).toBeGreaterThanOrEqual(6);
  const before = await completeRows(page);

  const box = await list(page).boundingBox();
  const tab = page.getByRole('tab', { name: /^Records/ });
  await page.mouse.move(200, (box?.y ?? 0) + 200);
  const rowIn = (): Promise<{ text: string; top: number }> =>
    list(page).evaluate((scroller) => {
      const row = scroller.querySelector('[data-index="9"]');
      return { text: row?.textContent ?? '', top: row?.getBoundingClientRect().top ?? Number.NaN };
    });
  for (let step = 0; step < 8; step++) {
    const from = await list(page).evaluate((scroller) => scroller.scrollTop);
    const { top } = await rowIn();
    await page.mouse.wheel(0, 60);
    await expect.poll(() => list(page).evaluate((scroller) => scroller.scrollTop)).not.toBe(from);
    // Rows move with the wheel, whether or not the controls disappear in the same step.
    if (step > 2) await expect.poll(async () => Math.abs(top - 60 - (await rowIn()).top)).toBeLessThan(2);
  }
  await expect(tab).not.toBeInViewport();
  expect(await completeRows(page)).toBeGreaterThan(before);

  await page.mouse.wheel(0, -60);
  await expect(tab).toBeInViewport();
  // The keyboard reaches the controls while they are collapsed, and they reappear.
  await page.mouse.wheel(0, 500);
  await expect(tab).not.toBeInViewport();
  await list(page).getByRole('link').first().focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(tab).toBeInViewport();
});

for (const tab of ['records', 'places']) {
  test(`at full height at least six ${tab} of a search are visible, below controls that are large enough`, async ({
    page,
  }) => {
    await openExplorer(page, fullHost, `?c=-31.99,115.75&z=9&at=-31.99583,115.7506&r=30000&tab=${tab}`);
    const search = page.getByRole('region', { name: 'Search by location' });
    await expect(search).toContainText('Within 30 km');
    await page.getByRole('button', { name: 'Show more' }).click();
    await expectHeight(page, 0.7, 1);
    await expect.poll(() => completeRows(page)).toBeGreaterThanOrEqual(6);
    const controls = [
      ...['Adjust the search', 'Clear the search'].map((name) => search.getByRole('button', { name })),
      page.getByRole('combobox', { name: 'Sort' }),
      page.getByRole('tab', { name: /^Places/ }),
    ];
    for (const control of controls) expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    // The radius can be changed.
    await search.getByRole('button', { name: 'Adjust the search' }).click();
    await expect(search.getByRole('textbox', { name: 'Radius in kilometres' })).toHaveValue('30');
  });
}

test('a lowered sheet rises when something is selected', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.34915,115.73338&z=13');
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expectHeight(page, 0.05, 0.25);
  await page.getByRole('application', { name: 'Map surface' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: /^\d+ observations at one point/ }).click();
  await expectHeight(page, 0.35, 0.6);
  await expect(details(page)).toContainText('All 160 records:');
});

test('while the months are played, the sheet is lowered, so that the map is visible', async ({ page }) => {
  await openExplorer(page, fullHost, '?c=-32.2,115.74&z=10&from=2018-01-01&to=2018-12-31');
  await page.getByRole('button', { name: 'By month' }).click();
  await expectHeight(page, 0.7, 1);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expectHeight(page, 0.05, 0.3);
  const bar = page.getByRole('region', { name: 'Play the months' });
  await expectUrlParameter(page, 'play', '2018-01,2018-12');
  await expect(bar).toContainText(/^(?!Jan).* 2018/);
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expectNoViolations(page);
  await bar.getByRole('button', { name: 'Show the whole period' }).click();
  await expectUrlParameter(page, 'play', null);
  await expectUrlParameter(page, 'from', '2018-01-01');
  await expect(page.getByRole('button', { name: 'By month' })).toBeVisible();
});

test('the card of a place has its name, its sentence and Save at the top, without filters, below a warning of one line', async ({
  page,
}) => {
  await openExplorer(page, fullHost, '?place=1');
  const panel = details(page);
  const warning = page.locator('.disclaimer');
  await expect(warning).toHaveText(/^Historical records, not live warnings\./);
  await expect(warning).toBeInViewport({ ratio: 1 });
  expect((await warning.boundingBox())?.height).toBeLessThanOrEqual(28);
  for (const part of [
    panel.getByRole('heading', { level: 2 }),
    panel.locator('.summary-sentence'),
    panel.getByRole('button', { name: /^Save/ }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  const title = await panel.getByRole('heading', { level: 2 }).boundingBox();
  const top = (await sheet(page).boundingBox())?.y ?? Number.NaN;
  expect((title?.y ?? Number.NaN) - top).toBeLessThan(48);
  const filters = page.getByRole('toolbar', { name: 'Filters', includeHidden: true });
  await expect(filters).toBeHidden();
  // The handle has no visible text, except with the focus of the keyboard.
  const handle = page.getByRole('button', { name: 'Show more' });
  await expect(handle).toHaveCSS('opacity', '0');
  await expectNoViolations(page);
  await panel.getByRole('button', { name: 'Compare this place with another' }).focus();
  while (!(await handle.evaluate((button) => button === document.activeElement))) await page.keyboard.press('Tab');
  await expect(handle).toHaveCSS('opacity', '1');
  await page.keyboard.press('Enter');
  await expectHeight(page, 0.7, 1);
  await page.getByRole('button', { name: 'Show the map' }).click();
  await page.getByRole('button', { name: 'Show the details' }).click();
  await expectHeight(page, 0.35, 0.6);
  await panel.getByRole('button', { name: 'Back to list' }).click();
  await expect(filters).toBeVisible();
  await expect(page.getByText(/^Newest record/)).toBeVisible();
});

test('touch targets are large enough', async ({ page }) => {
  await openExplorer(page, fullHost);
  const controls = page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('tab'));
  const tooSmall = await controls.evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < 24)
      .map(({ text, box }) => `${text} ${box.width} x ${box.height}`),
  );
  expect(tooSmall).toEqual([]);
  await expect(map(page)).toBeVisible();
});
