import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

/** A Chromium for tests. */
export interface FoundChromium {
  readonly path: string;
  readonly foundAs: string;
  /** Command-line switches that this Chromium needs in addition to the usual ones. */
  readonly switches: readonly string[];
}

const systemNames = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];

/**
 * Finds a Chromium: the one that CHROMIUM_PATH names, Playwright's own, the system's, or the one in the npm package
 * `@sparticuz/chromium`. If there is none, throws an Error that says what to do.
 */
export async function findChromium(): Promise<FoundChromium> {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') {
    if (!existsSync(named))
      throw new Error(
        `CHROMIUM_PATH is ${named}, which does not exist. Set it to the path of a Chromium, or unset it.`,
      );
    return { path: named, foundAs: 'CHROMIUM_PATH', switches: [] };
  }
  const playwrightPath = chromium.executablePath();
  if (existsSync(playwrightPath)) return { path: playwrightPath, foundAs: "Playwright's own", switches: [] };
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of systemNames) {
    const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined) return { path, foundAs: 'the system', switches: [] };
  }
  return findPackaged();
}

/**
 * Finds a Chromium for measurements: the one that CHROMIUM_PATH names, or the one in the npm package, whose version is
 * pinned and which has no user interface that starts beside the page; where that one does not run, as `findChromium`.
 */
export async function findChromiumForMeasurements(): Promise<FoundChromium> {
  const isNamed = (process.env['CHROMIUM_PATH'] ?? '') !== '';
  const runsPackaged = process.platform === 'linux' && process.arch === 'x64';
  return isNamed || !runsPackaged ? findChromium() : findPackaged();
}

/**
 * Unpacks the browser once for all processes of a test run. If several did so at the same time, one of them could start
 * a file that another one was still writing.
 */
async function findPackaged(): Promise<FoundChromium> {
  const unpacked = process.env['COASTWATCH_UNPACKED_CHROMIUM'];
  if (unpacked !== undefined && existsSync(unpacked)) return packagedAt(unpacked);
  // The package unpacks its libraries only if it detects this platform.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    const path = await packaged.executablePath();
    process.env['COASTWATCH_UNPACKED_CHROMIUM'] = path;
    return packagedAt(path);
  } catch (cause) {
    throw new Error(
      'No Chromium was found for the browser tests. Install one (on Debian: apt-get install chromium), or set its path: ' +
        'CHROMIUM_PATH=/path/to/chromium npm test',
      { cause },
    );
  }
}

const packagedAt = (path: string): FoundChromium => ({
  path,
  foundAs: '@sparticuz/chromium',
  switches: ['--no-zygote'],
});
