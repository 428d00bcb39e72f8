import { datasets } from '../../core/datasets/datasets.ts';
import { contentHashInName, contentTypeOf, openFilePreflightHeaders } from '../../core/site/file-headers.ts';
import { MalformedBytesError } from '../../core/storage/format/bytes.ts';
import { contentHash, type FileReference } from '../../core/storage/format/file-reference.ts';
import {
  checksumsPath,
  dataFilePath,
  exportPath,
  exportsRoot,
  manifestPath,
} from '../../core/storage/format/layout.ts';
import { decodeManifest, type Manifest } from '../../core/storage/snapshot/manifest.ts';
import {
  exposedHeaders,
  type FindingList,
  immutableCaching,
  shortCaching,
  strongTag,
  useConfiguration,
} from './findings.ts';
import { NoResponseError, type SiteResponse, type SiteUnderTest } from './site-under-test.ts';

const uploadTreeAgain = 'upload the complete tree again: files with a hash in their names first, then the manifest';
const notThisSite = `is this the root of a Coastwatch site? It must contain ${manifestPath}. Give the address of the root, or ${uploadTreeAgain}`;
const turnPageOff =
  'the host sends a page in place of missing files: turn off its fallback for single-page applications';

/** Returns the manifest, or undefined if it cannot be used. */
export async function checkManifest(site: SiteUnderTest, list: FindingList): Promise<Manifest | undefined> {
  const response = await site.request(manifestPath);
  if (!list.expectStatus(response, 200, notThisSite)) return undefined;
  if (response.isHtml) {
    list.add(`${response.request} is an HTML page, not a manifest`, `${notThisSite}; or ${turnPageOff}`);
    return undefined;
  }
  list.expectHeader(response, 'Cache-Control', shortCaching, 'send no-cache with it; otherwise readers keep old data');
  list.expectHeader(
    response,
    'Content-Type',
    { matches: /^application\/json\b/i, words: 'application/json' },
    'send files that end in .json as application/json',
  );
  list.expectHeader(response, 'Access-Control-Allow-Origin', '*', 'send this header with everything under data/');
  const manifest = await readManifest(response, list);
  if (manifest) await checkFreshness(site, manifest, list);
  return manifest;
}

async function readManifest(response: SiteResponse, list: FindingList): Promise<Manifest | undefined> {
  try {
    return await decodeManifest(response.bytes);
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    list.add(`${response.request} is not a Coastwatch manifest: ${error.message}`, notThisSite);
    return undefined;
  }
}

/** Requests the manifest at a URL that cannot be in a cache, and checks that the host has no newer one. */
async function checkFreshness(site: SiteUnderTest, manifest: Manifest, list: FindingList): Promise<void> {
  const fresh = await site.request(`${manifestPath}?fresh=${Date.now()}`, { headers: { 'Cache-Control': 'no-cache' } });
  const found = fresh.status === 200 ? await decodeManifest(fresh.bytes).catch(() => undefined) : undefined;
  // Some hosts find no file for a URL with a query. Then there is nothing to compare.
  if (!found || found.builtAt <= manifest.builtAt || found.dataVersion === manifest.dataVersion) return;
  list.add(
    `/${manifestPath} was built at ${manifest.builtAt}, but the host has one built at ${found.builtAt}: ` +
      'a cache sends the old one',
    'clear the cache between the host and readers, and let it revalidate no-cache files each time',
  );
}

interface NamedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Checks data files, the inventories of earlier versions, and the response for a file that does not exist. */
export async function checkDataFiles(
  site: SiteUnderTest,
  manifest: Manifest,
  maximumFiles: number,
  onProgress: (checked: number, of: number) => void,
  list: FindingList,
): Promise<void> {
  const { inventory } = manifest;
  const response = await site.request(dataFilePath({ hash: inventory.hash, extension: 'json' }));
  if (!(await isWhole(response, inventory, list))) return;
  const files = response.json as readonly NamedFile[];
  const step = Math.max(1, Math.ceil(files.length / maximumFiles));
  const chosen = files.filter((_, index) => index % step === 0);
  for (const [index, file] of chosen.entries()) {
    onProgress(index, chosen.length);
    const hash = /^data\/([0-9a-f]{32})\./.exec(file.path)?.[1];
    if (hash !== undefined) await checkDataFile(site, file.path, { hash, bytes: file.bytes }, list);
  }
  onProgress(chosen.length, chosen.length);
  for (const { dataVersion, inventory: earlier } of manifest.previous) {
    const found = await site.request(dataFilePath({ hash: earlier.hash, extension: 'json' }));
    if (found.status === 200) await isWhole(found, earlier, list);
    else {
      list.add(
        `${found.request}, the list of files of version ${dataVersion}, returns status ${found.status}`,
        'readers who opened that version still need it: do not remove files that the new tree contains',
      );
    }
  }
  const none = await site.request(dataFilePath({ hash: '0'.repeat(32), extension: 'bin' }));
  if (none.status === 200) list.add(`${none.request} returns status 200, but there is no such file`, turnPageOff);
}

async function checkDataFile(
  site: SiteUnderTest,
  path: string,
  reference: FileReference,
  list: FindingList,
): Promise<void> {
  try {
    const found = await site.request(path);
    if (!(await isWhole(found, reference, list))) return;
    list.expectHeader(
      found,
      'Cache-Control',
      immutableCaching,
      'names in data/ contain a hash: let clients cache them forever',
    );
    list.expectHeader(found, 'Access-Control-Allow-Origin', '*', 'send this header with everything under data/');
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    list.add(error.message, 'check the log of the host for this request');
  }
}

/** Adds a finding unless the response is the complete file. Returns whether it is. */
async function isWhole(response: SiteResponse, file: FileReference, list: FindingList): Promise<boolean> {
  if (!list.expectStatus(response, 200, uploadTreeAgain)) return false;
  if (response.isHtml) {
    list.add(`${response.request} is an HTML page`, `${turnPageOff}, and ${uploadTreeAgain}`);
    return false;
  }
  const { length } = response.bytes;
  if (length === file.bytes && (await contentHash(response.bytes)) === file.hash) return true;
  const seen = length === file.bytes ? 'its content differs' : `${length} bytes instead of ${file.bytes}`;
  list.add(
    `${response.request} does not match the hash in its name: ${seen}`,
    `${uploadTreeAgain}; then clear the caches between the host and readers`,
  );
  return false;
}

const uploadDownloadsAgain = 'upload the complete downloads directory of one build';

/**
 * Checks the downloads: the headers of all, and the checksum of one or, on request, of each. Returns false for a site
 * without downloads.
 */
export async function checkExports(
  site: SiteUnderTest,
  { readsAll }: { readonly readsAll: boolean },
  list: FindingList,
): Promise<boolean> {
  const checksums = await site.request(checksumsPath);
  if (checksums.status === 404 || checksums.isHtml) return false;
  if (!list.expectStatus(checksums, 200, uploadDownloadsAgain)) return true;
  checkHeaders(checksums, shortCaching, list);
  const named = Array.from(checksums.text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm), ([, sha256 = '', name = '']) => ({
    path: `${exportsRoot}/${name}`,
    sha256,
    isHashed: name.includes(`.${sha256.slice(0, 16)}.`),
  }));
  for (const { path, isHashed } of named) {
    const response = await site.request(path, { method: 'HEAD' });
    if (list.expectStatus(response, 200, uploadDownloadsAgain))
      checkHeaders(response, isHashed ? immutableCaching : shortCaching, list);
  }
  for (const { path, sha256 } of readsAll ? named : named.slice(0, 1)) {
    try {
      await checkContent(await site.request(path), sha256, list);
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      list.add(error.message, `check the log of the host for this request, or ${uploadDownloadsAgain}`);
    }
  }
  return true;
}

function checkHeaders(response: SiteResponse, caching: typeof immutableCaching, list: FindingList): void {
  const remedy = 'files with a hash in their names may be cached forever, the others must be revalidated';
  list.expectHeader(response, 'Cache-Control', caching, `${remedy}: ${useConfiguration}`);
  list.expectHeader(response, 'Access-Control-Allow-Origin', '*', 'send this header with everything under downloads/');
  list.expectHeader(
    response,
    'Access-Control-Expose-Headers',
    exposedHeaders,
    'send this header with everything under downloads/',
  );
  list.expectHeader(response, 'ETag', strongTag, `browsers use it to combine parts of a file: ${useConfiguration}`);
  const [mediaType = ''] = (contentTypeOf(response.path) ?? '').split(';');
  const matches = new RegExp(`^${mediaType.replace(/[.+]/g, '\\$&')}(?:;|$)`, 'i');
  list.expectHeader(response, 'Content-Type', { matches, words: mediaType }, 'set the type by the file extension');
}

async function checkContent(response: SiteResponse, sha256: string, list: FindingList): Promise<void> {
  if (!list.expectStatus(response, 200, uploadDownloadsAgain)) return;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', response.bytes));
  if (Buffer.from(digest).toString('hex') === sha256) return;
  list.add(
    `${response.request} does not match its checksum in /${checksumsPath}`,
    `${uploadDownloadsAgain}; then clear the caches between the host and readers`,
  );
}

const sendParts = `readers of FlatGeobuf and GeoParquet fetch parts of files: ${useConfiguration}`;

/**
 * Requests parts of a data file, and of a download if there are any, as programs and browsers do. A browser combines
 * parts with the same entity tag, so a wrong or weak tag results in truncated files.
 */
export async function checkRanges(site: SiteUnderTest, manifest: Manifest, list: FindingList): Promise<void> {
  const paths = datasets.flatMap(({ name }) => {
    const table = manifest.datasets[name]?.list;
    return table ? [dataFilePath({ hash: table.hash, extension: 'bin' })] : [];
  });
  const download = exportPath('RawData', '.fgb');
  const hasDownload = (await site.request(download, { method: 'HEAD' })).status === 200;
  for (const path of [...paths.slice(0, 1), ...(hasDownload ? [download] : [])])
    await checkPartsOfFile(site, path, list);
}

async function checkPartsOfFile(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  const whole = await site.request(path, { headers: { 'Accept-Encoding': 'identity' } });
  const hash = contentHashInName(path);
  // A missing or damaged file has been reported already.
  if (whole.status !== 200 || (hash !== undefined && hash !== (await contentHash(whole.bytes)))) return;
  const tag = whole.headers.get('ETag') ?? '';
  list.expectHeader(whole, 'ETag', strongTag, sendParts);
  const isStrong = strongTag.matches.test(tag);
  const { length } = whole.bytes;
  const first = Math.min(4, length - 1);
  const last = Math.min(first + 7, length - 1);
  const suffix = Math.min(8, length);
  const ranges: [range: string, first: number, last: number][] = [
    [`bytes=${first}-${last}`, first, last],
    [`bytes=-${suffix}`, length - suffix, length - 1],
  ];
  for (const [range, from, to] of ranges) {
    for (const condition of [{}, ...(isStrong ? [{ 'If-Range': tag }] : [])]) {
      const part = await site.request(path, { headers: { Range: range, ...condition } });
      checkPart(part, range, [from, to, length], whole, list);
    }
  }
  const other = await site.request(path, { headers: { Range: `bytes=${first}-${last}`, 'If-Range': '"another"' } });
  if (other.status === 206) {
    list.add(`${other.request} is sent in part although If-Range names another version`, sendParts);
  }
  const preflight = await site.request(path, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' },
  });
  const remedy = `without this response, other sites may not read parts of files: ${useConfiguration}`;
  if (preflight.status !== 204 && preflight.status !== 200) {
    list.add(`${preflight.request} returns status ${preflight.status}, not 204`, remedy);
    return;
  }
  const words = openFilePreflightHeaders['Access-Control-Allow-Headers'];
  list.expectHeader(
    preflight,
    'Access-Control-Allow-Headers',
    { matches: /\*|(?:^|[ ,])range(?:,|$)/i, words },
    remedy,
  );
}

function checkPart(
  part: SiteResponse,
  range: string,
  [first, last, length]: readonly [number, number, number],
  whole: SiteResponse,
  list: FindingList,
): void {
  if (part.status !== 206) {
    list.add(`${part.request} with Range: ${range} returns status ${part.status}, not 206`, sendParts);
    return;
  }
  const expected = whole.bytes.subarray(first, last + 1);
  if (Buffer.compare(part.bytes, expected) !== 0) {
    list.add(`${part.request} with Range: ${range} is not that part of the file`, sendParts);
  }
  list.expectHeader(part, 'Content-Range', `bytes ${first}-${last}/${length}`, sendParts);
  list.expectHeader(part, 'Access-Control-Expose-Headers', exposedHeaders, 'send this header with parts too');
  const tag = whole.headers.get('ETag');
  if (tag !== null) list.expectHeader(part, 'ETag', tag, sendParts);
}
