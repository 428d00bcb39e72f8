import { defineConfig, devices } from '@playwright/test';

import { findChromium } from './tests/support/find-chromium.ts';
import { isFullSize } from './tests/support/test-size.ts';

const { launchOptions } = await findChromium();
/** Slow tests of parts that few changes affect, which run only in the soak tests: see `vitest.config.ts`. */
const excludedSoakTests = isFullSize ? [] : ['**/*.soak.spec.ts'];
const excludedTag = isFullSize ? [] : [/@soak/];

export default defineConfig({
  globalSetup: './tests/run/browser-setup.ts',
  testIgnore: excludedSoakTests,
  grepInvert: excludedTag,
  timeout: 60_000,
  // The default of 5 s is too short for a page that starts on a busy machine.
  expect: { timeout: 15_000 },
  fullyParallel: true,
  // With more, pages on a machine with two processors miss the time limits of the tests.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // A subdirectory, because Playwright empties it at the start.
  outputDir: 'test-results/browser',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // Storing all files for use offline takes several times as long as showing the page. Tests of what the service worker
    // does allow it.
    serviceWorkers: 'block',
    launchOptions,
    // Shorter than the time of a test, so that a failure names the action.
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'contract', testDir: './tests/contract', testMatch: '*.spec.ts', use: { serviceWorkers: 'allow' } },
    // Tests whose result does not depend on the screen size run only on the wide screen. The other ones run on both
    // sizes in the soak tests, and only on the phone in `npm test`.
    {
      name: 'desktop',
      testDir: './e2e',
      grep: isFullSize ? /./ : /@one-size/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testDir: './e2e',
      grepInvert: [/@one-size/, ...excludedTag],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
