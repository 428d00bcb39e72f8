import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { chromium } from '@playwright/test';

import { fromRoot } from './repository.ts';

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

/** The package contains a binary for one platform. */
const canRunPackaged = process.platform === 'linux' && process.arch === 'x64';

/**
 * Finds the Chromium for Lighthouse: the one that CHROMIUM_PATH names; otherwise, on Linux and x64, the headless shell
 * in the npm package, whose version is pinned, so that scores are comparable. On other platforms, the order is that of
 * `findChromium`.
 */
export async function findChromiumForLighthouse(): Promise<FoundChromium> {
  const hasChromiumPath = (process.env['CHROMIUM_PATH'] ?? '') !== '';
  return hasChromiumPath || !canRunPackaged ? findChromium() : findPackaged();
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
  const { TMPDIR } = process.env;
  try {
    if (!canRunPackaged) throw new Error(`@sparticuz/chromium does not run on ${process.platform} ${process.arch}`);
    process.env['TMPDIR'] = packagedDirectory();
    const { default: packaged } = await import('@sparticuz/chromium');
    const path = await packaged.executablePath();
    process.env['COASTWATCH_UNPACKED_CHROMIUM'] = path;
    return packagedAt(path);
  } catch (cause) {
    throw new Error(
      'There is no Chromium for the tests. Install one (on Debian: apt-get install chromium), and set its path: ' +
        'CHROMIUM_PATH=/path/to/chromium npm test',
      { cause },
    );
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
}

/**
 * The directory to which the package unpacks its browser. Each version has its own, because the package uses any file
 * with the right name that it finds in the temporary directory.
 */
function packagedDirectory(): string {
  const { version } = JSON.parse(readFileSync(fromRoot('node_modules/@sparticuz/chromium/package.json'), 'utf8')) as {
    readonly version: string;
  };
  const directory = join(tmpdir(), `coastwatch-chromium-${version}`);
  mkdirSync(directory, { recursive: true });
  return directory;
}

const packagedAt = (path: string): FoundChromium => ({
  path,
  foundAs: '@sparticuz/chromium',
  switches: ['--no-zygote'],
});
