import { test as freshTest, type BrowserContext } from '@playwright/test';

/**
 * Tests whose page is opened by a browser that knows the site: its files, and its scripts made ready to run, are there
 * from the tests before, which halves what a test takes. Nothing else passes from one test to the next: the page writes
 * to no storage of its own, and the service worker is kept out. What a first visit, the worker or a permission brings
 * about is tested with the `test` of Playwright, which begins with an empty browser.
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
