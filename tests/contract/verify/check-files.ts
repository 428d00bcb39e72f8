import {
  allowsAnyOrigin,
  cacheControlOf,
  contentHashInName,
  contentTypeOf,
  fileSecurityHeaders,
  immutableCacheControl,
  openFileHeaders,
  openFilePreflightHeaders,
} from '../../../core/http/file-headers.ts';
import { framePolicyIn } from '../../../core/http/embedding.ts';
import { contentHash, type FileReference } from '../../../core/storage/format/file-reference.ts';
import {
  apiDocumentPath,
  apiRoot,
  checksumsPath,
  dataFilePath,
  exportPath,
  exportsRoot,
} from '../../../core/storage/format/layout.ts';
import type { Manifest } from '../../../core/storage/snapshot/manifest.ts';
import { quoted, shortCaching } from '../check-case.ts';
import { forEachConcurrently } from '../hostile/send-bytes.ts';
import {
  clearCaches,
  type FindingList,
  useConfiguration,
  type DeployedSite,
  type SiteResponse,
} from './deployed-site.ts';

/** A file of the site. */
export interface SiteFile {
  /** Relative to the root. The path of a directory is that of the page in it. */
  readonly path: string;
  /** What to do if the file is missing or has other content. */
  readonly remedy: string;
  /** Returns what is wrong with the content; undefined if nothing is. Without it, only the headers are requested. */
  readonly check?: (bytes: Uint8Array<ArrayBuffer>) => Promise<string | undefined>;
}

const filesAtOnce = 8;
const exposedHeaders = openFileHeaders['Access-Control-Expose-Headers'];
const openHeaders = /\*|^(?=.*\baccept-ranges\b)(?=.*\bcontent-range\b)(?=.*\betag\b)/i;
const turnPageOff =
  'the host sends a page in place of missing files: turn off its fallback for single-page applications';

/** Checks the status, headers and content of files. */
export async function checkFiles(site: DeployedSite, files: readonly SiteFile[], list: FindingList): Promise<void> {
  await forEachConcurrently(files, filesAtOnce, async (file) => {
    await list.attempt(`/${file.path}`, () => checkFile(site, file, list));
  });
}

/** Checks a file as `checkFiles` does. Returns the response if its status is 200. */
export async function checkFile(
  site: DeployedSite,
  { path, remedy, check }: SiteFile,
  list: FindingList,
): Promise<SiteResponse | undefined> {
  const headers = { 'Accept-Encoding': 'br, gzip' };
  const response = await site.request(path, { method: check ? 'GET' : 'HEAD', headers });
  if (!list.expectStatus(response, 200, remedy)) return undefined;
  const name = path.replace(/(^|\/)$/, '$1index.html');
  if (response.isHtml && !name.endsWith('.html')) {
    list.add(response.request, 'an HTML page instead of the file', `${turnPageOff}; ${remedy}`);
    return undefined;
  }
  checkHeaders(response, name, list);
  const wrong = await check?.(response.bytes);
  if (wrong !== undefined) list.add(response.request, wrong, remedy);
  return response;
}

function checkHeaders(response: SiteResponse, name: string, list: FindingList): void {
  // The cases of the contract check these headers of the API.
  if (name.startsWith(apiRoot)) return;
  const [mediaType = ''] = (contentTypeOf(name) ?? '').split(';');
  const type = mediaType.replace(/[.+]/g, '\\$&').replace('text/javascript', '(?:text|application)/javascript');
  const hasType = new RegExp(`^${type}(?:;|$)`, 'i');
  list.expectHeader(response, 'content-type', hasType, 'set the type by the file extension', mediaType);
  if (cacheControlOf(name) === immutableCacheControl) {
    const remedy = 'the name contains a hash of the content: let clients cache the file forever';
    const caching = /immutable|max-age=\d{6,}/;
    list.expectHeader(response, 'cache-control', caching, remedy, quoted(immutableCacheControl));
  } else {
    const remedy = 'let clients revalidate the file each time; otherwise readers keep old data and old pages';
    list.expectHeader(response, 'cache-control', shortCaching, remedy);
  }
  if (allowsAnyOrigin(name)) {
    const remedy = 'other sites may read this file: send this header with it, also for parts of it';
    list.expectHeader(response, 'access-control-allow-origin', '*', remedy);
    list.expectHeader(response, 'access-control-expose-headers', openHeaders, remedy, exposedHeaders);
  }
  if (/\.(?:js|css)$/.test(name) && response.bytes.length >= 2000) {
    const remedy = 'compress it, or send the .br and .gz files next to it';
    list.expectHeader(response, 'content-encoding', /^(?:br|gzip|zstd)$/, remedy, 'br or gzip');
  }
  const security = name.endsWith('.html')
    ? Object.entries(fileSecurityHeaders)
    : [['X-Content-Type-Options', 'nosniff'] as const];
  for (const [header, value] of security) list.expectHeader(response, header.toLowerCase(), value, useConfiguration);
  if (name.endsWith('.html')) checkPolicy(response, list);
}

/** Checks that a page contains its content security policy, and that the header says who may frame it. */
function checkPolicy(response: SiteResponse, list: FindingList): void {
  list.expectHeader(response, 'content-security-policy', framePolicyIn(response.body), useConfiguration);
  if (!/<meta http-equiv="Content-Security-Policy" content="default-src /.test(response.body)) {
    const remedy = 'the build writes the policy into each page: deploy its pages unchanged';
    list.add(response.request, 'the page contains no content security policy', remedy);
  }
}

/** A file under `data/`, whose name is the hash of its content. */
function dataFile(path: string, { hash, bytes }: FileReference): SiteFile {
  return {
    path,
    remedy: clearCaches,
    check: async (content) => {
      if (content.length !== bytes) return `${content.length} bytes instead of ${bytes}`;
      return (await contentHash(content)) === hash ? undefined : 'the content does not match the hash in its name';
    },
  };
}

/** Checks data files, the inventories of earlier versions, and the response for a file that does not exist. */
export async function checkDataFiles(
  site: DeployedSite,
  { inventory, previous }: Manifest,
  maximumFiles: number,
  list: FindingList,
): Promise<void> {
  const inventoryFile = (reference: FileReference): SiteFile =>
    dataFile(dataFilePath({ hash: reference.hash, extension: 'json' }), reference);
  const inventoryResponse = await checkFile(site, inventoryFile(inventory), list);
  const named = inventoryResponse?.json;
  const files = Array.isArray(named) ? (named as readonly { readonly path: string; readonly bytes: number }[]) : [];
  const step = Math.max(1, Math.ceil(files.length / maximumFiles));
  const chosen = files.flatMap(({ path, bytes }, index) => {
    const hash = contentHashInName(path);
    return index % step === 0 && hash !== undefined ? [dataFile(path, { hash, bytes })] : [];
  });
  // Readers who opened an earlier version still need it.
  const earlier = previous.map((version) => inventoryFile(version.inventory));
  await checkFiles(site, [...chosen, ...earlier], list);
  const missing = await site.request(dataFilePath({ hash: '0'.repeat(32), extension: 'bin' }));
  if (missing.status === 200) list.add(missing.request, 'status: got 200, but there is no such file', turnPageOff);
}

/** Checks the downloads, the documents, and everything else that the service document links to. */
export async function checkDocuments(site: DeployedSite, checksAll: boolean, list: FindingList): Promise<void> {
  const remedy = 'upload the complete tree of one build';
  const files = new Map<string, SiteFile>();
  const service = await site.request(apiDocumentPath('index.json'));
  for (const href of hrefsIn(service.json)) {
    const address = new URL(href, site.url + apiDocumentPath('index.json')).href;
    const path = address.slice(site.url.length);
    // The pages are checked with the explorer.
    if (/(?:^|\/|\.html)$/.test(path)) continue;
    if (address.startsWith(site.url)) files.set(path, { path, remedy });
    else list.add(service.request, `links to ${href}, which is outside this site`, remedy);
  }
  const checksums = await site.request(checksumsPath);
  const downloads = checksums.status === 200 ? [...checksums.body.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm)] : [];
  for (const [index, [, sha256 = '', name = '']] of downloads.entries()) {
    const path = `${exportsRoot}/${name}`;
    const check = async (bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> => {
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
      return digest === sha256 ? undefined : `the content does not match its checksum in /${checksumsPath}`;
    };
    files.set(path, { path, remedy, ...(checksAll || index === 0 ? { check } : {}) });
  }
  await checkFiles(site, [...files.values()], list);
}

/** All URLs that a document links to, at any depth. */
function hrefsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(hrefsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && (key === 'href' || key === 'hashedHref') ? [inner] : hrefsIn(inner),
  );
}

const sendParts = `readers of FlatGeobuf and GeoParquet fetch parts of files: ${useConfiguration}`;

/**
 * Requests parts of a data file, and of a download if there are any, as programs and browsers do. A browser combines
 * parts with the same entity tag, so a wrong or weak tag results in truncated files.
 */
export async function checkRanges(site: DeployedSite, { inventory }: Manifest, list: FindingList): Promise<void> {
  const download = exportPath('RawData', '.fgb');
  const hasDownload = (await site.request(download, { method: 'HEAD' })).status === 200;
  const paths = [dataFilePath({ hash: inventory.hash, extension: 'json' }), ...(hasDownload ? [download] : [])];
  for (const path of paths) {
    const whole = await site.request(path, { headers: { 'Accept-Encoding': 'identity' } });
    // A missing file has been reported already.
    if (whole.status === 200) await checkPartsOfFile(site, path, whole, list);
  }
}

async function checkPartsOfFile(
  site: DeployedSite,
  path: string,
  whole: SiteResponse,
  list: FindingList,
): Promise<void> {
  const { length } = whole.bytes;
  const tag = whole.headers['etag'] ?? '';
  list.expectHeader(whole, 'etag', /^"[^"]*"$/, sendParts, 'a strong entity tag');
  for (const condition of [{}, { 'If-Range': tag }]) {
    const part = await site.request(path, { headers: { Range: 'bytes=4-11', ...condition } });
    // A weak tag has been reported already, and never matches.
    if (part.status !== 206 && tag.startsWith('W/')) continue;
    if (!list.expectStatus(part, 206, sendParts)) continue;
    if (Buffer.compare(part.bytes, whole.bytes.subarray(4, 12)) !== 0) {
      list.add(part.request, 'other bytes than the requested range', sendParts);
    }
    list.expectHeader(part, 'content-range', `bytes 4-11/${length}`, sendParts);
    list.expectHeader(part, 'access-control-expose-headers', openHeaders, sendParts, exposedHeaders);
    list.expectHeader(part, 'etag', tag, sendParts);
  }
  const other = await site.request(path, { headers: { Range: 'bytes=4-11', 'If-Range': '"another"' } });
  if (other.status === 206) list.add(other.request, 'sent in part although If-Range names another version', sendParts);
  const origin = { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' };
  const preflight = await site.request(path, { method: 'OPTIONS', headers: origin });
  const allowed = preflight.headers['access-control-allow-headers'] ?? '';
  if (preflight.status <= 204 && /\*|(?:^|[ ,])range(?:,|$)/i.test(allowed)) return;
  list.add(
    preflight.request,
    `status ${preflight.status}, access-control-allow-headers: got ${quoted(allowed)}, expected ` +
      quoted(openFilePreflightHeaders['Access-Control-Allow-Headers']),
    `without this response, other sites may not read parts of files: ${useConfiguration}`,
  );
}
