import { MalformedBytesError } from '../../../core/storage/format/bytes.ts';
import { manifestPath } from '../../../core/storage/format/layout.ts';
import { decodeManifest, type Manifest } from '../../../core/storage/snapshot/manifest.ts';
import { checkApi } from './check-api.ts';
import { checkExplorer, checkPublicAddress, isLoopback } from './check-explorer.ts';
import { checkDataFiles, checkDocuments, checkFile, checkRanges } from './check-files.ts';
import { DeployedSite, type Finding, FindingList } from './deployed-site.ts';

interface VerifyOptions {
  /** The URL of the site's root, ending in a slash. */
  readonly url: string;
  /** The origin that links must have, if it is not that of `url`. */
  readonly publicOrigin?: string | undefined;
  /** Whether to check every data file, every download and every case of the contract, or some of them. */
  readonly checksAll: boolean;
  /** Sends the requests. Default: over the network. */
  readonly fetch?: typeof fetch;
  /** See `ApiCheckOptions`. */
  readonly maximumRecords?: number;
  /** Called before each part with its title. */
  readonly onPart?: (title: string) => void;
}

export interface Verification {
  /** In the order of the checks. */
  readonly parts: readonly { readonly title: string; readonly findings: readonly Finding[] }[];
  /** Remarks that are not faults. */
  readonly notes: readonly string[];
  readonly requests: number;
  readonly manifest: Manifest | undefined;
}

const someFiles = 50;

/** Checks a deployed site against the contract, with HTTP requests. A fault of the site never makes this reject. */
export async function verifySite(options: VerifyOptions): Promise<Verification> {
  const { url, publicOrigin, checksAll, onPart } = options;
  const site = new DeployedSite(url, publicOrigin, options.fetch);
  const lists: { readonly title: string; readonly list: FindingList }[] = [];
  const check = async <Result>(
    title: string,
    run: (list: FindingList) => Promise<Result>,
  ): Promise<Result | undefined> => {
    onPart?.(title);
    const list = new FindingList();
    lists.push({ title, list });
    return list.attempt(site.url, () => run(list));
  };
  const notes: string[] = [];
  const manifest = await check('The manifest', (list) => checkManifest(site, list));
  if (manifest) {
    await check('The data files', (list) =>
      checkDataFiles(site, manifest, checksAll ? Number.POSITIVE_INFINITY : someFiles, list),
    );
    const api = await check('The API', (list) => checkApi(site, manifest, options, list));
    await check('Documents and downloads', (list) => checkDocuments(site, checksAll, list));
    await check('Range requests', (list) => checkRanges(site, manifest, list));
    const hasExplorer = await check('The explorer', (list) => checkExplorer(site, list));
    await check('The public address', (list) => checkPublicAddress(site, api?.linkedRoot, list));
    if (hasExplorer === false) notes.push('This site has no explorer.');
    notes.push(...(api?.notes ?? []), ...(await notesOn(site, manifest)));
  }
  const parts = lists.map(({ title, list }) => ({ title, findings: list.found }));
  return { parts, notes, requests: site.requestCount, manifest };
}

/** Returns the manifest, or undefined if it cannot be used. */
async function checkManifest(site: DeployedSite, list: FindingList): Promise<Manifest | undefined> {
  const remedy =
    `is this the root of a Coastwatch site? It must contain ${manifestPath}. Give the address of the root, or upload ` +
    'the complete tree again: files with a hash in their names first, then the manifest';
  const check = (): Promise<undefined> => Promise.resolve(undefined);
  const response = await checkFile(site, { path: manifestPath, remedy, check }, list);
  if (!response) return undefined;
  try {
    const manifest = await decodeManifest(response.bytes);
    await checkFreshness(site, manifest, list);
    return manifest;
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    list.add(response.request, `not a Coastwatch manifest: ${error.message}`, remedy);
    return undefined;
  }
}

/** Requests the manifest at a URL that cannot be in a cache, and checks that the host has no newer one. */
async function checkFreshness(site: DeployedSite, manifest: Manifest, list: FindingList): Promise<void> {
  const fresh = await site.request(`${manifestPath}?fresh=${Date.now()}`, { headers: { 'Cache-Control': 'no-cache' } });
  // Some hosts find no file for a URL with a query. Then there is nothing to compare.
  const found = await decodeManifest(fresh.bytes).catch(() => undefined);
  if (!found || found.builtAt <= manifest.builtAt || found.dataVersion === manifest.dataVersion) return;
  list.add(
    `/${manifestPath}`,
    `built at ${manifest.builtAt}, but the host has one built at ${found.builtAt}: a cache sends the old one`,
    'clear the cache between the host and readers, and let it revalidate no-cache files each time',
  );
}

async function notesOn(site: DeployedSite, manifest: Manifest): Promise<string[]> {
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

export function isCorrect({ parts }: Verification): boolean {
  return parts.every(({ findings }) => findings.length === 0);
}

/** The result as lines of text: each part, what is wrong with it and what to do about it. */
export function formatVerification({ parts, notes, manifest, requests }: Verification): string {
  const lines = parts.flatMap(({ title, findings }) => {
    const more = findings.length - maximumFindingsShown;
    return [
      `${findings.length === 0 ? 'ok   ' : 'WRONG'} ${title}`,
      ...findings
        .slice(0, maximumFindingsShown)
        .flatMap((finding) => [`      ${describeFinding(finding)}`, `        -> ${finding.remedy}`]),
      ...(more > 0 ? [`      and ${more} more faults`] : []),
    ];
  });
  if (manifest) lines.push(`Data version ${manifest.dataVersion}, built at ${manifest.builtAt}; ${requests} requests.`);
  const faults = parts.reduce((sum, { findings }) => sum + findings.length, 0);
  lines.push(...notes.map((note) => `Note: ${note}`));
  lines.push(faults === 0 ? 'Everything matches the contract.' : faults === 1 ? '1 fault.' : `${faults} faults.`);
  return lines.join('\n');
}

/** A finding in one line: the first of the requests, the number of the others, and what is wrong. */
export function describeFinding({ what, requests }: Finding): string {
  const [first = '', ...others] = requests;
  return `${first}${others.length === 0 ? '' : ` and ${others.length} more`}: ${what}`;
}
