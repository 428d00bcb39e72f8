import { dirname } from 'node:path';

import { describeInternalError, exitCodes } from '../core/http/exit-codes.ts';
import { type BuildResult, buildSite } from './build.ts';
import { escapeText, formatCount } from './format-text.ts';
import { type CommandOptions, readCommandOptions, usage } from './options.ts';
import { LockError, OutputError } from './write/output-error.ts';
import { stagedDirectoryOf } from './publish/output-directory.ts';
import type { ProgressReporter, ReadProgress } from './read/read-dataset.ts';
import {
  type BuildOutcome,
  buildReportOf,
  formatBuildReport,
  formatIssues,
  formatMappings,
  notesOf,
  type ReportInput,
  writeReport,
} from './report/build-report.ts';
import { type Command, escapeLines } from './run-command.ts';
import { watchInputs } from './watch.ts';
import type { BuildRefusal } from './validate/validate-version.ts';

const defaultSiteUrl = 'http://localhost:8080/';

const refusals = {
  faults: { outcome: 'inputRefused', exitCode: exitCodes.inputRefused },
  removals: { outcome: 'removalRefused', exitCode: exitCodes.removalRefused },
  warnings: { outcome: 'warningRefused', exitCode: exitCodes.warningRefused },
} as const satisfies Record<BuildRefusal['reason'], { outcome: BuildOutcome; exitCode: number }>;

type Ending = Pick<ReportInput, 'outcome' | 'exitCode' | 'message'> & Partial<ReportInput>;

async function run(commandLine: readonly string[]): Promise<number> {
  const options = readCommandOptions(commandLine);
  if (options === undefined) {
    process.stdout.write(`${usage}\n`);
    return exitCodes.success;
  }
  if (options.watch) return watchInputs([String(process.argv[1]), ...withoutWatch(commandLine)], options.watch);
  const startedAt = new Date();
  const saveReport = (ending: Ending): Promise<void> =>
    trySavingReport(options, { startedAt, finishedAt: new Date(), ...ending });
  let result: BuildResult;
  try {
    result = await buildSite(
      { ...options, siteUrl: options.siteUrl ?? defaultSiteUrl },
      { now: () => startedAt, progress: createProgress(process.stderr) },
    );
  } catch (error) {
    const ending = toEnding(error);
    if (!(error instanceof OutputError)) {
      await saveReport(ending);
      throw error;
    }
    // Printed before any note about the report.
    process.stderr.write(`${escapeLines(error.message)}\n`);
    // The default report file belongs to the build that has the lock.
    if (!(error instanceof LockError && options.isReportShared)) await saveReport(ending);
    return ending.exitCode;
  }
  process.stderr.write(formatMappings(result.mappings));
  const issues = formatIssues(result.issues);
  if (issues !== '') process.stderr.write(`${issues}\n`);
  if (result.kind === 'refused') {
    const message = describeRefusal(result, options);
    process.stderr.write(`${escapeText(message)}\n`);
    await saveReport({ ...result, ...refusals[result.reason], message });
    return refusals[result.reason].exitCode;
  }
  const { manifest, site, comparison } = result;
  for (const warning of site.warnings) process.stderr.write(`Warning: ${warning}\n`);
  const outputDirectory = options.isStaged ? stagedDirectoryOf(options.outputDirectory) : options.outputDirectory;
  const summarised = {
    manifest,
    site,
    comparison,
    outputDirectory,
    durationInMilliseconds: Date.now() - startedAt.getTime(),
    isSiteUrlGiven: options.siteUrl !== undefined,
    isExplorerIncluded: options.explorerDirectory !== undefined,
  };
  process.stdout.write(`${formatBuildReport(summarised)}\n`);
  const records = Object.fromEntries(
    Object.entries(manifest.datasets).map(([name, dataset]) => [name, dataset.records]),
  );
  const message = `Version ${manifest.dataVersion} was ${options.isStaged ? 'written to' : 'published in'} ${outputDirectory}.`;
  const notes = [...site.warnings, ...notesOf(summarised)];
  await saveReport({
    ...{ ...result, records, notes, message, outputDirectory },
    ...{ outcome: 'built', exitCode: exitCodes.success },
  });
  return exitCodes.success;
}

/** The command line of a single build. */
function withoutWatch(commandLine: readonly string[]): readonly string[] {
  const at = commandLine.findIndex((argument) => /^--watch(?:=|$)/.test(argument));
  return commandLine.toSpliced(at, commandLine[at] === '--watch' ? 2 : 1);
}

function describeRefusal({ reason, failedWarnings }: BuildRefusal, { outputDirectory }: CommandOptions): string {
  const why = reason === 'warnings' ? `--fail-on-warning refuses ${failedWarnings.join(', ')}. ` : '';
  return `${why}Nothing was written to ${outputDirectory}.`;
}

function toEnding(error: unknown): Ending {
  if (error instanceof OutputError) {
    return { outcome: 'outputFailed', exitCode: exitCodes.failed, message: error.message };
  }
  const message = describeInternalError(error, false);
  return { outcome: 'internalError', exitCode: exitCodes.internalError, message };
}

/** Writes the report. A failure is only noted on standard error: it does not change the exit code. */
async function trySavingReport(
  { reportPath, outputDirectory, target, inputs }: CommandOptions,
  ending: Ending & Pick<ReportInput, 'startedAt' | 'finishedAt'>,
): Promise<void> {
  const isSample = inputs.kind === 'sample';
  try {
    const known = { outputDirectory, target: ending.manifest?.target ?? target ?? null, isSample };
    await writeReport(reportPath, buildReportOf({ ...known, ...ending }));
  } catch (error) {
    // If the output cannot be written, neither can a report next to it: one explanation is enough.
    if (ending.outcome === 'outputFailed' && dirname(reportPath) === dirname(outputDirectory)) return;
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `Note: the report of this build could not be written to ${escapeText(reportPath)}: ${escapeText(reason)}. ` +
        'Name another file with --report.\n',
    );
  }
}

const nothingRead: ReadProgress = { bytesRead: 0, totalBytes: undefined, records: 0 };

/** The number of bytes between two lines if the size is unknown. */
const bytesPerLine = 50_000_000;

/** Writes lines: at the start, after every 10 %, and at the end. */
export function createProgress(stream: Pick<NodeJS.WriteStream, 'write'>): ProgressReporter {
  let title = '';
  let latest = nothingRead;
  let linesDue = 1;
  const write = (text: string): void => {
    stream.write(`${title}: ${text}, ${formatCount(latest.records)} records\n`);
  };
  return {
    start: (name) => {
      title = name;
      latest = nothingRead;
      linesDue = 1;
      stream.write(`${title}: reading\n`);
    },
    update: (progress) => {
      latest = progress;
      const { bytesRead, totalBytes } = progress;
      const interval = totalBytes === undefined ? bytesPerLine : Math.max(totalBytes / 10, 1);
      if (bytesRead < linesDue * interval || bytesRead === totalBytes) return;
      linesDue = Math.floor(bytesRead / interval) + 1;
      write(
        totalBytes === undefined
          ? `${formatMegabytes(bytesRead)} MB`
          : `${String(Math.floor((bytesRead / totalBytes) * 100))} %`,
      );
    },
    finish: () => {
      write(`${formatMegabytes(latest.bytesRead)} MB read`);
    },
  };
}

const formatMegabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

export const buildCommand: Command = { expectedErrors: [OutputError], run };
