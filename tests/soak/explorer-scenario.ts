import type { Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import type { Point, TestedBrowser } from './tested-browser.ts';

/*
 * A user's session with the explorer, step by step, in one browser window. The Node host serves the production build
 * with the sample data. The content of the explorer is compared with responses of the API.
 */

interface ApiRecord {
  readonly [field: string]: string | number | null;
  readonly RawDataId: number;
  readonly SightingDateTime: string;
  readonly InteractionValue: string | null;
  readonly SightingSpeciesValue: string | null;
}

interface ApiPage {
  readonly MetaData: { readonly TotalItems: number };
  readonly PagedItems: readonly ApiRecord[];
}

interface ApiPlace {
  readonly CoastalFeatureID: number;
  readonly CoastalFeatureDisplayName: string;
  readonly CoastalFeatureInshoreLatitude: number;
  readonly CoastalFeatureInshoreLongitude: number;
}

interface ShownRow {
  readonly id: number;
  readonly dateTime: string | null;
}

const search = '?c=-31.99,115.75&z=11&r=5000';
const centre = { latitude: -31.99, longitude: 115.75 };
/** Browsers in a container are slow while other tests run. */
const polling = { timeout: 30_000, interval: 100 };

export function describeExplorer(name: string, start: () => Promise<TestedBrowser>): void {
  describe(`the explorer in ${name}`, () => {
    let server: Server;
    let site: string;
    let browser: TestedBrowser;

    beforeAll(async () => {
      server = createSiteServer({ directory: inject('soakSites').sampleCompute });
      site = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
      browser = await start();
      console.info(`${name}: ${browser.version}`);
    });
    afterAll(async () => {
      stopServer();
      await browser.close();
    });

    function stopServer(): void {
      server.close();
      server.closeAllConnections();
    }

    async function fetchFromApi<Body>(path: string): Promise<Body> {
      return (await (await fetch(`${site}webapi/v1/${path}`)).json()) as Body;
    }

    /** Fetches the records that the API finds within a circle. */
    function searchWithApi({ latitude, longitude }: typeof centre, radius: number): Promise<ApiPage> {
      const circle = `latitude=${latitude}&longitude=${longitude}&rangeInM=${radius}`;
      return fetchFromApi(`RawData?${circle}&pageNumber=1&pageSize=3`);
    }

    async function urlParameter(name: string): Promise<string | null> {
      return new URL(await browser.evaluate(() => location.href)).searchParams.get(name);
    }

    /** Fetches the records that the API finds within the circle in the page's URL. */
    async function searchUrlWithApi(): Promise<ApiPage> {
      const [latitude = NaN, longitude = NaN] = ((await urlParameter('at')) ?? (await urlParameter('c')) ?? '')
        .split(',')
        .map(Number);
      return searchWithApi({ latitude, longitude }, Number(await urlParameter('r')));
    }

    /** The numbers in a line such as "1,031 of 17,000 records within 5 km"; null while there is no such line. */
    function shownCounts(): Promise<{ found: number; all: number } | null> {
      return browser.evaluate(() => {
        const text = document.querySelector<HTMLElement>('[role=tabpanel]')?.innerText ?? '';
        const [, found, all] = /([\d,]+) of ([\d,]+) records/.exec(text) ?? [];
        if (found === undefined || all === undefined) return null;
        return { found: Number(found.replaceAll(',', '')), all: Number(all.replaceAll(',', '')) };
      });
    }

    function shownRows(): Promise<readonly ShownRow[]> {
      return browser.evaluate(() =>
        [...document.querySelectorAll<HTMLAnchorElement>('[role=group][aria-label="Records found"] a')].map((link) => ({
          id: Number(new URL(link.href).searchParams.get('record')),
          dateTime: link.querySelector('time')?.dateTime ?? null,
        })),
      );
    }

    /** Waits until the count and the first rows match the response. */
    async function expectShown({ MetaData, PagedItems }: ApiPage): Promise<void> {
      await expect.poll(async () => (await shownCounts())?.found, polling).toBe(MetaData.TotalItems);
      const ids = PagedItems.map(({ RawDataId }) => RawDataId);
      await expect.poll(async () => (await shownRows()).slice(0, ids.length).map(({ id }) => id), polling).toEqual(ids);
    }

    /**
     * Waits for an element whose label or text begins with these words, that is not covered and that no longer moves.
     * Returns its middle.
     */
    async function findMiddle(selector: string, words = ''): Promise<Point> {
      let found: Point | null = null;
      let before: Point | null = null;
      const find = async (): Promise<Point | null> =>
        browser.evaluate(
          (selector, words) => {
            for (const element of document.querySelectorAll<HTMLElement>(selector)) {
              const label = element.getAttribute('aria-label') ?? element.innerText;
              if (!label.trim().startsWith(words) || element.offsetParent === null) continue;
              element.scrollIntoView({ block: 'nearest' });
              const { left, top, width, height } = element.getBoundingClientRect();
              const middle = { x: left + width / 2, y: top + height / 2 };
              const front = document.elementFromPoint(middle.x, middle.y);
              if (front && element.contains(front)) return middle;
            }
            return null;
          },
          selector,
          words,
        );
      await expect
        .poll(
          async () => {
            [before, found] = [found, await find()];
            return found !== null && before !== null && found.x === before.x && found.y === before.y;
          },
          { ...polling, message: `${selector} "${words}"` },
        )
        .toBe(true);
      return found ?? { x: NaN, y: NaN };
    }

    const click = async (selector: string, words?: string): Promise<void> =>
      browser.click(await findMiddle(selector, words));

    function heading(): Promise<string | null> {
      return browser.evaluate(() => document.querySelector('section[aria-label=Details] h2')?.textContent ?? null);
    }

    /** Searches for a place by its name and opens it. */
    async function searchFor({ CoastalFeatureDisplayName: placeName, CoastalFeatureID: id }: ApiPlace): Promise<void> {
      await click('[role=combobox]');
      await browser.type(placeName.toLowerCase());
      await click('[role=option]', placeName);
      await expect.poll(heading, polling).toBe(placeName);
      await expect.poll(() => urlParameter('place'), polling).toBe(String(id));
    }

    /** A beach with a unique name and with records near it. */
    async function somePlace(): Promise<ApiPlace> {
      const places = await fetchFromApi<ApiPlace[]>('CoastalFeatures');
      const count = (name: string): number =>
        places.filter((place) => place.CoastalFeatureDisplayName.startsWith(name)).length;
      for (const place of places) {
        const { CoastalFeatureDisplayName: name } = place;
        if (!/^[A-Z][a-z]+ Beach$/.test(name) || count(name) > 1) continue;
        const inshore = {
          latitude: place.CoastalFeatureInshoreLatitude,
          longitude: place.CoastalFeatureInshoreLongitude,
        };
        if ((await searchWithApi(inshore, 1000)).MetaData.TotalItems > 0) return place;
      }
      throw new Error('the sample has no beach with a unique name and records near it');
    }

    it('shows the map and the newest records on the first visit', async () => {
      await browser.open(site);
      const records = new Map((await fetchFromApi<ApiRecord[]>('RawData')).map((record) => [record.RawDataId, record]));
      await expect.poll(async () => (await shownCounts())?.all, polling).toBe(records.size);
      await expect.poll(async () => (await shownCounts())?.found ?? 0, polling).toBeGreaterThan(0);
      await expect.poll(async () => (await shownRows()).length, polling).toBeGreaterThan(3);
      for (const { id, dateTime } of await shownRows()) {
        const { SightingDateTime = '', OwnerValue } = { OwnerValue: null, ...records.get(id) };
        const isUtc = SightingDateTime < '2019-07-08' || OwnerValue === 'SMART drumline trial';
        const instant = Date.parse(`${SightingDateTime}${isUtc ? 'Z' : '+08:00'}`);
        expect(Date.parse(String(dateTime))).toBe(instant);
      }
      for (const pane of ['ground', 'marks'] as const) {
        await expect.poll(() => browser.evaluate(isDrawn, pane), { ...polling, message: pane }).toBe(true);
      }
    });

    it('finds a place by its name, and the records around it', async () => {
      await browser.open(site);
      await searchFor(await somePlace());
      await click('a', 'See');
      await expect.poll(() => urlParameter('r'), polling).toBe('1000');
      await expectShown(await searchUrlWithApi());
    });

    it('updates the count while the handle of the circle is dragged', async () => {
      await browser.open(site + search);
      await expectShown(await searchWithApi(centre, 5000));
      const before = (await shownCounts())?.found ?? NaN;
      const handle = await findMiddle('[data-testid=radius-handle]');
      await browser.drag(handle, { x: handle.x + 120, y: handle.y }, async () => {
        await expect.poll(async () => (await shownCounts())?.found, polling).toBeGreaterThan(before);
      });
      await expect.poll(async () => Number(await urlParameter('r')), polling).toBeGreaterThan(8000);
      await expectShown(await searchUrlWithApi());
    });

    it('updates the count while the thumb of the radius slider is dragged', async () => {
      await browser.open(site + search);
      await expectShown(await searchWithApi(centre, 5000));
      const before = (await shownCounts())?.found ?? NaN;
      // The name of the centre is found last, and may need another line.
      const resultOfSearch = (): string => document.querySelector('.search-result bdi')?.textContent ?? '';
      await expect.poll(() => browser.evaluate(resultOfSearch), polling).not.toBe('');
      const thumb = await findThumb('input[type=range]');
      await browser.drag(thumb, { x: thumb.x + 60, y: thumb.y }, async () => {
        await expect.poll(async () => (await shownCounts())?.found, polling).toBeGreaterThan(before);
      });
      await expect.poll(async () => Number(await urlParameter('r')), polling).toBeGreaterThan(8000);
      await expectShown(await searchUrlWithApi());
      // The thumb is under the pointer that released it, to within one step.
      expect(Math.abs((await findThumb('input[type=range]')).x - thumb.x - 60)).toBeLessThan(4);
    });

    it('opens a record with all its fields, and closes it again', async () => {
      await browser.open(site + search);
      const expected = await searchWithApi(centre, 5000);
      await expectShown(expected);
      await click('[role=group][aria-label="Records found"] a');
      const [record] = expected.PagedItems;
      await expect.poll(() => urlParameter('record'), polling).toBe(String(record?.RawDataId));
      await expect.poll(() => browser.evaluate(shownFields), polling).toHaveLength(Object.keys(record ?? {}).length);
      const fields = await browser.evaluate(shownFields);
      for (const [index, value] of Object.values(record ?? {}).entries()) {
        expect(fields[index]).toContain(value === null ? 'not recorded' : String(value).trim());
      }
      await click('button', 'Back to list');
      await expectShown(expected);
    });

    it('has reported no error so far', async () => {
      expect(await browser.problems()).toEqual([]);
      // Proves that errors are recorded.
      await browser.evaluate(() => {
        console.error('a message for this test');
        setTimeout(() => {
          throw new Error('an error for this test');
        });
      });
      await expect.poll(() => browser.problems(), polling).toHaveLength(2);
    });

    it('opens and searches offline, from the service worker', async () => {
      const expected = await searchWithApi(centre, 5000);
      const wider = await searchWithApi(centre, 25_000);
      const place = await somePlace();
      const record = `${site}?record=${expected.PagedItems[0]?.RawDataId ?? ''}`;
      await browser.open(site + search);
      await expectShown(expected);
      await expect.poll(() => browser.evaluate(offlineState), { ...polling, timeout: 90_000 }).toBe('ready');
      // The service worker caches the files that a page reads under its control.
      await browser.open(record);
      await expect.poll(() => browser.evaluate(shownFields), polling).not.toHaveLength(0);
      await browser.open(site + search);
      await expectShown(expected);
      stopServer();
      await expect(fetch(site)).rejects.toThrow();

      await browser.reload();
      await expectShown(expected);
      const pageText = (): Promise<string> => browser.evaluate(() => document.body.innerText);
      await expect.poll(pageText, polling).toContain('The newest record on this device is from');
      await click('button', '25');
      await expectShown(wider);
      await searchFor(place);
      await browser.open(record);
      await expect.poll(() => browser.evaluate(shownFields), polling).not.toHaveLength(0);
    });

    async function findThumb(selector: string): Promise<Point> {
      await findMiddle(selector);
      return browser.evaluate((selector) => {
        const slider = document.querySelector<HTMLInputElement>(selector);
        if (!slider) throw new Error('there is no slider');
        const { left, top, width, height } = slider.getBoundingClientRect();
        const thumbWidth = 20;
        const fraction = Number(slider.value) / Number(slider.max);
        return { x: left + thumbWidth / 2 + fraction * (width - thumbWidth), y: top + height / 2 };
      }, selector);
    }
  });
}

/* Functions that run in the page. */

/** Whether a canvas of the map has any pixels that are not transparent. */
function isDrawn(pane: 'ground' | 'marks'): boolean {
  const canvas = document.querySelector<HTMLCanvasElement>(`.leaflet-chart-${pane}-pane canvas`);
  const copy = document.createElement('canvas');
  const context = copy.getContext('2d');
  if (!canvas || !context || canvas.width === 0 || canvas.height === 0) return false;
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data.some((value) => value !== 0);
}

/** The values in the table of all fields of a record, in order. */
function shownFields(): string[] {
  return [...document.querySelectorAll('section[aria-label="All fields"] dd')].map((value) => value.textContent);
}

/**
 * Returns "ready" once the service worker controls the page and has cached every file that the explorer needs; until
 * then, what is missing.
 */
async function offlineState(): Promise<string> {
  if (navigator.serviceWorker.controller === null) return 'no service worker controls the page';
  const index = await caches.match(new URL('data/kept-on-this-device', location.href));
  const { needed = [] } = ((await index?.json()) ?? {}) as { needed?: string[] };
  if (needed.length === 0) return 'the service worker has not listed the files that the explorer needs';
  for (const path of ['index.html', 'data/manifest.json', ...needed]) {
    if (!(await caches.match(new URL(path, location.href)))) return `${path} is not cached`;
  }
  return 'ready';
}
