import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { exportsRoot } from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { escapeText, formatBytes, formatCount } from '../format-text.ts';
import { hostLimits } from '../hosting/host-limits.ts';
import type { WrittenSite } from '../publish/publish-version.ts';
import type { VersionComparison } from '../validate/compare-versions.ts';
import type { AppliedMapping } from '../validate/validate-version.ts';
import type { IssueExample, IssueGroup, IssueLog, Severity } from '../validate/issues.ts';

/** With more records, a static target has more files than most hosts allow. */
const maxRecordsForStatic = 50_000;
const maxFilesOnStrictHosts = hostLimits.cloudflare.files;

interface BuildReportInput {
  readonly manifest: Manifest;
  readonly site: WrittenSite;
  readonly comparison: VersionComparison;
  readonly outputDirectory: string;
  readonly durationInMilliseconds: number;
  readonly isSiteUrlGiven: boolean;
  readonly isExplorerIncluded: boolean;
}

/** Describes a finished build in plain lines for a terminal or a log. */
export function formatBuildReport(input: BuildReportInput): string {
  const { manifest, site, comparison, outputDirectory, durationInMilliseconds } = input;
  const lines = Object.entries(manifest.datasets).map(
    ([name, { records, last }]) =>
      `${name}: ${formatCount(records)} records${describeRecordChanges(comparison, name)}${last === null ? '' : `, last in sort order: "${last}"`}`,
  );
  lines.push(
    describeComparison(comparison),
    `Data version ${manifest.dataVersion}${manifest.sample ? ' (SAMPLE DATA: invented records)' : ''}, target ${manifest.target}${site.whyThisTarget === undefined ? '' : `: ${site.whyThisTarget}`}`,
    `Wrote ${formatCount(site.files)} data files, ${formatBytes(site.bytes)}, to ${escapeText(outputDirectory)} in ${formatSeconds(durationInMilliseconds)}`,
    describeChange(site),
    ...describeExports(site),
    ...notesOf(input).map((note) => `Note: ${note}`),
  );
  return lines.join('\n');
}

function describeRecordChanges({ datasets }: VersionComparison, name: string): string {
  const changes = datasets?.[name];
  if (changes === undefined) return '';
  const { added, changed, removed } = changes;
  return ` (${formatCount(added.count)} added, ${formatCount(changed.count)} changed, ${formatCount(removed.count)} removed)`;
}

function describeComparison({ outcome, previousDataVersion }: VersionComparison): string {
  switch (outcome) {
    case 'compared':
      return `Compared with version ${String(previousDataVersion)}`;
    case 'firstBuild':
      return 'Not compared: there is no previous build';
    case 'otherKind':
      return 'Not compared: only one of this build and the previous one has sample data';
    case 'unreadable':
      return 'Not compared: the previous build cannot be read';
  }
}

function describeChange(site: WrittenSite): string {
  const files = site.deployFiles === 1 ? '1 file' : `${formatCount(site.deployFiles)} files`;
  const deploy = `a deployment uploads ${files}, ${formatBytes(site.deployBytes)}`;
  if (site.previousVersion === undefined) return `No earlier build: ${deploy}.`;
  if (site.previousVersion === site.manifest.dataVersion)
    return `The data is the same as in the earlier build: ${deploy}.`;
  return `Since version ${site.previousVersion}: ${deploy}. Earlier versions still readable: ${site.manifest.previous.length}.`;
}

function describeExports({ exports }: WrittenSite): string[] {
  if (exports === undefined) return [];
  const { files, earlierFiles } = exports;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    `For download: ${files.length} ${files.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}, in ${exportsRoot}/, each under two names${earlierFiles === 0 ? '' : `; ${formatCount(earlierFiles)} of earlier versions`}`,
  ];
}

/** Notes on anything other than the data that may need attention, one line each. */
export function notesOf({ manifest, site, isSiteUrlGiven, isExplorerIncluded }: BuildReportInput): readonly string[] {
  const notes = (site.exports?.omitted ?? []).map(
    (file) => `${file.path} was left out: with ${formatBytes(file.bytes)} it exceeds the limits of the host.`,
  );
  const records = Object.values(manifest.datasets).reduce((sum, dataset) => sum + dataset.records, 0);
  if (!isSiteUrlGiven) {
    notes.push('no --base-url was given, so feeds, metadata and examples name http://localhost:8080/.');
  }
  if (manifest.target === 'static') {
    if (records > maxRecordsForStatic) {
      notes.push(
        `each of the ${formatCount(records)} records is a separate file. Above ${formatCount(maxRecordsForStatic)} ` +
          'records, build with --target compute, for a host that runs the handler: the Node host, or an edge worker.',
      );
    } else if (site.filesInTree > maxFilesOnStrictHosts && site.files <= maxFilesOnStrictHosts) {
      notes.push(
        `the whole tree has ${formatCount(site.filesInTree)} files, more than the ` +
          `${formatCount(maxFilesOnStrictHosts)} that some hosts allow. Leave out the files that end in .br and .gz on those hosts.`,
      );
    } else if (site.files > maxFilesOnStrictHosts) {
      notes.push(
        `${formatCount(site.files)} files are more than the ${formatCount(maxFilesOnStrictHosts)} that some ` +
          'hosts allow. Build with --target compute for those hosts.',
      );
    }
  }
  if (!isExplorerIncluded) {
    notes.push('the explorer is not built, so the tree contains only data. Run npm run build:programs first.');
  }
  return notes;
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** All issues as plain text: faults first, by file. First every cause with its count, then examples of each. */
export function formatIssues(issues: IssueLog): string {
  const sections = [
    ...formatSeverity(issues, 'fault', 'fault', 'faults'),
    ...formatSeverity(issues, 'warning', 'warning', 'warnings'),
  ];
  return sections.length === 0 ? '' : `${sections.join('\n\n')}\n`;
}

function formatSeverity(issues: IssueLog, severity: Severity, one: string, many: string): string[] {
  const groups = issues.groups.filter((group) => group.kind.severity === severity);
  const files = [...new Set(groups.map(fileOf))];
  return files.map((file) => {
    const groupsOfFile = groups.filter((group) => fileOf(group) === file);
    const total = groupsOfFile.reduce((sum, group) => sum + group.total, 0);
    const heading = `${file}: ${formatCount(total)} ${total === 1 ? one : many}`;
    return [heading, ...groupsOfFile.flatMap(formatCauses), ...formatExamples(groupsOfFile)].join('\n');
  });
}

const fileOf = (group: IssueGroup): string => `${group.dataset}, ${group.location}`;

function formatCauses({ kind, total, causes }: IssueGroup): string[] {
  const named = causes.flatMap(({ name, total: count }) =>
    name === undefined ? [] : [`${name}: ${formatCount(count)}`],
  );
  const others = total - causes.reduce((sum, cause) => sum + cause.total, 0);
  if (others > 0) named.push(`others: ${formatCount(others)}`);
  return [`  ${kind.title} (${formatCount(total)}). ${kind.whatToDo}`, ...named.map((line) => `    ${line}`)];
}

function formatExamples(groups: readonly IssueGroup[]): string[] {
  const lines = groups.flatMap(({ kind, causes }) => {
    const shown = causes.flatMap(({ total, examples }) => {
      const texts = examples.map(formatExample).filter((text) => text !== '');
      const more =
        total > examples.length && texts.length > 0 ? [`… and ${formatCount(total - examples.length)} more`] : [];
      return [...texts, ...more];
    });
    return shown.length === 0 ? [] : [`  ${kind.title}, for example:`, ...shown.map((line) => `    ${line}`)];
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** For example `row 12, identifier 63755, LocationY: 95; expected a number from -90 to 90`. */
function formatExample(example: IssueExample): string {
  const { place, identifier, field, value, explanation } = example;
  const where = [
    place === undefined ? undefined : `${place.unit} ${String(place.number)}`,
    identifier === undefined ? undefined : `identifier ${identifier}`,
    field,
  ];
  const position = where.filter((part) => part !== undefined).join(', ');
  const located = [position, value].filter((part) => part !== undefined && part !== '').join(': ');
  return [located, explanation].filter((part) => part !== undefined && part !== '').join('; ');
}

/** What the mappings changed, one line for each rule. */
export function formatMappings(mappings: readonly AppliedMapping[]): string {
  return mappings
    .flatMap(({ dataset, mapping, counts }) => [
      `${dataset}, mapped by ${escapeText(mapping)}:`,
      ...[...counts].map(([rule, count]) => `  ${escapeText(rule)}: ${formatCount(count)}`),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

/** The version in package.json. A test compares the two. */
const toolVersion = '1.0.0';

export type BuildOutcome =
  'built' | 'inputRefused' | 'removalRefused' | 'warningRefused' | 'outputFailed' | 'internalError';

export interface ReportInput {
  readonly outcome: BuildOutcome;
  readonly exitCode: number;
  readonly message: string;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  readonly outputDirectory: string;
  /** Null if the build ended before it chose its target. */
  readonly target: 'static' | 'compute' | null;
  readonly isSample: boolean;
  readonly issues?: IssueLog | undefined;
  readonly mappings?: readonly AppliedMapping[];
  /** Names of the kinds of warnings that `--fail-on-warning` refused. */
  readonly failedWarnings?: readonly string[];
  readonly comparison?: VersionComparison | undefined;
  readonly records?: Readonly<Record<string, number>> | undefined;
  readonly manifest?: Manifest | undefined;
  readonly site?: WrittenSite | undefined;
  readonly notes?: readonly string[];
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
    durationsInMilliseconds: { total: finishedAt.getTime() - startedAt.getTime() },
    outputDirectory: input.outputDirectory,
    target: input.target,
    sample: input.isSample,
    dataVersion: manifest?.dataVersion ?? null,
    previousDataVersion: comparison?.previousDataVersion ?? null,
    comparison: comparison?.outcome ?? null,
    datasets: datasetsOf(input),
    mappings: (input.mappings ?? []).map(({ dataset, mapping, counts }) => {
      return { dataset, mapping, rules: [...counts].map(([rule, count]) => ({ rule, count })) };
    }),
    faults: issuesOf(input.issues, 'fault'),
    warnings: issuesOf(input.issues, 'warning'),
    failedWarnings: input.failedWarnings ?? [],
    files: site === undefined ? null : filesOf(site),
    earlierVersions: manifest === undefined ? null : manifest.previous.map(({ dataVersion }) => dataVersion),
    notes: input.notes ?? [],
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
    .map(({ code, kind, dataset, location, total, causes, examples }) => {
      const { title, whatToDo } = kind;
      const counts = causes.map(({ name, total: count }) => ({ name: name ?? null, count }));
      return { code, title, whatToDo, dataset, location, count: total, causes: counts, examples };
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
 * Replaces a report in one step, so that a monitor never reads an incomplete one. Writes directly to a device such as
 * /dev/null, because a rename by root would replace it with a file.
 */
export async function writeReport(path: string, report: Readonly<Record<string, unknown>>): Promise<void> {
  const text = `${JSON.stringify(report, null, 2)}\n`;
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) return writeFile(path, text);
  // This name does not contain the name of the report, which may already have the maximum length.
  const temporary = join(dirname(path), `.report-${randomUUID()}`);
  try {
    await writeFile(temporary, text, { flag: 'wx', flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
