import { exportsRoot } from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import type { VersionComparison } from '../documents/compare-versions.ts';
import { escapeText, formatBytes } from '../format-text.ts';
import { hostLimits } from '../hosting/host-limits.ts';
import type { Severity } from '../validate/issue-kinds.ts';
import type { IssueExample, IssueGroup, IssueLog } from '../validate/issue-log.ts';
import type { WrittenSite } from '../build.ts';

/** With more records, a static target has more files than most hosts allow. */
const maxRecordsForStatic = 50_000;
/** The file limit of the strictest host that publishers use. */
const maxFilesOnStrictHosts = hostLimits.cloudflare.files;

const number = new Intl.NumberFormat('en-AU');

export interface BuildReportInput {
  readonly manifest: Manifest;
  readonly site: WrittenSite;
  readonly comparison: VersionComparison;
  readonly outputDirectory: string;
  readonly durationInMilliseconds: number;
  readonly siteUrlGiven: boolean;
  readonly explorerIncluded: boolean;
}

/** Describes a finished build in plain lines for a terminal or a log. */
export function formatBuildReport(input: BuildReportInput): string {
  const { manifest, site, comparison, outputDirectory, durationInMilliseconds } = input;
  const lines = Object.entries(manifest.datasets).map(
    ([name, { records, last }]) =>
      `${name}: ${number.format(records)} records${describeRecordChanges(comparison, name)}${last === null ? '' : `, the last in order "${last}"`}`,
  );
  lines.push(
    describeComparison(comparison),
    `Data version ${manifest.dataVersion}${manifest.sample ? ' (SAMPLE DATA: invented records)' : ''}, target ${manifest.target}`,
    `Wrote ${number.format(site.files)} files, ${formatBytes(site.bytes)}, to ${escapeText(outputDirectory)} in ${formatSeconds(durationInMilliseconds)}`,
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
  return ` (${number.format(added.count)} added, ${number.format(changed.count)} changed, ${number.format(removed.count)} removed)`;
}

function describeComparison({ outcome, previousDataVersion }: VersionComparison): string {
  switch (outcome) {
    case 'compared':
      return `Compared with version ${previousDataVersion ?? ''}`;
    case 'firstBuild':
      return 'Not compared: there is no previous build';
    case 'otherKind':
      return 'Not compared: only one of this build and the previous one has sample data';
    case 'unreadable':
      return 'Not compared: the previous build cannot be read';
  }
}

function describeChange(site: WrittenSite): string {
  const files = site.deployFiles === 1 ? '1 file' : `${number.format(site.deployFiles)} files`;
  const deploy = `a deploy sends ${files}, ${formatBytes(site.deployBytes)}`;
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
    `For download: ${files.length} ${files.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}, in ${exportsRoot}/, under two names each${earlierFiles === 0 ? '' : `; of earlier versions ${number.format(earlierFiles)}`}`,
  ];
}

/** Notes about anything except the data that may need attention, one line each. */
export function notesOf({ manifest, site, siteUrlGiven, explorerIncluded }: BuildReportInput): readonly string[] {
  const notes = (site.exports?.leftOut ?? []).map(
    (file) => `${file.path} was left out: with ${formatBytes(file.bytes)} it exceeds the limits of the host.`,
  );
  const records = Object.values(manifest.datasets).reduce((sum, dataset) => sum + dataset.records, 0);
  if (!siteUrlGiven) {
    notes.push('no --base-url was given, so feeds, metadata and examples name http://localhost:8080/.');
  }
  if (manifest.target === 'static') {
    if (records > maxRecordsForStatic) {
      notes.push(
        `${number.format(records)} records make one file each. Above ${number.format(maxRecordsForStatic)} build ` +
          'with --target compute, for a host that runs the handler: the Node host, or an edge worker.',
      );
    } else if (site.filesInTree > maxFilesOnStrictHosts && site.files <= maxFilesOnStrictHosts) {
      notes.push(
        `the whole tree has ${number.format(site.filesInTree)} files, more than the ` +
          `${number.format(maxFilesOnStrictHosts)} that some hosts allow. Leave out the files that end in .br and .gz there.`,
      );
    } else if (site.files > maxFilesOnStrictHosts) {
      notes.push(
        `${number.format(site.files)} files are more than the ${number.format(maxFilesOnStrictHosts)} that some ` +
          'hosts allow. Build with --target compute for those.',
      );
    }
  }
  if (!explorerIncluded) {
    notes.push('the explorer is not built, so the tree contains only data. Run npm run build:programs first.');
  }
  return notes;
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** All issues as plain text: faults first, by file and kind. Empty if there are none. */
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
    return [heading, ...groupsOfFile.map(formatGroup)].join('\n');
  });
}

const fileOf = (group: IssueGroup): string => `${group.dataset}, ${group.location}`;

function formatGroup(group: IssueGroup): string {
  const { kind, total, examples } = group;
  const lines = [`  ${kind.title} (${formatCount(total)}). ${kind.whatToDo}`];
  const shown = examples.map(formatExample);
  if (shown.some((example) => example !== '')) {
    lines.push(...shown.map((example) => `    ${example}`));
    if (total > examples.length) lines.push(`    … and ${formatCount(total - examples.length)} more`);
  }
  return lines.join('\n');
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

const formatCount = (count: number): string => count.toLocaleString('en');
