import { expect, test, type Page } from '@playwright/test';

import { details, loadExplorer, rows } from './support/explorer.ts';
import { atOneSize, fullHost, isPhone } from './support/hosts.ts';

const commonParts = [
  ...['.explorer-header', '.explorer-name', '.place-search', '.near-me > .button'],
  ...['.explorer-tools', '.explorer-lines', '.disclaimer'],
  ...['.disclaimer a:visible >> nth=0', '.disclaimer a:visible >> nth=1', '.explorer-body', '.explorer-map'],
];
const wideScreenParts = [
  '.explorer-tagline',
  '.sharing-tools',
  '.explorer-panel',
  '.explorer-list',
  '.explorer-timeline',
];
/** The body of the sheet is empty until it is opened. */
const phoneParts = ['.explorer-tagline', '.sheet', '.sheet-grip', '.sheet-step', '.sheet-head'];
const openSheetParts = ['.sheet', '.sheet-grip', '.sheet-step', '.sheet-head', '.sheet-body', '.explorer-list'];

async function openWithoutScripts(page: Page, query = ''): Promise<void> {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(fullHost + query);
  // The missing scripts count as a failure, which the sheet of a phone opens for. The page looks like this before it.
  await page.evaluate(() => {
    delete document.documentElement.dataset['failed'];
  });
}

type Boxes = Readonly<Record<string, readonly number[]>>;

/** Reads left, top, width and height of each part, rounded: a sheet at half height may end at half a pixel. */
async function readBoxes(page: Page, parts: readonly string[]): Promise<Boxes> {
  const boxes: Record<string, readonly number[]> = {};
  for (const part of parts) {
    const box = await page.locator(part).locator('visible=true').first().boundingBox();
    boxes[part] = box ? [box.x, box.y, box.width, box.height].map(Math.round) : [];
  }
  return boxes;
}

/** The parts that are more than one pixel from where they were. */
const movedParts = (before: Boxes, after: Boxes) =>
  Object.entries(after).filter(
    ([part, box]) => !box.every((value, index) => Math.abs(value - (before[part]?.[index] ?? Number.NaN)) <= 1),
  );

/** Reads the visible texts and their link targets. */
async function readTexts(page: Page): Promise<readonly string[]> {
  return page
    .locator('.explorer-header, .explorer-tools, .disclaimer-text, .disclaimer a, .sheet-step')
    .locator('visible=true')
    .evaluateAll((elements) =>
      elements.map((element) => {
        const placeholder = element.querySelector('[placeholder]')?.getAttribute('placeholder') ?? '';
        const text = element instanceof HTMLElement ? element.innerText : '';
        const words = [placeholder, text].join(' ').replace('Sample data', '').replace(': invented records.', '');
        return [element.getAttribute('href') ?? '', ...words.split(/\s+/).sort()].join(' ').trim();
      }),
    );
}

/** Waits until the data is loaded, without opening the sheet of a phone. */
async function waitForCount(page: Page): Promise<void> {
  await expect(page.getByText(/^(?:[\d,]+|[Nn]o) sightings?/).first()).toBeVisible();
  await expect(page.getByText(/^Newest record/)).toBeVisible();
}

for (const { view, query } of [
  { view: 'the first screen', query: '' },
  { view: 'a search', query: '?c=-32.2,115.74&z=10&r=30000' },
]) {
  test(`the static HTML of ${view} has the same layout and the same texts as the page`, async ({ page }) => {
    const onPhone = query === '' ? phoneParts : openSheetParts;
    const parts = [...commonParts, ...(isPhone() ? onPhone : wideScreenParts)];
    await openWithoutScripts(page, query);
    const boxes = await readBoxes(page, parts);
    const words = await readTexts(page);
    await expect(page.getByText('Historical records, not live warnings.')).toBeVisible();
    await page.unroute('**/*.js');
    await page.goto(fullHost + query);
    await waitForCount(page);
    expect(movedParts(boxes, await readBoxes(page, parts))).toEqual([]);
    // The static HTML has the lines above the map before it, so that nothing moves if the page arrives in parts.
    expect([...(await readTexts(page))].sort()).toEqual([...words].sort());
  });
}

test('on a phone, the static HTML of a place has the layout of its card', async ({ page }) => {
  test.skip(!isPhone(), 'only a phone has the card');
  const parts = ['.explorer-header', '.disclaimer', '.explorer-map', '.sheet', '.sheet-grip', '.sheet-handle'];
  await openWithoutScripts(page, '?place=1');
  const boxes = await readBoxes(page, parts);
  await page.unroute('**/*.js');
  await page.goto(`${fullHost}?place=1`);
  await expect(details(page).locator('.summary-sentence')).toBeVisible();
  expect(movedParts(boxes, await readBoxes(page, parts))).toEqual([]);
});

test('on a phone, the first screen has the name, one sentence, one large action, the search field and the map', async ({
  page,
}) => {
  test.skip(!isPhone(), 'only a phone has the introduction');
  const dataFiles: string[] = [];
  page.on('request', (request) => dataFiles.push(request.url()));
  await page.goto(fullHost);
  await waitForCount(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Coastwatch' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^See where sharks have been recorded/)).toBeInViewport({ ratio: 1 });
  const nearMe = page.getByRole('button', { name: 'Near me' });
  await expect(nearMe).toBeInViewport({ ratio: 1 });
  const box = await nearMe.boundingBox();
  expect(box?.width).toBeGreaterThan(350);
  expect(box?.height).toBeGreaterThanOrEqual(48);
  await expect(page.getByRole('combobox')).toBeInViewport({ ratio: 1 });
  // More than half of the screen shows the map.
  expect((await page.locator('.explorer-map').boundingBox())?.height).toBeGreaterThan(844 / 2);
  await expect(rows(page)).toHaveCount(0);
});

test('the outline of the coast is replaced by the chart, and is hidden if the URL shows another area', async ({
  page,
}) => {
  const outline = page.locator('.map-outline');
  await openWithoutScripts(page);
  await expect(outline).toBeVisible();
  await openWithoutScripts(page, '?c=-32,115.75&z=11');
  await expect(outline).toBeHidden();
  await page.unroute('**/*.js');
  await loadExplorer(page, fullHost);
  await expect(outline).toHaveCount(0);
});

test('the layout does not shift while the page loads, and the first paint includes the largest text', async ({
  page,
}) => {
  const paints: (readonly [first: number | undefined, largest: number | undefined])[] = [];
  // On a busy machine, the browser sometimes paints before it has parsed the whole page.
  while (paints.length < 4 && !paints.some(([first, largest]) => first === largest)) {
    await page.goto(fullHost);
    await waitForCount(page);
    if (!isPhone()) await expect(rows(page).first()).toBeVisible();
    const { moved, shifts, firstPaint, largestPaint } = await readPaints(page);
    expect(moved, JSON.stringify(shifts)).toBeLessThan(0.01);
    expect(firstPaint).toBeGreaterThan(0);
    paints.push([firstPaint, largestPaint]);
  }
  expect(paints.at(-1)?.[1], JSON.stringify(paints)).toBe(paints.at(-1)?.[0]);
});

/** What the browser has noted of the layout and the paints since the page began to load. */
function readPaints(page: Page) {
  return page.evaluate(async () => {
    const read = (type: string): Promise<PerformanceEntry[]> =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries());
        }).observe({ type, buffered: true });
        setTimeout(() => {
          resolve([]);
        }, 500);
      });
    const shifts = (await read('layout-shift')) as (PerformanceEntry & {
      readonly value: number;
      readonly sources: readonly { readonly node: Node | null }[];
    })[];
    return {
      moved: shifts.reduce((sum, { value }) => sum + value, 0),
      shifts: shifts.map(({ value, sources }) => [
        value,
        ...sources.map(({ node }) => (node instanceof Element ? node.className : (node?.textContent ?? 'gone'))),
      ]),
      firstPaint: (await read('paint')).find(({ name }) => name === 'first-contentful-paint')?.startTime,
      largestPaint: (await read('largest-contentful-paint')).at(-1)?.startTime,
    };
  });
}

test('the map says that records are loading, from the first paint until they are loaded', async ({ page }) => {
  const words = page.locator('.explorer-map').getByText('Loading records…');
  await openWithoutScripts(page);
  await expect(words).toBeInViewport({ ratio: 1 });
  await page.unroute('**/*.js');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/data/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(fullHost);
  await expect(page.locator('.map-surface canvas').first()).toBeVisible();
  await expect(words).toBeInViewport({ ratio: 1 });
  release();
  await expect(words).toBeHidden();
});

for (const [part, script] of [
  ['the first script', 'index-*'],
  ['a module that the first script imports', 'preload-helper-*'],
  ['the explorer itself', 'main-*'],
] as const) {
  test(`a message and a link to try again appear when ${part} cannot be loaded`, atOneSize, async ({ page }) => {
    await page.route(`**/assets/${script}.js`, (route) => route.abort());
    await page.goto(fullHost);
    await expect(page.getByText('The page could not be loaded.').locator('visible=true')).toBeVisible();
    await expect(page.getByText('The list is loading').locator('visible=true')).toHaveCount(0);
    await page.unroute(`**/assets/${script}.js`);
    await page.getByRole('link', { name: 'Load again' }).locator('visible=true').click();
    await waitForCount(page);
  });
}

const pagesWithScripts = ['', 'embed/'];

test.describe('in an unsupported browser', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    });
  });

  for (const path of pagesWithScripts) {
    test(
      `${path || 'the explorer'} says what it needs, although no script can be parsed`,
      atOneSize,
      async ({ page }) => {
        await page.route('**/assets/*.js', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: 'syntax of a later version' }),
        );
        await page.goto(fullHost + path);
        await expectMessage(page);
      },
    );

    test(`${path || 'the explorer'} says what it needs, although its scripts run`, atOneSize, async ({ page }) => {
      await page.goto(fullHost + path);
      await expect(page.locator('[aria-busy]')).toHaveCount(0);
      await expectMessage(page);
    });
  }
});

test('a supported browser does not show the requirements of the pages', atOneSize, async ({ page }) => {
  for (const path of pagesWithScripts) {
    await page.goto(fullHost + path);
    await expect(page.locator('.unsupported')).toBeHidden();
  }
});

/** Expects the message about supported browsers, and that its links lead to what works without scripts. */
async function expectMessage(page: Page): Promise<void> {
  const message = page.locator('.unsupported');
  await expect(message).toContainText(/needs JavaScript.* Safari \d+/s);
  await expect(message).toBeInViewport({ ratio: 1 });
  const links = await message.getByRole('link').all();
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    const url = await link.evaluate((element) => (element as HTMLAnchorElement).href);
    expect((await page.request.get(url)).status(), url).toBe(200);
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of pagesWithScripts) {
    test(`${path || 'the explorer'} says what it needs and where the data is, without scrolling`, async ({ page }) => {
      await page.goto(fullHost + path);
      await expectMessage(page);
    });
  }
});
