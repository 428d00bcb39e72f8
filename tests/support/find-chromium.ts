import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { type Browser, chromium } from '@playwright/test';

import { fromRoot } from './repository.ts';

/** A Chromium for tests. */
export interface FoundChromium {
  readonly foundAs: string;
  /** Options for the `launch` functions of Playwright and Puppeteer. */
  readonly launchOptions: {
    readonly executablePath: string;
    readonly args: string[];
    readonly env: Record<string, string>;
  };
}

const systemNames = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];

/** The npm package contains a binary for one platform. */
const canRunPackaged = process.platform === 'linux' && process.arch === 'x64';

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
    return foundAt(named, 'CHROMIUM_PATH');
  }
  const playwrightPath = chromium.executablePath();
  if (existsSync(playwrightPath)) return foundAt(playwrightPath, "Playwright's own");
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of systemNames) {
    const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined) return foundAt(path, 'the system');
  }
  return findPackaged();
}

/**
 * Finds the Chromium for Lighthouse: the one that CHROMIUM_PATH names; otherwise, on Linux and x64, the headless shell
 * in the npm package, whose version is pinned, so that scores are comparable. On other platforms, the order is that of
 * `findChromium`.
 */
export async function findChromiumForLighthouse(): Promise<FoundChromium> {
  const hasChromiumPath = (process.env['CHROMIUM_PATH'] ?? '') !== '';
  return hasChromiumPath || !canRunPackaged ? findChromium() : findPackaged();
}

/** Launches a Chromium that can draw text, or throws an Error of one line that says why it cannot. */
export async function launchChromium(found: FoundChromium, args: readonly string[] = []): Promise<Browser> {
  const { launchOptions, foundAs } = found;
  const browser = await chromium.launch({ ...launchOptions, args: [...launchOptions.args, ...args] });
  // Without any font, some versions measure all text as 0 px wide, and others exit.
  try {
    const page = await browser.newPage();
    await page.setContent('<span>Coastwatch</span>');
    const widthInPixels = await page.evaluate(() => document.querySelector('span')?.getBoundingClientRect().width);
    await page.close();
    if (!widthInPixels) throw new Error('its text has no width');
    return browser;
  } catch (error) {
    await browser.close();
    const [firstLine = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new Error(
      `The Chromium at ${launchOptions.executablePath} (${foundAs}) cannot draw text: ${firstLine}. Install a font (on ` +
        'Debian: apt-get install fonts-dejavu-core), and unset FONTCONFIG_FILE and FONTCONFIG_PATH if they are set.',
      { cause: error },
    );
  }
}

function foundAt(
  executablePath: string,
  foundAs: string,
  switches: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): FoundChromium {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return {
    foundAs,
    launchOptions: {
      executablePath,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
        ...['--disable-sync', ...switches],
      ],
      env: { ...Object.fromEntries(inherited), ...environment },
    },
  };
}

async function findPackaged(): Promise<FoundChromium> {
  try {
    if (!canRunPackaged) throw new Error(`@sparticuz/chromium does not run on ${process.platform} ${process.arch}`);
    const directory = await unpackPackaged();
    return foundAt(join(directory, 'chromium'), '@sparticuz/chromium', ['--no-zygote'], {
      LD_LIBRARY_PATH: join(directory, 'al2023/lib'),
      // The user's own settings take precedence.
      FONTCONFIG_FILE: process.env['FONTCONFIG_FILE'] ?? join(directory, 'fonts.conf'),
    });
  } catch (cause) {
    throw new Error(
      'There is no Chromium for the tests. Install one (on Debian: apt-get install chromium), or set CHROMIUM_PATH to ' +
        'the path of one.',
      { cause },
    );
  }
}

/**
 * Unpacks the browser of the npm package once for all test runs of this checkout, and returns its directory. Each
 * version has its own directory, which appears only when it is complete, even if several processes unpack at once.
 */
async function unpackPackaged(): Promise<string> {
  const { version } = JSON.parse(readFileSync(fromRoot('node_modules/@sparticuz/chromium/package.json'), 'utf8')) as {
    readonly version: string;
  };
  const directory = fromRoot(`.cache/chromium-${version}`);
  if (existsSync(directory)) return directory;
  mkdirSync(fromRoot('.cache'), { recursive: true });
  const incomplete = mkdtempSync(`${directory}-`);
  // The package unpacks to the temporary directory, its libraries only if it detects a certain platform, and changes
  // variables of this process.
  const environment = { ...process.env };
  try {
    Object.assign(process.env, { TMPDIR: incomplete, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' });
    const { default: packaged } = await import('@sparticuz/chromium');
    await packaged.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in environment)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, environment);
  }
  writeFileSync(join(incomplete, 'fonts.conf'), fontConfiguration(directory));
  try {
    renameSync(incomplete, directory);
  } catch (error) {
    rmSync(incomplete, { recursive: true });
    if (!existsSync(directory)) throw error;
  }
  return directory;
}

/**
 * The fonts of the system and, as a system may have none, the one in the package. Chromium exits if it finds no font.
 * The package's own configuration names a fixed directory.
 */
const fontConfiguration = (directory: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(directory, 'fonts').replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
