import { randomUUID } from 'node:crypto';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import type { VersionComparison } from '../documents/compare-versions.ts';
import type { IssueGroup, IssueLog } from '../validate/issue-log.ts';
import type { WrittenSite } from '../build.ts';
import type { PhaseTimer } from './progress.ts';

/** As in package.json: a test compares the two. */
export const toolVersion = '0.1.0';

/** How a build ended. */
export type BuildOutcome =
  'built' | 'inputRefused' | 'removalRefused' | 'warningRefused' | 'outputFailed' | 'internalError';

export interface ReportInput {
  readonly outcome: BuildOutcome;
  readonly exitCode: number;
  /** One line that says what happened. */
  readonly message: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outputDirectory: string;
  readonly target: 'static' | 'compute';
  readonly isSample: boolean;
  readonly phases: PhaseTimer;
  readonly issues: IssueLog | undefined;
  /** Names of the kinds of warnings that `--fail-on-warning` refused. */
  readonly failedWarnings: readonly string[];
  readonly comparison: VersionComparison | undefined;
  /** Records read, by dataset name. */
  readonly records: Readonly<Record<string, number>> | undefined;
  readonly manifest: Manifest | undefined;
  readonly site: WrittenSite | undefined;
  /** What may need attention apart from the data, one line each. */
  readonly notes: readonly string[];
}

/** The content of a report file. `docs/build-report.schema.json` describes it; values that are not known are null. */
export function buildReportOf(input: ReportInput): Readonly<Record<string, unknown>> {
  const { startedAt, finishedAt, comparison, site, manifest } = input;
  return {
    reportVersion: 1,
    tool: { name: 'coastwatch', version: toolVersion },
    outcome: input.outcome,
    exitCode: input.exitCode,
    message: input.message,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    durationsInMilliseconds: input.phases.durationsInMilliseconds,
    outputDirectory: input.outputDirectory,
    target: input.target,
    sample: input.isSample,
    dataVersion: manifest?.dataVersion ?? null,
    previousDataVersion: comparison?.previousDataVersion ?? null,
    comparison: comparison?.outcome ?? null,
    datasets: datasetsOf(input),
    faults: issuesOf(input.issues, 'fault'),
    warnings: issuesOf(input.issues, 'warning'),
    failedWarnings: input.failedWarnings,
    files: site === undefined ? null : filesOf(site),
    earlierVersions: manifest === undefined ? null : manifest.previous.map(({ dataVersion }) => dataVersion),
    notes: input.notes,
  };
}

function datasetsOf({ records, comparison }: ReportInput): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(records ?? {}).map(([name, count]) => {
      const changes = comparison?.datasets?.[name];
      return [
        name,
        {
          records: count,
          previousRecords: comparison?.previousRecords[name] ?? null,
          added: changes?.added.count ?? null,
          changed: changes?.changed.count ?? null,
          removed: changes?.removed.count ?? null,
        },
      ];
    }),
  );
}

function issuesOf(issues: IssueLog | undefined, severity: IssueGroup['kind']['severity']): readonly unknown[] {
  return (issues?.groups ?? [])
    .filter(({ kind }) => kind.severity === severity)
    .map(({ code, kind, dataset, location, total, examples }) => {
      const { title, whatToDo } = kind;
      return { code, title, whatToDo, dataset, location, count: total, examples };
    });
}

function filesOf(site: WrittenSite): unknown {
  return {
    tree: { files: site.filesInTree, bytes: site.bytesInTree },
    data: { files: site.files, bytes: site.bytes },
    deploy: { files: site.deployFiles, bytes: site.deployBytes },
  };
}

/**
 * Replaces a report in one step, so that a monitor never reads half of one. Writes directly to a pipe or a device such as
 * /dev/null: a rename by root would replace it with a file.
 */
export async function writeReport(path: string, report: Readonly<Record<string, unknown>>): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) {
    // Without O_NONBLOCK, opening a pipe waits for a reader, and there may never be one.
    const file = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    return;
  }
  if (existing && !isReplaceableReport(path)) throw new Error('it is another file, not the report of an earlier build');
  // Without the name of the report, which may be as long as names can be.
  const temporary = join(dirname(path), `.report-${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Whether a file is empty or the report of an earlier build. A build replaces no other file. */
export function isReplaceableReport(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(100);
    const bytes = readSync(file, start);
    return bytes === 0 || /^\s*\{\s*"reportVersion"\s*:/.test(start.toString('utf8', 0, bytes));
  } finally {
    closeSync(file);
  }
}
