import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, type Frame, type Page, test } from '@playwright/test';

import { expectNoViolations } from './support/accessibility.ts';
import { fetchJson, type PublishedPlace, type PublishedRecord, searchQuery } from './support/api.ts';
import { atOneSize, fullHost } from './support/hosts.ts';
import { isSighting, isTagged, onePerShark, onePerVisit } from './support/observations.ts';

/*
 * Pages of another origin that embed the map. Their content security policy allows nothing but their own style sheet,
 * and scripts and frames of the site.
 */

/** The page loads its scripts and all records, which takes a while on a busy machine. */
const whenLoaded = { timeout: 20_000 };
const circle = 'c=-31.99,115.75&z=11&r=5000';
const style = `
body { margin: 0 }
.before { height: 3000px }
coastwatch-map { display: block; min-height: 400px }
iframe { display: block; border: 0; width: 100%; height: 300px }
`;

let news: Server;
let newsUrl: string;

test.beforeAll(async () => {
  news = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/style.css') {
      response.writeHead(200, { 'Content-Type': 'text/css' }).end(style);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policyFor(fullHost) });
    response.end(pageWith(searchParams.get('body') ?? ''));
  });
  await new Promise<void>((resolve) => news.listen(0, '127.0.0.1', resolve));
  newsUrl = `http://127.0.0.1:${(news.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  news.close();
  news.closeAllConnections();
});

function policyFor(site: string): string {
  const { origin } = new URL(site);
  const { origin: restricted } = new URL(process.env['COASTWATCH_RESTRICTED_HOST'] ?? site);
  return `default-src 'none'; style-src 'self'; script-src ${origin}; frame-src ${origin} ${restricted}; base-uri 'none'`;
}

function pageWith(body: string): string {
  return `<!doctype html><html lang="en"><title>News</title><link rel="stylesheet" href="style.css">
<script type="module" src="${fullHost}embed/coastwatch-map.js"></script>
<main><h1>News</h1>${body}<p id="after">After the map</p></main>`;
}

async function openNews(page: Page, body: string): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${newsUrl}?body=${encodeURIComponent(body)}`);
}

/** Waits for two frames: the first draws what has changed, and observers of it run before the second. */
const untilDrawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Collects the URLs of the embedded pages that are requested. */
function collectMaps(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(`${fullHost}embed/?`)) urls.push(request.url());
  });
  return urls;
}

async function embeddedFrame(page: Page): Promise<Frame> {
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames().find((each) => each !== page.mainFrame());
  if (!frame) throw new Error('there is no frame');
  return frame;
}

/** The beginning of the heading about the records within a circle, from the API. */
async function expectedWords(centre: Parameters<typeof searchQuery>[0], radiusInMetres: number): Promise<string> {
  const query = searchQuery(centre, radiusInMetres);
  const records = await fetchJson<readonly PublishedRecord[]>(`${fullHost}webapi/v1/RawData?${query}`);
  const countOf = (count: number, noun: string): string =>
    `${count === 0 ? 'No' : count.toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`;
  const visits = onePerVisit(records).filter(isTagged).length;
  const sharks = onePerShark(records).filter(isTagged).length;
  const visited = `, and ${countOf(visits, 'visit')} by ${countOf(sharks, 'tagged shark')}`;
  return `${countOf(records.filter(isSighting).length, 'sighting')}${visits === 0 ? '' : visited} within ${radiusInMetres / 1000} km`;
}

async function expectMap(frame: Frame): Promise<void> {
  const words = await expectedWords({ latitude: -31.99, longitude: 115.75 }, 5000);
  // What people call the centre comes after it, if a place is near.
  await expect(frame.getByRole('heading', { level: 1 })).toContainText(words, whenLoaded);
  await expect(frame.getByText('Historical records, not live warnings.')).toBeVisible();
  await expect(frame.getByText(/OpenStreetMap contributors|Natural Earth/)).toBeVisible();
  await expect(frame.locator('.map-circle')).toHaveCount(1);
  await expect(frame.getByRole('link', { name: 'Open in Coastwatch' })).toHaveAttribute(
    'href',
    `${fullHost}?${circle}`,
  );
}

const element = `<coastwatch-map centre="-31.99,115.75" zoom="11" radius="5000" title="Sharks near Cottesloe"></coastwatch-map>`;
const iframe = `<iframe src="${fullHost}embed/?${circle}" title="Sharks near Cottesloe" loading="lazy"></iframe>`;

for (const [name, code] of [
  ['the element <coastwatch-map>', element],
  ['an iframe', iframe],
] as const) {
  test(`${name} shows the map on a page of another origin with a strict policy, without moving it`, async ({
    page,
  }) => {
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') violations.push(message.text());
    });
    await openNews(page, code);
    const frame = await embeddedFrame(page);
    await expectMap(frame);
    await expect(page.getByTitle('Sharks near Cottesloe').last()).toBeVisible();
    await untilDrawn(page);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    expect(violations).toEqual([]);
  });
}

test('an embedded map with a period to play shows its months one after the other', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}embed/?${circle}&from=2018-01-01&to=2018-01-31&play=2018-01,2018-12`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText('1 Jan 2018 to 31 Jan 2018', whenLoaded);
  const controls = page.getByRole('group', { name: 'Play the months' });
  await expect(controls.getByRole('button', { name: 'Play' })).toBeVisible();
  await expectNoViolations(page);
  await controls.getByRole('combobox', { name: 'Speed' }).selectOption('Fast');
  await controls.getByRole('button', { name: 'Play' }).click();
  await expect(heading).toContainText('1 Dec 2018 to 31 Dec 2018', whenLoaded);
  await expect(controls.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('<coastwatch-map> loads the map only when the reader is about to see it', atOneSize, async ({ page }) => {
  const maps = collectMaps(page);
  await openNews(page, `<div class="before"></div>${element}`);
  await page.waitForFunction(() => customElements.get('coastwatch-map') !== undefined);
  const bottom = await page.locator('#after').evaluate((after) => after.getBoundingClientRect().top);
  await untilDrawn(page);
  expect(maps).toEqual([]);
  await page.evaluate(() => {
    window.scrollTo(0, 1000);
  });
  await untilDrawn(page);
  expect(maps).toEqual([]);
  await page.locator('coastwatch-map').scrollIntoViewIfNeeded();
  await expect.poll(() => maps).toEqual([`${fullHost}embed/?c=-31.99,115.75&z=11&r=5000`]);
  await expectMap(await embeddedFrame(page));
  const moved = await page.locator('#after').evaluate((after) => after.getBoundingClientRect().top + window.scrollY);
  expect(moved).toBe(bottom);
});

test('<coastwatch-map> follows its attributes and adds nothing to the history', atOneSize, async ({ page }) => {
  await openNews(page, element);
  await expectMap(await embeddedFrame(page));
  const entries = await page.evaluate(() => history.length);
  await page.locator('coastwatch-map').evaluate((map) => {
    map.setAttribute('radius', '8000');
    map.setAttribute('title', 'Another title');
    map.setAttribute('height', '500');
  });
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(/within 8 km/, whenLoaded);
  await expect(page.locator('coastwatch-map iframe')).toHaveAttribute('title', 'Another title');
  expect((await page.locator('coastwatch-map').boundingBox())?.height).toBe(500);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test('<coastwatch-map> shows a link when the map does not load', atOneSize, async ({ page }) => {
  await page.route(`${fullHost}embed/?*`, (route) => route.abort());
  await page.clock.install();
  await openNews(page, element);
  await embeddedFrame(page);
  await page.clock.runFor(16_000);
  await expect(page.getByRole('link', { name: 'Open it in Coastwatch' })).toHaveAttribute(
    'href',
    `${fullHost}?c=-31.99,115.75&z=11&r=5000`,
  );
});

test.describe('a site built with --embed-origins', () => {
  // Built with --embed-origins http://localhost:*, see tests/run/browser-setup.ts. The site itself is at 127.0.0.1.
  const site = process.env['COASTWATCH_RESTRICTED_HOST'] ?? '';
  const code = `<iframe src="${site}embed/?${circle}" title="Map"></iframe>`;

  test('is shown by a page of such an origin', atOneSize, async ({ page }) => {
    await page.goto(`${newsUrl.replace('127.0.0.1', 'localhost')}?body=${encodeURIComponent(code)}`);
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText(/within 5 km/, whenLoaded);
  });

  test('is refused to a page of another origin', atOneSize, async ({ page }) => {
    const errors: string[] = [];
    page.on('console', (message) => errors.push(message.text()));
    await page.goto(`${newsUrl}?body=${encodeURIComponent(code)}`);
    await expect.poll(() => errors.join(' ')).toMatch(/frame-ancestors/);
    await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0);
  });
});

for (const path of ['', 'embed/', 'docs/']) {
  test(`a script that /${path} did not contain when it was built does not run`, atOneSize, async ({ page }) => {
    await page.goto(fullHost + path);
    const hasRun = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.documentElement.dataset.injected = "";';
      document.body.append(script);
      return 'injected' in document.documentElement.dataset;
    });
    expect(hasRun).toBe(false);
  });
}

test('the page for embedding shows the whole credit at every size', atOneSize, async ({ page }) => {
  for (const [width, height] of [
    [600, 400],
    [280, 200],
    [600, 120],
    // The lowest element is 20 px lower, but has no line about sample data.
    [300, 140],
    [200, 140],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${fullHost}embed/?${circle}`);
    await expectMap(page.mainFrame());
    const credit = page.getByRole('link', { name: '© OpenStreetMap contributors' });
    await expect(credit).toBeInViewport({ ratio: 1 });
    // Nothing covers it.
    const covered = (): Promise<readonly number[]> =>
      credit.evaluate((link) =>
        [...link.getClientRects()].flatMap(({ left, right, top, bottom }) =>
          [left + 1, right - 1].filter((x) => document.elementFromPoint(x, (top + bottom) / 2) !== link),
        ),
      );
    await expect.poll(covered, `${width} by ${height}`).toEqual([]);
    // A frame of 200 by 140 px has no space for the buttons.
    if (width === 200) continue;
    const map = await page.locator('.embed-map').boundingBox();
    const buttons = await page.locator('.map-zoom').boundingBox();
    expect(buttons?.y).toBeGreaterThanOrEqual(map?.y ?? Infinity);
    expect((buttons?.y ?? 0) + (buttons?.height ?? 0)).toBeLessThanOrEqual((map?.y ?? 0) + (map?.height ?? 0));
  }
});

test(
  'the page for embedding shows the circle of a selected place, whatever the search was',
  atOneSize,
  async ({ page }) => {
    const places = await fetchJson<readonly PublishedPlace[]>(`${fullHost}webapi/v1/CoastalFeatures`);
    const place = places.find(({ CoastalFeatureDisplayName }) => CoastalFeatureDisplayName === 'Seal 🦭 Island');
    if (!place) throw new Error('no such place');
    const { CoastalFeatureInshoreLatitude: latitude, CoastalFeatureInshoreLongitude: longitude } = place;
    const id = place.CoastalFeatureID;
    await page.goto(`${fullHost}embed/?r=2000&place=${id}&around=40000`);
    const heading = page.getByRole('heading', { level: 1 });
    const words = `${await expectedWords({ latitude, longitude }, 40_000)} of Seal 🦭 Island`;
    await expect(heading).toHaveText(words, whenLoaded);
    await expect(page.locator('.map-circle')).toBeInViewport({ ratio: 1 });
  },
);

test('the page for embedding says that a place, record or council area does not exist', atOneSize, async ({ page }) => {
  for (const [parameter, kind] of [
    ['place=999999999', 'place'],
    ['record=999999999', 'record'],
    ['area=Atlantis', 'council area'],
  ] as const) {
    await page.goto(`${fullHost}embed/?${parameter}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`No such ${kind}`, whenLoaded);
    await expect(page).toHaveTitle(`No such ${kind} – Coastwatch`);
  }
});

test('a press on a mark of the page for embedding says what it is, with a link to it', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}embed/?spot=-31.99,115.75&around=5000`);
  await expect(page.getByText('Historical records, not live warnings.')).toBeVisible();
  await expect(page.locator('.embed-legend')).toHaveText(/^SightingsVisitsRecords \d{4}–\d{4}$/, whenLoaded);
  await page.getByRole('application').focus();
  await page.keyboard.press('Enter');
  const card = page.locator('.embed-card.floating');
  const box = (await page.getByRole('application').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  // Presses points of a grid until one of them is a mark.
  for (let step = 0; step < 400 && !(await card.isVisible()); step++) {
    const x = box.x + ((step % 20) + 0.5) * (box.width / 20);
    await page.mouse.click(x, box.y + (Math.floor(step / 20) + 0.5) * (box.height / 20));
  }
  await expect(card.getByRole('link')).toHaveAttribute('href', /[?&](?:record|place|spot|z)=/);
  await expectNoViolations(page);
  await card.getByRole('button', { name: 'Close' }).click();
  await expect(card).toBeHidden();
});

test('the page for embedding shows and counts a council area', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}?council=Shire+of+Testville`);
  const shown = page.locator('#results-count');
  await expect(shown).toContainText('in Shire of Testville');
  const observed = (await page.locator('.results-observed').textContent()) ?? '';
  for (const parameter of ['area', 'council']) {
    await page.goto(`${fullHost}embed/?${parameter}=shire+of+testville`);
    const words = `${observed} in Shire of Testville`;
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words, whenLoaded);
    await expect(page).toHaveTitle('Records in Shire of Testville – Coastwatch');
    await expect(page.locator('.embed-dimmed')).toHaveCount(1);
  }
});

test(
  'in a frame, the wheel scrolls the page around the map, and zooms only with Control',
  atOneSize,
  async ({ page }) => {
    await openNews(page, `${element}<div class="before"></div>`);
    const frame = await embeddedFrame(page);
    await expectMap(frame);
    const scale = (): Promise<string> => frame.locator('.map-scale').innerText();
    const before = await scale();
    await page.mouse.move(400, 250);
    await page.mouse.wheel(0, 150);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    await expect(frame.getByText('and scroll to zoom the map')).toBeVisible();
    expect(await scale()).toBe(before);
    await page.evaluate(() => {
      window.scrollTo(0, 0);
    });
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -400);
    await page.keyboard.up('Control');
    await expect.poll(scale).not.toBe(before);
  },
);

test('the map of the page for embedding works with the keyboard', atOneSize, async ({ page }) => {
  await page.goto(`${fullHost}embed/?${circle}`);
  await expectMap(page.mainFrame());
  const link = page.getByRole('link', { name: 'Open in Coastwatch' });
  const before = await link.getAttribute('href');
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  // The link follows the map, and keeps the circle.
  await expect.poll(() => link.getAttribute('href')).not.toBe(before);
  expect(await link.getAttribute('href')).toMatch(/at=-31.99,115.75&r=5000/);
});
