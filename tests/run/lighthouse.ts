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
import { type AuditRun, judge, type Verdict } from './lighthouse-verdict.ts';

/*
 * Runs Lighthouse with its mobile preset on the Node host with sample data: on the explorer, and in the soak tests also
 * on the documentation. `lighthouse-verdict.ts` judges the runs and describes what happens on a slow
 * machine. On Linux and x64, an installed browser is used only if CHROMIUM_PATH names it: on two slow cores, the start
 * of its user interface lowers the score (docs/benchmarks.md).
 */
const requiredScores = { performance: 0.95, accessibility: 1, 'best-practices': 0.95 };
const maximumRuns = 5;
const debuggingPort = 9300 + (process.pid % 500);

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly dur?: number;
  /** The part of `dur` that the thread spent on a processor. */
  readonly tdur?: number;
}

/** The share of the duration of all traced tasks that they spent on a processor. */
function measureProcessorShare(events: readonly TraceEvent[]): number {
  const tasks = events.filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'));
  const sum = (of: (event: TraceEvent) => number | undefined): number =>
    tasks.reduce((total, event) => total + (of(event) ?? 0), 0);
  return (
    sum(({ tdur }) => tdur) /
    Math.max(
      1,
      sum(({ dur }) => dur),
    )
  );
}

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

/** Runs Lighthouse once on a page. The run has no scores if Lighthouse itself fails. */
async function runOn(url: string): Promise<AuditRun> {
  const names = Object.keys(requiredScores);
  try {
    const result = await lighthouse(url, { port: debuggingPort, logLevel: 'error', onlyCategories: names });
    if (!result) throw new Error('no result');
    const { categories, audits, environment, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(runtimeError.message);
    for (const name of names) {
      const score = categories[name]?.score ?? null;
      const lowAudits = (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
        const { score: part, errorMessage, displayValue, title } = audits[id] ?? {};
        if (weight === 0 || (!errorMessage && (part ?? 1) >= 0.9)) return [];
        return `${id} (${errorMessage ?? displayValue ?? title ?? ''})`;
      });
      const shownScore = score === null ? 'failed' : String(Math.round(score * 100));
      process.stdout.write(`  ${name} ${shownScore}${lowAudits.length > 0 ? `: ${lowAudits.join(', ')}` : ''}\n`);
    }
    return {
      scores: Object.fromEntries(names.map((name) => [name, categories[name]?.score ?? null])),
      machineSpeed: environment.benchmarkIndex,
      processorShare: measureProcessorShare(result.artifacts.Trace.traceEvents),
    };
  } catch (error) {
    process.stdout.write(`  Lighthouse failed: ${error instanceof Error ? error.message : String(error)}\n`);
    return { scores: {}, machineSpeed: 0, processorShare: 0 };
  }
}

/**
 * Runs Lighthouse on a page until the required scores are reached or another run cannot change the verdict, and prints
 * each run.
 */
async function audit(url: string): Promise<Verdict> {
  const runs: AuditRun[] = [];
  let verdict = judge(runs, requiredScores, maximumRuns);
  while (verdict.isWorthAnother) {
    process.stdout.write(`Run ${runs.length + 1}\n`);
    const run = await runOn(url);
    runs.push(run);
    const [speed, share] = [Math.round(run.machineSpeed), Math.round(run.processorShare * 100)];
    process.stdout.write(`  machine speed ${speed}, processor ${share} % of the time\n`);
    verdict = judge(runs, requiredScores, maximumRuns);
  }
  return verdict;
}

let hasPassed = true;
process.stdout.write(`Chromium ${browser.version()} (${found.foundAs})\n`);
try {
  for (const page of isFullSize ? ['', 'docs/'] : ['']) {
    process.stdout.write(`/${page}\n`);
    const verdict = await audit(address + page);
    process.stdout.write(`${verdict.message}\n`);
    hasPassed &&= verdict.hasPassed;
  }
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = hasPassed ? 0 : 1;
