import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { DatasetDescription } from '../core/datasets/dataset-description.ts';
import { coastalFeatures as coastalFeaturesDataset, rawData as rawDataDataset } from '../core/datasets/datasets.ts';
import { anyOrigin, readEmbedOrigins } from '../core/http/embedding.ts';
import { basePathDescription, isBasePath } from '../core/http/site-paths.ts';
import type { BuildOptions } from './build.ts';
import { type HostName, hostNames, isHostName, type Target } from './hosting/host-limits.ts';
import { type Mapping, MappingError, readMapping } from './mapping/mapping.ts';
import { baseMapsOfSite, baseMapUsage, readBaseMaps } from './pages/base-maps.ts';
import { readRights, type Rights, rightsOptions, rightsUsage } from './publication.ts';
import type { BuildInputs } from './read/read-inputs.ts';
import { UsageError } from './run-command.ts';
import { checkNamedFiles } from './site/named-files.ts';
import { defaultSiteFile, readSiteFile, type SiteFile, SiteFileError } from './site/site-file.ts';
import { defaultSampleOptions } from './sample/sample-inputs.ts';
import type { WatchOptions } from './watch.ts';
import { type IssueCode, warningCodes } from './validate/issues.ts';
import { defaultMaxRemovedPercent } from './validate/validate-version.ts';

export const usage = `Usage: npm run build:data -- --coastal-features FILE|URL --raw-data FILE|URL --out DIR [options]

  --coastal-features FILE|URL   coastal features as CSV, JSON, NDJSON or GeoJSON
  --raw-data FILE|URL           raw data as CSV, JSON, NDJSON or GeoJSON
  --coastal-features-map MAP, --raw-data-map MAP
                                column mapping for a file whose columns are not the fields: a JSON file, or for raw data
                                darwin-core or darwin-core-csv (docs/mapping.md)
  --site FILE                   site file with the words, region, time zone and rules of the site (docs/sites.md);
                                default: sites/western-australia/site.json
  --out DIR                     output directory; an earlier build there is replaced
  --target static|compute       static: for hosts that only serve files; compute: for hosts that run the handler (default:
                                static while a file for each record fits into the 20,000 files that some hosts allow)
  --allow-many-files            with --target static: write more files than some hosts allow
  --base-url URL                URL of the site, for feeds, metadata and examples
  --host NAME                   refuse a site that exceeds the limits of this host: cloudflare, netlify, github-pages, s3
  --previous DIR|URL            an earlier build whose versions remain available (default: the one in --out)
  --explorer DIR                the built explorer to include (default: dist/explorer, if it exists)
  --embed-origins ORIGINS       sites that may embed the map of embed/, separated by commas: origins such as
                                https://news.example.org, self, none, or any (default)
  --stage                       write the new version to DIR.versions/staged, and do not publish it
${rightsUsage}
${baseMapUsage}
  --no-exports                  leave out complete datasets for download (CSV, GeoJSON and others, in downloads/)
  --max-removed PERCENT         refuse a build that removes more of a dataset's records (default: ${defaultMaxRemovedPercent}); 100 allows all
  --fail-on-warning KIND        refuse data with this warning; may be repeated; all means every kind
  --report FILE                 where to write the report of the build as JSON (default: next to --out, DIR.report.json)
  --watch SECONDS               check the inputs every so many seconds, and build again whenever one has changed
  --sample                      use invented sample data instead of the two files
  --records N, --seed N         for --sample: number of raw data records, and seed of the random numbers
  --help                        show this text

Exit codes: 0 built; 1 the output could not be written; 2 the command line is wrong; 3 the input has faults;
4 too many records would be removed; 5 a warning named by --fail-on-warning; 70 internal error. Only 0 changes the output.`;

export interface CommandOptions extends Omit<BuildOptions, 'siteUrl'> {
  /** Ends in a slash; undefined when not given. */
  readonly siteUrl: string | undefined;
  /** Absolute. */
  readonly reportPath: string;
  /** Whether the report has its default path, to which every build of the same output writes. */
  readonly isReportShared: boolean;
  /** Undefined for a single build. */
  readonly watch: WatchOptions | undefined;
}

const defaultExplorerDirectory = 'dist/explorer';

/** Reads the command line. Returns undefined if it requests help. Throws UsageError. */
export function readCommandOptions(commandLine: readonly string[]): CommandOptions | undefined {
  const values = parse(commandLine);
  if (values.help) return undefined;
  if (values.out === undefined) throw new UsageError('--out is missing: name the directory to write.');
  const outputDirectory = readOutputDirectory(values.out);
  const target = readTarget(values.target, values['allow-many-files']);
  const inputs = readInputs(values);
  const siteFile = readSite(values.site);
  return {
    inputs,
    outputDirectory,
    isStaged: values.stage,
    target,
    allowsManyFiles: values['allow-many-files'],
    host: readHost(values.host),
    siteUrl: readSiteUrl(values['base-url']),
    previous: readPrevious(values.previous),
    explorerDirectory: readExplorerDirectory(values.explorer, outputDirectory),
    embedOrigins: readOrigins(values['embed-origins']),
    exports: !values['no-exports'],
    siteFile,
    rights: readRightsOf(values, siteFile),
    baseMaps: values['base-map']
      ? readBaseMaps(values['base-map'], refuse)
      : baseMapsOfSite(siteFile, (fault) => refuseSite(values.site, fault)),
    maxRemovedPercent: readPercent('--max-removed', values['max-removed']),
    failOnWarnings: readWarnings(values['fail-on-warning']),
    reportPath: readReportPath(values.report, outputDirectory, inputs),
    isReportShared: values.report === undefined,
    watch: readWatch(values, siteFile, readReportPath(values.report, outputDirectory, inputs)),
  };
}

function readWatch(
  values: ReturnType<typeof parse>,
  { directory, card, coast, localAreas }: SiteFile,
  reportPath: string,
): WatchOptions | undefined {
  if (values.watch === undefined) return undefined;
  const seconds = readCount('--watch', values.watch, 1);
  if (seconds < 1 || seconds > 86_400) throw new UsageError('--watch: name 1 to 86400 seconds.');
  const data = [values['coastal-features'], values['raw-data']].flatMap((input) => input ?? []);
  if (data.length === 0)
    throw new UsageError('--watch needs --coastal-features and --raw-data: sample data is always the same.');
  const pipe = data.find((input) => !/^https?:/i.test(input) && existsSync(input) && !statSync(input).isFile());
  if (pipe !== undefined) throw new UsageError(`--watch: ${pipe} can be read only once. Name a file or a URL.`);
  const named = [card, coast?.outline, coast?.detail, localAreas?.file].flatMap((file) => file ?? []);
  const maps = [values['coastal-features-map'], values['raw-data-map']].flatMap((map) => map ?? []);
  const files = [values.site ?? defaultSiteFile, ...named.map((file) => resolve(directory, file)), ...maps];
  return { seconds, inputs: [...data, ...files], reportPath };
}

const refuse = (message: string): never => {
  throw new UsageError(message);
};

function parse(commandLine: readonly string[]) {
  try {
    return parseArgs({
      args: [...commandLine],
      options: {
        'coastal-features': { type: 'string' },
        'raw-data': { type: 'string' },
        'coastal-features-map': { type: 'string' },
        'raw-data-map': { type: 'string' },
        out: { type: 'string' },
        target: { type: 'string' },
        'allow-many-files': { type: 'boolean', default: false },
        'base-url': { type: 'string' },
        host: { type: 'string' },
        previous: { type: 'string' },
        explorer: { type: 'string' },
        'embed-origins': { type: 'string' },
        stage: { type: 'boolean', default: false },
        'no-exports': { type: 'boolean', default: false },
        ...rightsOptions,
        site: { type: 'string' },
        'base-map': { type: 'string', multiple: true },
        'max-removed': { type: 'string' },
        'fail-on-warning': { type: 'string', multiple: true },
        report: { type: 'string' },
        watch: { type: 'string' },
        sample: { type: 'boolean', default: false },
        records: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** The directory is replaced completely, so it must not be or contain the working directory. */
function readOutputDirectory(text: string): string {
  requireText('--out', text, 'the directory to write');
  const directory = resolve(text);
  if (`${process.cwd()}${sep}`.startsWith(directory.endsWith(sep) ? directory : `${directory}${sep}`)) {
    throw new UsageError(`--out ${text} contains the working directory: name a separate directory for the site.`);
  }
  return directory;
}

function readSite(path = defaultSiteFile): SiteFile {
  requireText('--site', path, 'a site file');
  try {
    const siteFile = readSiteFile(path);
    checkNamedFiles(path, siteFile);
    return siteFile;
  } catch (error) {
    if (error instanceof SiteFileError) throw new UsageError(error.message);
    throw error;
  }
}

function refuseSite(path = defaultSiteFile, fault: string): never {
  throw new UsageError(new SiteFileError(path, [fault]).message);
}

/** What the options state takes precedence over what the site file states. */
function readRightsOf(values: ReturnType<typeof parse>, siteFile: SiteFile): Rights {
  const { publisher, ...stated } = readRights(
    siteFile.credits ?? {},
    (fault) => refuseSite(values.site, fault),
    'credits.',
  );
  return {
    ...(publisher && values.publisher === undefined && { publisher }),
    ...stated,
    ...readRights(values, refuse),
  };
}

function readInputs(values: ReturnType<typeof parse>): BuildInputs {
  const { 'coastal-features': coastalFeatures, 'raw-data': rawData } = values;
  const mappings = {
    ...readMap('--coastal-features-map', values['coastal-features-map'], coastalFeaturesDataset),
    ...readMap('--raw-data-map', values['raw-data-map'], rawDataDataset),
  };
  if (values.sample) {
    if (coastalFeatures !== undefined || rawData !== undefined || Object.keys(mappings).length > 0) {
      throw new UsageError('--sample generates its own data: omit --coastal-features, --raw-data and their mappings.');
    }
    return {
      kind: 'sample',
      options: {
        seed: readCount('--seed', values.seed, defaultSampleOptions.seed),
        rawDataRecords: readCount('--records', values.records, defaultSampleOptions.rawDataRecords),
      },
    };
  }
  if (values.records !== undefined || values.seed !== undefined)
    throw new UsageError('--records and --seed need --sample.');
  if (coastalFeatures === undefined) throw new UsageError('--coastal-features is missing: name a file or a URL.');
  if (rawData === undefined) throw new UsageError('--raw-data is missing: name a file or a URL.');
  requireText('--coastal-features', coastalFeatures, 'a file or a URL');
  requireText('--raw-data', rawData, 'a file or a URL');
  return { kind: 'files', coastalFeatures, rawData, mappings };
}

function readMap(option: string, name: string | undefined, dataset: DatasetDescription): Record<string, Mapping> {
  if (name === undefined) return {};
  try {
    return { [dataset.name]: readMapping(name, dataset) };
  } catch (error) {
    if (error instanceof MappingError) throw new UsageError(`${option}: ${error.message}`);
    throw error;
  }
}

function readCount(option: string, text: string | undefined, defaultValue: number): number {
  if (text === undefined) return defaultValue;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`${option} ${text} is not a whole number.`);
  return Number(text);
}

function readPercent(option: string, text: string | undefined): number {
  if (text === undefined) return defaultMaxRemovedPercent;
  const percent = /^\d{1,3}(?:\.\d{1,6})?$/.test(text) ? Number(text) : NaN;
  if (percent <= 100) return percent;
  throw new UsageError(`${option} ${text} is not a percentage from 0 to 100, such as ${defaultMaxRemovedPercent}.`);
}

function readWarnings(names: readonly string[] = []): ReadonlySet<IssueCode> {
  if (names.includes('all')) return new Set(warningCodes);
  const unknown = names.find((name) => !warningCodes.some((code) => code === name));
  if (unknown !== undefined) {
    throw new UsageError(`--fail-on-warning ${unknown} is unknown: choose all, or one of ${warningCodes.join(', ')}.`);
  }
  return new Set(warningCodes.filter((code) => names.includes(code)));
}

/** The report is outside the output directory, because it is written even when the output is not. */
function readReportPath(text: string | undefined, outputDirectory: string, inputs: BuildInputs): string {
  if (text === undefined) return `${outputDirectory}.report.json`;
  requireText('--report', text, 'the file to write');
  const path = resolve(text);
  if (`${path}${sep}`.startsWith(`${outputDirectory}${sep}`)) {
    throw new UsageError(`--report ${text} is inside --out, which is replaced as a whole: name a file outside it.`);
  }
  if (isDirectory(path)) {
    throw new UsageError(`--report ${text} is a directory: name a file in it.`);
  }
  for (const input of inputs.kind === 'files' ? [inputs.coastalFeatures, inputs.rawData] : []) {
    if (existsSync(path) && existsSync(input) && realpathSync(path) === realpathSync(input)) {
      throw new UsageError(`--report ${text} is an input file, which the report would replace: name another file.`);
    }
  }
  if (!isDirectory(dirname(path))) {
    throw new UsageError(`--report ${text}: ${dirname(path)} is not a directory. Create it, or name another file.`);
  }
  return path;
}

/** Also false when the path cannot be accessed. */
function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function readSiteUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = readUrl('--base-url', text);
  const basePath = url.pathname.replace(/\/*$/, '/');
  if (!isBasePath(basePath)) {
    throw new UsageError(`--base-url ${text} has the path ${basePath}, which is not ${basePathDescription}.`);
  }
  return url.origin + basePath;
}

function readPrevious(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  requireText('--previous', text, 'a directory or a URL');
  if (/^https?:/i.test(text)) readUrl('--previous', text);
  else if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text) && !existsSync(text)) {
    throw new UsageError(`--previous ${text} is neither a directory nor an http or https URL.`);
  }
  return text;
}

function readUrl(option: string, text: string): URL {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${option} ${text} is not a URL such as https://data.example.org/coast/.`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new UsageError(`${option} contains a user name or a password, which the site must not need: leave them out.`);
  }
  const [, excess] = /([?#])/.exec(text) ?? [];
  if (excess !== undefined) {
    const name = excess === '?' ? 'query' : 'fragment';
    throw new UsageError(
      `${option} ${text} contains a ${name} (from "${excess}"), which the URL of a site cannot have. Omit it.`,
    );
  }
  return url;
}

function requireText(option: string, text: string, expected: string): void {
  if (text.trim() === '') throw new UsageError(`${option} is empty: name ${expected}.`);
}

function readHost(name: string | undefined): HostName | undefined {
  if (name === undefined || isHostName(name)) return name;
  throw new UsageError(`--host ${name} is unknown: choose one of ${hostNames.join(', ')}.`);
}

function readExplorerDirectory(directory: string | undefined, outputDirectory: string): string | undefined {
  if (directory === undefined) return existsSync(defaultExplorerDirectory) ? defaultExplorerDirectory : undefined;
  if (!existsSync(directory))
    throw new UsageError(`--explorer ${directory} does not exist: build it with npm run build:programs.`);
  if (!existsSync(join(directory, 'index.html'))) {
    throw new UsageError(
      `--explorer ${directory} contains no built explorer (no index.html): build it with npm run build:programs.`,
    );
  }
  if (`${outputDirectory}${sep}`.startsWith(`${resolve(directory)}${sep}`)) {
    throw new UsageError(`--out is inside --explorer ${directory}, which is copied into --out: name another --out.`);
  }
  return directory;
}

function readTarget(target: string | undefined, allowsManyFiles: boolean): Target | undefined {
  if (target !== undefined && target !== 'static' && target !== 'compute') {
    throw new UsageError(`--target ${target} is unknown: choose static or compute.`);
  }
  if (allowsManyFiles && target !== 'static') {
    throw new UsageError('--allow-many-files needs --target static: no other target writes a file for each record.');
  }
  return target;
}

function readOrigins(text: string | undefined): readonly string[] {
  if (text === undefined) return [anyOrigin];
  return readEmbedOrigins(text, (given, problem) => {
    throw new UsageError(
      `--embed-origins ${given} ${problem}: give origins such as https://news.example.org, separated by commas, or self, none or any.`,
    );
  });
}

export const defaultSiteDirectory = fileURLToPath(new URL('../dist/site', import.meta.url));

interface SiteCommandLine {
  /** The command line for the data build. */
  readonly commandLine: readonly string[];
  /** Whether the command line names no data and does not ask for a sample. */
  readonly isSampleByDefault: boolean;
}

/**
 * Completes the command line of `npm run build` for the data build. Defaults: sample data, the output directory
 * `dist/site` and the target compute, which the Node host serves.
 */
export function completeCommandLine(given: readonly string[]): SiteCommandLine {
  const isGiven = (option: string): boolean =>
    given.some((argument) => argument === option || argument.startsWith(`${option}=`));
  const isSampleByDefault = !['--coastal-features', '--raw-data', '--sample'].some(isGiven);
  return {
    isSampleByDefault,
    commandLine: [
      ...given,
      ...(isSampleByDefault ? ['--sample'] : []),
      ...(isGiven('--out') ? [] : ['--out', defaultSiteDirectory]),
      ...(isGiven('--target') ? [] : ['--target', 'compute']),
    ],
  };
}
