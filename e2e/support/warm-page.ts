import { test as freshTest, type BrowserContext } from '@playwright/test';

/**
 * A `test` whose tests share a browser context, in which the site's files are cached and its scripts are compiled. This
 * halves the duration of a test. Tests share nothing else: the page writes to no storage, and service workers are
 * blocked.
 * Tests of a first visit, the service worker or permissions use Playwright's own `test`, which starts with an empty
 * browser context.
 */
export const test = freshTest.extend<object, { warmContext: BrowserContext }>({
  warmContext: [
    async ({ browser }, use, { project }) => {
      const {
        viewport = null,
        hasTouch = false,
        isMobile = false,
        userAgent = '',
        deviceScaleFactor = 1,
      } = project.use;
      const screen = { viewport, hasTouch, isMobile, deviceScaleFactor };
      const context = await browser.newContext({ ...screen, userAgent, serviceWorkers: 'block' });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ warmContext }, use) => {
    await use(warmContext);
    for (const page of warmContext.pages()) await page.close();
  },
  page: async ({ warmContext }, use) => {
    await use(await warmContext.newPage());
  },
});
