import { expect, type Page, test as freshTest } from '@playwright/test';

import { shortenPauses } from './changeable-host.ts';
import { expectNoViolations } from './support/accessibility.ts';
import { expectResults, details, openExplorer, rows, searchBox, suggestions } from './support/explorer.ts';
import { showSearchControls, openFilters, openTool } from './support/controls.ts';
import { atOneSizeInSoak, fullHost, isPhone } from './support/hosts.ts';
import { test, withOwnPage } from './support/warm-page.ts';

test.use(withOwnPage);

freshTest.use({ serviceWorkers: 'allow' });

interface State {
  readonly name: string;
  readonly query?: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
  /**
   * Whether a phone has a different layout. Then both layouts are checked; otherwise one is, in the soak tests.
   */
  readonly hasPhoneLayout?: true;
}

const within = '?c=-32.3,115.73&z=10&r=20000';

/** States of the explorer with data. Each is opened by its URL and prepared as a user would. */
const states: readonly State[] = [
  { name: 'the list', hasPhoneLayout: true, prepare: async (page) => expect(rows(page).first()).toBeVisible() },
  {
    name: 'the legend',
    hasPhoneLayout: true,
    prepare: async (page) => page.getByRole('button', { name: 'Legend' }).click(),
  },
  {
    name: 'a radius search with its API request',
    hasPhoneLayout: true,
    query: within,
    prepare: async (page) => {
      await (await showSearchControls(page)).getByRole('button', { name: 'API request' }).click();
      await expect(page.getByRole('region', { name: 'Request' })).toBeVisible();
    },
  },
  {
    name: 'a search for the nearest record',
    query: `${within}&find=nearest`,
    prepare: async (page) => expect(page.getByText(/^Nearest record:/)).toBeVisible(),
  },
  {
    name: 'the list of places',
    query: `${within}&tab=places`,
    prepare: async (page) => expect(rows(page).first()).toBeVisible(),
  },
  { name: 'the notes on an invalid URL', query: '?z=99&type=Whistled&record=x' },
  {
    name: 'a record',
    hasPhoneLayout: true,
    query: `${within}&record=46307`,
    prepare: async (page) => expect(details(page).getByText('Record number')).toBeVisible(),
  },
  {
    name: 'a place',
    query: '?place=1',
    prepare: async (page) => expect(details(page).getByText('Place number')).toBeVisible(),
  },
  {
    name: 'a council area',
    query: '?area=Shire+of+Testville',
    prepare: async (page) =>
      expect(
        details(page)
          .getByText(/in this council area/)
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'the list of a council area',
    query: '?council=Shire+of+Testville',
    prepare: async (page) => expect(page.getByRole('region', { name: 'Search by council area' })).toBeVisible(),
  },
  {
    name: 'a location',
    query: '?spot=-32.34915,115.73338',
    prepare: async (page) =>
      expect(
        details(page)
          .getByText(/at this point/)
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'a record that does not exist',
    query: '?record=1',
    prepare: async (page) => expect(details(page).getByRole('heading', { name: 'No such record' })).toBeVisible(),
  },
  {
    name: 'an empty result',
    query: '?c=-32.3,115.73&z=10&r=20000&species=-',
    prepare: async (page) =>
      expect(page.getByText('Nothing recorded here does not mean that there were no sharks.')).toBeVisible(),
  },
  {
    name: 'a search outside the region',
    query: '?c=48.85,2.35&z=10&r=5000',
    prepare: async (page) => expect(page.getByText('Outside the region this data covers')).toBeVisible(),
  },
  {
    name: 'an open filter with a value',
    hasPhoneLayout: true,
    query: '?species=white',
    prepare: async (page) => openFilters(page, 'Species'),
  },
  {
    name: 'the help',
    hasPhoneLayout: true,
    prepare: async (page) => {
      await page.evaluate(() => (window.location.hash = 'help'));
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the charts',
    hasPhoneLayout: true,
    query: `${within}&show=charts`,
    prepare: async (page) => {
      await expect(page.getByRole('region', { name: 'By estimated length' }).getByRole('button')).toBeVisible();
    },
  },
  { name: 'the Share dialog', query: within, prepare: async (page) => openTool(page, 'Share') },
  { name: 'the Download dialog', query: within, prepare: async (page) => openTool(page, 'Download') },
  {
    name: 'the suggestions',
    hasPhoneLayout: true,
    prepare: async (page) => {
      await searchBox(page).fill('beach 1');
      await expect(suggestions(page).first()).toBeVisible();
    },
  },
];

test.describe('axe finds no violations in', () => {
  for (const { name, query = '', prepare, hasPhoneLayout } of states) {
    test(name, hasPhoneLayout ? {} : atOneSizeInSoak, async ({ page }) => {
      await openExplorer(page, fullHost, query);
      await prepare?.(page);
      await expectNoViolations(page);
    });
  }

  test('the loading state', atOneSizeInSoak, async ({ page }) => {
    await page.route('**/data/*.bin', () => undefined);
    await page.goto(fullHost);
    await expect(page.getByText(/^Loading/).first()).toBeVisible();
    await expectNoViolations(page);
  });

  test('the error state', atOneSizeInSoak, async ({ page }) => {
    await page.route('**/data/manifest.json', (route) => route.abort());
    await page.goto(fullHost);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectNoViolations(page);
  });

  freshTest('the offline state', atOneSizeInSoak, async ({ page, context }) => {
    await shortenPauses(context);
    await openExplorer(page, fullHost);
    await context.setOffline(true);
    await expect(page.getByText(/^Offline\./)).toBeVisible();
    await expectNoViolations(page);
  });

  test('the other heights of the sheet', async ({ page }) => {
    test.skip(!isPhone(), 'only a phone has the sheet');
    await page.goto(fullHost);
    await expect(page.getByText(/^[\d,]+ sightings and [\d,]+ visits?$/)).toBeVisible();
    await expectNoViolations(page);
    await expectResults(page);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'By month' }).click();
    await expect(page.getByRole('region', { name: 'Sightings and visits by month' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Show the map' }).click();
    await expectNoViolations(page);
    await expectResults(page);
  });
});
