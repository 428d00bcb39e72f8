import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, datasets, rawData } from '../../core/datasets/datasets.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { checkDataset, checkQueries, type QuerySupport } from './check-dataset.ts';
import { checkDocuments, checkPages, checkPublicAddress, isLoopback } from './check-documents.ts';
import { checkPlaceFeeds } from './check-place-feeds.ts';
import { checkDataFiles, checkExports, checkManifest, checkRanges } from './check-files.ts';
import { FindingList, type Findings } from './findings.ts';
import { NoResponseError, SiteUnderTest } from './site-under-test.ts';
import { parseArgs } from 'node:util';

export const usage = `Usage: npm run verify -- URL [--all] [--public-origin URL]

  URL      the root of a deployed site, such as https://data.example.org/coast/
  --all    fetch every data file and every download, and compare it with the hash in its name or its checksum; without
           this option, about 50 data files and one download
  --public-origin URL
           the origin that readers use, such as https://data.example.org, if it is not that of URL: links, feeds and
           metadata must use it
  --help   show this text

Exit codes: 0 everything is right; 1 something is wrong; 2 the command line is wrong; 70 internal error.`;

interface VerifyCommandOptions {
  /** The URL of the site's root, ending in a slash. */
  readonly url: string;
  readonly checksAllFiles: boolean;
  readonly publicOrigin: string | undefined;
}

/** The options, or a message about what is wrong with the command line. The message is empty if help is requested. */
export function readVerifyOptions(commandLine: readonly string[]): VerifyCommandOptions | string {
  try {
    const { positionals, values } = parseArgs({
      args: [...commandLine],
      allowPositionals: true,
      options: {
        all: { type: 'boolean', default: false },
        'public-origin': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return '';
    const [text, ...more] = positionals;
    if (text === undefined) return 'The address of the site is missing: give the URL of its root.';
    if (more.length > 0) return `Give only one address. Unexpected: ${more.join(' ')}`;
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
      return `${text} is not a URL such as https://data.example.org/coast/.`;
    }
    const publicOrigin = values['public-origin']?.replace(/\/$/, '');
    if (publicOrigin !== undefined && !isOrigin(publicOrigin)) {
      return `--public-origin ${values['public-origin']} is not an origin such as https://data.example.org.`;
    }
    const { origin, pathname } = new URL(text);
    return {
      url: origin + pathname.replace(/(?:\/(?:index\.html)?)*$/, '/'),
      checksAllFiles: values.all,
      publicOrigin,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

interface VerifyOptions {
  /** The URL of the site's root, ending in a slash. */
  readonly url: string;
  /** The origin that links must have, if it is not that of `url`. */
  readonly publicOrigin?: string | undefined;
  /** The maximum number of data files to fetch and compare with their names. If infinite, also reads every download. */
  readonly maximumFiles: number;
  /** The time limit for one response. Default: 30 seconds. */
  readonly timeoutInMilliseconds?: number;
  /** Called before each part with its title. */
  readonly onPart: (title: string) => void;
  readonly onProgress: (done: number, of: number) => void;
}

export interface Verification {
  /** In the order of the checks. */
  readonly parts: readonly { readonly title: string; readonly findings: Findings }[];
  /** Remarks that are not faults. */
  readonly notes: readonly string[];
  readonly requests: number;
  readonly dataVersion: string | undefined;
  readonly builtAt: string | undefined;
}

/** Checks a deployed site against the contract, with HTTP requests. A fault of the site never makes this reject. */
export async function verifySite(options: VerifyOptions): Promise<Verification> {
  const { url, publicOrigin, maximumFiles, timeoutInMilliseconds, onPart, onProgress } = options;
  const site = new SiteUnderTest(url, timeoutInMilliseconds, publicOrigin);
  const parts: { title: string; findings: Findings }[] = [];
  const notes: string[] = [];
  const check = async <Result>(
    title: string,
    run: (list: FindingList) => Promise<Result>,
  ): Promise<Result | undefined> => {
    onPart(title);
    const list = new FindingList();
    parts.push({ title, findings: list.found });
    try {
      return await run(list);
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      list.add(error.message, 'check that the host is running; check its name, its certificate and its log');
      return undefined;
    }
  };
  const manifest = await check('The manifest', (list) => checkManifest(site, list));
  if (manifest) {
    await check('The data files', (list) => checkDataFiles(site, manifest, maximumFiles, onProgress, list));
    const queries = new Set<QuerySupport | undefined>();
    const recordsOf = new Map<string, readonly DatasetRecord[]>();
    for (const dataset of datasets) {
      const title = `${dataset.name}: complete dataset, records and errors`;
      const records = await check(title, (list) => checkDataset(site, dataset, manifest, list));
      if (records === undefined) continue;
      recordsOf.set(dataset.name, records);
      if (records.length === 0) continue;
      queries.add(
        await check(`${dataset.name}: pages and searches`, (list) => checkQueries(site, dataset, records, list)),
      );
    }
    // If there is no API, this has already been reported for each dataset.
    if (recordsOf.size > 0) await check('The documents of the API', (list) => checkDocuments(site, manifest, list));
    const [places, records] = [recordsOf.get(coastalFeatures.name), recordsOf.get(rawData.name)];
    if (manifest.placeFeeds === true && places && records) {
      await check('The feeds of places', (list) => checkPlaceFeeds(site, places, records, list));
    }
    await check('The downloads', (list) => checkExports(site, { readsAll: maximumFiles === Infinity }, list));
    await check('Range requests', (list) => checkRanges(site, manifest, list));
    const hasExplorer = await check('The explorer', (list) => checkPages(site, list));
    await check('The public address', (list) => checkPublicAddress(site, list));
    if (hasExplorer === false) notes.push('This site has no explorer.');
    if (queries.has('refused')) {
      notes.push('This host only serves files, so it correctly refuses queries. The explorer runs them itself.');
    }
    notes.push(...(await notesOn(site, manifest)));
  }
  return { parts, notes, requests: site.requestCount, dataVersion: manifest?.dataVersion, builtAt: manifest?.builtAt };
}

async function notesOn(site: SiteUnderTest, manifest: Manifest): Promise<string[]> {
  const notes: string[] = [];
  if (site.publicUrl.startsWith('http:') && !isLoopback(site.publicUrl)) {
    notes.push('Browsers run service workers only over https: over http, nothing is cached for offline use.');
  }
  const again = await checkManifest(site, new FindingList()).catch(() => undefined);
  if (again && again.dataVersion !== manifest.dataVersion) {
    notes.push('The site was updated during the check, which may explain mixed versions. Check again.');
  }
  return notes;
}

/** How many findings of each part are shown. Further findings are only counted. */
const maximumFindingsShown = 8;

/** The number of faults found. */
export function countFaults({ parts }: Verification): number {
  return parts.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** The result as lines of text: each part, what is wrong with it and what to do about it. */
export function formatVerification(verification: Verification): string {
  const { parts, notes, dataVersion, builtAt, requests } = verification;
  const lines = parts.flatMap(({ title, findings }) => {
    const more = findings.length - maximumFindingsShown;
    return [
      `${findings.length === 0 ? 'ok   ' : 'WRONG'} ${title}`,
      ...findings
        .slice(0, maximumFindingsShown)
        .flatMap(({ what, remedy }) => [`      ${what}`, `        -> ${remedy}`]),
      ...(more > 0 ? [`      and ${more} more like these`] : []),
    ];
  });
  if (dataVersion !== undefined) {
    lines.push(`Data version ${dataVersion}, built at ${builtAt ?? ''}; ${requests} requests.`);
  }
  const faults = countFaults(verification);
  lines.push(...notes.map((note) => `Note: ${note}`));
  lines.push(faults === 0 ? 'Everything matches the contract.' : faults === 1 ? '1 fault.' : `${faults} faults.`);
  return lines.join('\n');
}
