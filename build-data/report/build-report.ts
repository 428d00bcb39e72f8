import { exportsRoot } from '../../core/storage/layout.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { hostLimits } from '../hosting/host-limits.ts';
import type { WrittenSite } from '../write/write-site.ts';
import { formatBytes } from './format-bytes.ts';

/** Above this many records a static target holds more files than most hosts take. */
const mostRecordsForStatic = 50_000;
/** The file limit of the strictest host that publishers use. */
const mostFilesOnStrictHosts = hostLimits.cloudflare.files;

const number = new Intl.NumberFormat('en-AU');

export interface BuildReportInput {
  readonly manifest: Manifest;
  readonly site: WrittenSite;
  readonly outputDirectory: string;
  readonly durationInMilliseconds: number;
  readonly siteUrlGiven: boolean;
  readonly explorerIncluded: boolean;
}

/** What a build has done, in plain lines for a terminal or a log. */
export function formatBuildReport(input: BuildReportInput): string {
  const { manifest, site, outputDirectory, durationInMilliseconds } = input;
  const lines = Object.entries(manifest.datasets).map(
    ([name, { records, last }]) =>
      `${name}: ${number.format(records)} records${last === null ? '' : `, the last in order "${last}"`}`,
  );
  lines.push(
    `Data version ${manifest.dataVersion}${manifest.sample ? ' (SAMPLE DATA: invented records)' : ''}, target ${manifest.target}`,
    `Wrote ${number.format(site.files)} files, ${formatBytes(site.bytes)}, to ${outputDirectory} in ${formatSeconds(durationInMilliseconds)}`,
    describeChange(site),
    ...describeExports(site),
    ...remarks(input),
  );
  return lines.join('\n');
}

function describeChange(site: WrittenSite): string {
  if (site.previousVersion === undefined) return 'No earlier build: a deploy sends everything.';
  const files = site.changedFiles === 1 ? '1 file' : `${number.format(site.changedFiles)} files`;
  const deploy = `a deploy sends ${files}, ${formatBytes(site.changedBytes)}, beside compressed twins`;
  if (site.previousVersion === site.manifest.dataVersion)
    return `The data is the same as in the earlier build: ${deploy}.`;
  return `Since version ${site.previousVersion}: ${deploy}. Earlier versions still readable: ${site.manifest.previous.length}.`;
}

function describeExports({ exports }: WrittenSite): string[] {
  if (exports === undefined) return [];
  const { files, leftOut, earlierFiles } = exports;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    `For download: ${files.length} ${files.length === 1 ? 'file' : 'files'}, ${formatBytes(bytes)}, in ${exportsRoot}/, under two names each${earlierFiles === 0 ? '' : `; of earlier versions ${number.format(earlierFiles)}`}`,
    ...leftOut.map(
      (file) => `Note: ${file.path} was left out: it would have ${formatBytes(file.bytes)}, more than the host takes.`,
    ),
  ];
}

function remarks({ manifest, site, siteUrlGiven, explorerIncluded }: BuildReportInput): string[] {
  const found: string[] = [];
  const records = Object.values(manifest.datasets).reduce((sum, dataset) => sum + dataset.records, 0);
  if (!siteUrlGiven) {
    found.push('Note: no --base-url was given, so feeds, metadata and examples name http://localhost:8080/.');
  }
  if (manifest.target === 'static') {
    if (records > mostRecordsForStatic) {
      found.push(
        `Note: ${number.format(records)} records make one file each. Above ${number.format(mostRecordsForStatic)} build ` +
          'with --target compute, for a host that runs the handler: the Node host, or an edge worker.',
      );
    } else if (site.filesInTree > mostFilesOnStrictHosts && site.files <= mostFilesOnStrictHosts) {
      found.push(
        `Note: with all that belongs to it the tree holds ${number.format(site.filesInTree)} files, more than the ` +
          `${number.format(mostFilesOnStrictHosts)} that some hosts take. Leave out the files that end in .br and .gz there.`,
      );
    } else if (site.files > mostFilesOnStrictHosts) {
      found.push(
        `Note: ${number.format(site.files)} files are more than the ${number.format(mostFilesOnStrictHosts)} that some ` +
          'hosts take. Build with --target compute for those.',
      );
    }
  }
  if (!explorerIncluded)
    found.push('Note: the explorer is not built, so the tree holds data only. Run npm run build:programs first.');
  return found;
}

function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
