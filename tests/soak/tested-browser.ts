import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';

import puppeteer from 'puppeteer-core';
import { Button, Builder, Capabilities, Origin, type WebDriver } from 'selenium-webdriver';

import { freePort } from '../support/start-host.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * The browser operations that the explorer tests need, whatever the protocol. The window has 1280 by 800 pixels.
 */
export interface TestedBrowser {
  readonly version: string;
  open(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Calls a function in the page, which must not refer to anything outside itself. Promises are awaited. */
  evaluate<Arguments extends readonly unknown[], Result>(
    inPage: (...values: Arguments) => Result | Promise<Result>,
    ...values: Arguments
  ): Promise<Result>;
  click(at: Point): Promise<void>;
  /** Presses, moves in several steps and releases; `whileHeld` runs before the release. */
  drag(from: Point, to: Point, whileHeld?: () => Promise<void>): Promise<void>;
  type(text: string): Promise<void>;
  /** Errors in the console and uncaught exceptions so far. */
  problems(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const size = { width: 1280, height: 800 };
const dragSteps = 8;

/** The path of a program; undefined if it is not installed. */
const findProgram = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

export const firefoxPath = findProgram('firefox-esr') ?? findProgram('firefox');

/** Starts Firefox without a window, and controls it over WebDriver BiDi. */
export async function startFirefox(): Promise<TestedBrowser> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefoxPath ?? '', headless: true });
  const page = await browser.newPage();
  await page.setViewport(size);
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return {
    version: await browser.version(),
    open: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: async (inPage, ...values) => (await page.evaluate(inPage as never, ...values)) as never,
    click: ({ x, y }) => page.mouse.click(x, y),
    drag: async (from, to, whileHeld) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: dragSteps });
      await whileHeld?.();
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    problems: () => Promise.resolve(problems),
    close: () => browser.close(),
  };
}

const miniBrowserPath = ['x86_64', 'aarch64']
  .flatMap((processor) => ['4.1', '6.0', '4.0'].map((api) => `/usr/lib/${processor}-linux-gnu/webkit2gtk-${api}`))
  .concat('/usr/libexec/webkit2gtk-4.1')
  .map((folder) => join(folder, 'MiniBrowser'))
  .find((path) => existsSync(path));

export const hasWebKit =
  miniBrowserPath !== undefined && findProgram('WebKitWebDriver') !== undefined && findProgram('Xvfb') !== undefined;

async function stopProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  if (child.exitCode === null && child.kill()) await exited;
}

/** Starts a virtual screen, and makes the environment of WebKitGTK with this screen and a temporary profile. */
async function startScreen(): Promise<{ environment: NodeJS.ProcessEnv; close(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'coastwatch-webkit-'));
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = (await Promise.race([
    once(screen.stdio[3] as Readable, 'data'),
    once(screen, 'exit').then(([code]) => {
      throw new Error(`Xvfb ended before it offered a screen, with exit code ${String(code)}.`);
    }),
  ])) as [Buffer];
  return {
    environment: {
      ...process.env,
      ...{ HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_RUNTIME_DIR: home },
      DISPLAY: `:${display.toString().trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      // A container offers neither namespaces nor a graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
    close: async () => {
      await stopProcess(screen);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A browser that did not start in this time in a container will not start. */
const startLimitInMs = 60_000;

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen, and controls it over WebDriver. A browser that does not start, or
 * whose port another program took, is started again; what it printed is shown.
 */
export async function startWebKit(): Promise<TestedBrowser> {
  for (let attempt = 1; ; attempt++) {
    const closers: (() => Promise<void>)[] = [];
    const closeAll = async (): Promise<void> => {
      for (const close of closers.toReversed()) await close();
    };
    const late = new AbortController();
    try {
      return await Promise.race([
        startWebKitOnce(closers, closeAll),
        setTimeout(startLimitInMs, undefined, { signal: late.signal }).then(() => {
          throw new Error(`WebKit did not start within ${startLimitInMs / 1000} s.`);
        }),
      ]);
    } catch (error) {
      await closeAll();
      if (attempt === 3) throw error;
      console.warn(`WebKit is started again: ${String(error)}`);
    } finally {
      late.abort();
    }
  }
}

/** Adds to `closers` what closes each program that was started. */
async function startWebKitOnce(
  closers: (() => Promise<void>)[],
  closeAll: () => Promise<void>,
): Promise<TestedBrowser> {
  const screen = await startScreen();
  closers.push(screen.close);
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: screen.environment,
  });
  closers.push(() => stopProcess(driver));
  const web = await connect(port);
  const rect = await web
    .manage()
    .window()
    .setRect({ ...size, x: 0, y: 0 });
  const [width, height] = await web.executeScript<[number, number]>('return [innerWidth, innerHeight]');
  await web
    .manage()
    .window()
    .setRect({ width: rect.width + size.width - width, height: rect.height + size.height - height });
  const version = await web.executeScript<string>('return navigator.userAgent');
  const problems: string[] = [];
  const gatherProblems = async (): Promise<readonly string[]> => {
    problems.push(...(await web.executeScript<string[]>(takeProblems)));
    return problems;
  };
  const finishNavigation = async (navigation: Promise<void>): Promise<void> => {
    await navigation;
    await web.executeScript(startRecordingProblems);
  };
  const newActions = () => web.actions({ async: true });
  const moveTo = (point: Point, duration: number) => ({
    ...{ x: Math.round(point.x), y: Math.round(point.y) },
    ...{ duration, origin: Origin.VIEWPORT },
  });
  return {
    version,
    open: async (url) => {
      await gatherProblems();
      await finishNavigation(web.get(url));
    },
    reload: async () => {
      await gatherProblems();
      await finishNavigation(web.navigate().refresh());
    },
    evaluate: (inPage, ...values) => web.executeScript(inPage as unknown as string, ...values),
    click: async (at) => newActions().move(moveTo(at, 0)).click().perform(),
    drag: async (from, to, whileHeld) => {
      let held = newActions().move(moveTo(from, 0)).press(Button.LEFT);
      for (let step = 1; step <= dragSteps; step++) {
        const part = step / dragSteps;
        held = held.move(moveTo({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }, 16));
      }
      await held.perform();
      await whileHeld?.();
      await newActions().release(Button.LEFT).perform();
    },
    type: async (text) => newActions().sendKeys(text).perform(),
    problems: gatherProblems,
    close: async () => {
      await web.quit();
      await closeAll();
    },
  };
}

declare global {
  interface Window {
    problemsForTest?: string[];
  }
}

/** Runs in the page. Records errors from now on, because WebKit's driver has no log. */
function startRecordingProblems(): void {
  const errors: string[] = (window.problemsForTest = []);
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  const { error } = console;
  console.error = (...words: unknown[]) => {
    errors.push(words.map(String).join(' '));
    error(...words);
  };
}

/** Runs in the page. Returns the recorded errors and clears them. */
function takeProblems(): string[] {
  return window.problemsForTest?.splice(0) ?? [];
}

async function connect(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities();
  capabilities.set('browserName', 'MiniBrowser');
  capabilities.set('webkitgtk:browserOptions', {
    binary: miniBrowserPath,
    args: ['--automation'],
  });
  return new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
}
