import { test as freshTest, type BrowserContext } from '@playwright/test';

/**
 * A `test` whose tests share a browser context, in which the site's files are cached and its scripts are compiled, and
 * on the wide screen also a page, in which `openExplorer` changes only the view. Both save most of the time of a test.
 * The page stores nothing, and service workers are blocked.
 *
 * A test has a page of its own with `test.use(withOwnPage)`: if it needs something that the view does not contain, such
 * as the height of the sheet on a phone, or leaves something behind, such as an emulated colour scheme. Tests of a first
 * visit, the service worker or permissions use Playwright's own `test`, which starts with an empty browser context.
 */
export const test = freshTest.extend<{ hasOwnPage: boolean }, { warmContext: BrowserContext }>({
  hasOwnPage: [false, { option: true }],
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
  },
  page: async ({ warmContext, hasOwnPage, viewport, isMobile }, use) => {
    const needsOwnPage = hasOwnPage || isMobile;
    const [open] = warmContext.pages();
    if (needsOwnPage) await open?.close();
    else if (viewport) await open?.setViewportSize(viewport);
    const page = (needsOwnPage ? undefined : open) ?? (await warmContext.newPage());
    await use(page);
    page.removeAllListeners();
    if (needsOwnPage) await page.close();
    for (const other of warmContext.pages()) if (other !== page) await other.close();
  },
});

export const withOwnPage = { hasOwnPage: true } as const;
