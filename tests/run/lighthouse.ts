import lighthouse from 'lighthouse';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defaultSampleOptions, sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { writeSite } from '../../build-data/testing/write-site.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { findChromiumForLighthouse, launchChromium } from '../support/find-chromium.ts';
import { isFullSize } from '../support/test-size.ts';
import { fromRoot } from '../support/repository.ts';

/*
 * Runs Lighthouse with its mobile preset on the Node host with sample data: on the explorer, and in the soak tests also
 * on the documentation. Other work on the machine can only lower scores, so the best of several runs counts. On Linux
 * and x64, an installed browser is used only if CHROMIUM_PATH names it: on two slow cores, the start of its user
 * interface lowers the score (docs/benchmarks.md).
 */
const requiredScores = { performance: 0.95, accessibility: 1, 'best-practices': 0.95 };
const maximumRuns = 5;
const debuggingPort = 9300 + (process.pid % 500);

const folder = mkdtempSync(join(tmpdir(), 'coastwatch-lighthouse-'));
const site = join(folder, 'site');
await writeSite(
  [
    tableOf(coastalFeatures, sampleCoastalFeatures(defaultSampleOptions)),
    tableOf(rawData, sampleRawData(defaultSampleOptions)),
  ],
  {
    outputDirectory: site,
    target: 'compute',
    sample: true,
    explorerDirectory: fromRoot('dist/explorer'),
    builtAt: new Date().toISOString(),
  },
);
const server = createSiteServer({ directory: site });
const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
const found = await findChromiumForLighthouse();
const browser = await launchChromium(found, [`--remote-debugging-port=${debuggingPort}`]);

type Scores = Readonly<Record<string, number>>;

/** Runs Lighthouse once on a page. Returns no scores if Lighthouse itself fails. */
async function runOn(url: string): Promise<Scores> {
  const names = Object.keys(requiredScores);
  try {
    const result = await lighthouse(url, { port: debuggingPort, logLevel: 'error', onlyCategories: names });
    if (!result) throw new Error('no result');
    const { categories, audits, environment, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    for (const name of names) {
      const lowAudits = (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const { score: part, errorMessage, displayValue, title } = audits[id] ?? {};
        if (weight === 0 || (!errorMessage && (part ?? 1) >= 0.9)) return [];
        return `${id} (${errorMessage ?? displayValue ?? title ?? ''})`;
      });
      process.stdout.write(`  ${name} ${String(categories[name]?.score)}: ${lowAudits.join(', ') || 'nothing low'}\n`);
    }
    // Lighthouse itself calls scores below 1,000 unreliable.
    process.stdout.write(`  machine speed ${Math.round(environment.benchmarkIndex)}\n`);
    return Object.fromEntries(names.map((name) => [name, categories[name]?.score ?? 0]));
  } catch (error) {
    process.stdout.write(`  Lighthouse failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return {};
  }
}

/** Runs Lighthouse on a page until the best scores are those required, at most five times. */
async function reachesScores(url: string): Promise<boolean> {
  const runs: Scores[] = [];
  const isReached = (): boolean =>
    Object.entries(requiredScores).every(([name, least]) => runs.some(({ [name]: score = 0 }) => score >= least));
  while (!isReached() && runs.length < maximumRuns) {
    process.stdout.write(`Run ${runs.length + 1}\n`);
    runs.push(await runOn(url));
  }
  process.stdout.write(isReached() ? 'All required scores are reached.\n' : 'Below the required scores.\n');
  return isReached();
}

let hasPassed = true;
process.stdout.write(`Chromium ${browser.version()} (${found.foundAs})\n`);
try {
  for (const page of isFullSize ? ['', 'docs/'] : ['']) {
    process.stdout.write(`/${page}\n`);
    hasPassed = (await reachesScores(address + page)) && hasPassed;
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = hasPassed ? 0 : 1;
