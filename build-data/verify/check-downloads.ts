import { datasets } from '../../core/datasets/datasets.ts';
import { contentHashInName, contentTypeOf, openFilePreflightHeaders } from '../../core/site/file-headers.ts';
import { contentHash } from '../../core/storage/format/file-reference.ts';
import { checksumsPath, dataFilePath, exportPath, exportsRoot } from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { exposedHeaders, type FindingList, longKept, shortlyKept, strongTag, useConfiguration } from './findings.ts';
import { NoAnswerError, type SiteAnswer, type SiteUnderTest } from './site-under-test.ts';

const uploadAgain = 'upload the folder downloads whole, of one build';

/**
 * The complete datasets for download: the headers of all, and of one, or on request of each, whether it is what its
 * checksum says. Returns whether there are any: a build can leave them out.
 */
export async function checkExports(
  site: SiteUnderTest,
  { areAllRead }: { readonly areAllRead: boolean },
  list: FindingList,
): Promise<boolean> {
  const checksums = await site.ask(checksumsPath);
  if (checksums.status === 404 || checksums.isPage) return false;
  if (!list.status(checksums, 200, uploadAgain)) return true;
  checkHeaders(checksums, shortlyKept, list);
  const named = Array.from(checksums.text.matchAll(/^([0-9a-f]{64}) {2}(\S+)$/gm), ([, sha256 = '', name = '']) => ({
    path: `${exportsRoot}/${name}`,
    sha256,
    isHashed: name.includes(`.${sha256.slice(0, 16)}.`),
  }));
  for (const { path, isHashed } of named) {
    const answer = await site.ask(path, { method: 'HEAD' });
    if (list.status(answer, 200, uploadAgain)) checkHeaders(answer, isHashed ? longKept : shortlyKept, list);
  }
  for (const { path, sha256 } of areAllRead ? named : named.slice(0, 1)) {
    try {
      await checkContent(await site.ask(path), sha256, list);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      list.add(error.message, `look at what the host logs of this request, or ${uploadAgain}`);
    }
  }
  return true;
}

function checkHeaders(answer: SiteAnswer, caching: typeof longKept, list: FindingList): void {
  const remedy = 'files with a hash in their names may be cached for ever, the others must be revalidated';
  list.header(answer, 'Cache-Control', caching, `${remedy}: ${useConfiguration}`);
  list.header(answer, 'Access-Control-Allow-Origin', '*', 'send this header with everything under downloads/');
  list.header(
    answer,
    'Access-Control-Expose-Headers',
    exposedHeaders,
    'send this header with everything under downloads/',
  );
  list.header(answer, 'ETag', strongTag, `browsers combine parts by it: ${useConfiguration}`);
  const [mediaType = ''] = (contentTypeOf(answer.path) ?? '').split(';');
  const matches = new RegExp(`^${mediaType.replace(/[.+]/g, '\\$&')}(?:;|$)`, 'i');
  list.header(answer, 'Content-Type', { matches, words: mediaType }, 'set it by the ending of the name');
}

async function checkContent(answer: SiteAnswer, sha256: string, list: FindingList): Promise<void> {
  if (!list.status(answer, 200, uploadAgain)) return;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', answer.bytes));
  if (Buffer.from(digest).toString('hex') === sha256) return;
  list.add(
    `${answer.request} is not the file of its checksum in /${checksumsPath}`,
    `${uploadAgain}; then empty the caches between the host and readers`,
  );
}

const sendParts = `readers of FlatGeobuf and GeoParquet fetch parts of files: ${useConfiguration}`;

/**
 * Requests parts of a data file, and of a download if there are any, as programs and browsers do. A browser combines parts
 * by their entity tags, so a wrong or weak tag gives truncated files.
 */
export async function checkRanges(site: SiteUnderTest, manifest: Manifest, list: FindingList): Promise<void> {
  const paths = datasets.flatMap(({ name }) => {
    const table = manifest.datasets[name]?.list;
    return table ? [dataFilePath({ hash: table.hash, extension: 'bin' })] : [];
  });
  const download = exportPath('RawData', '.fgb');
  const hasDownload = (await site.ask(download, { method: 'HEAD' })).status === 200;
  for (const path of [...paths.slice(0, 1), ...(hasDownload ? [download] : [])]) await checkFile(site, path, list);
}

async function checkFile(site: SiteUnderTest, path: string, list: FindingList): Promise<void> {
  const whole = await site.ask(path, { headers: { 'Accept-Encoding': 'identity' } });
  const hash = contentHashInName(path);
  // A missing or damaged file has been reported already.
  if (whole.status !== 200 || (hash !== undefined && hash !== (await contentHash(whole.bytes)))) return;
  const tag = whole.headers.get('ETag') ?? '';
  list.header(whole, 'ETag', strongTag, sendParts);
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
      const part = await site.ask(path, { headers: { Range: range, ...condition } });
      checkPart(part, range, [from, to, length], whole, list);
    }
  }
  const other = await site.ask(path, { headers: { Range: `bytes=${first}-${last}`, 'If-Range': '"another"' } });
  if (other.status === 206) {
    list.add(`${other.request} is sent in part although If-Range names another version`, sendParts);
  }
  const preflight = await site.ask(path, {
    method: 'OPTIONS',
    headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'GET' },
  });
  const remedy = `other sites may not read parts without it: ${useConfiguration}`;
  if (preflight.status !== 204 && preflight.status !== 200) {
    list.add(`${preflight.request} is answered with status ${preflight.status}, not 204`, remedy);
    return;
  }
  const words = openFilePreflightHeaders['Access-Control-Allow-Headers'];
  list.header(preflight, 'Access-Control-Allow-Headers', { matches: /\*|(?:^|[ ,])range(?:,|$)/i, words }, remedy);
}

function checkPart(
  part: SiteAnswer,
  range: string,
  [first, last, length]: readonly [number, number, number],
  whole: SiteAnswer,
  list: FindingList,
): void {
  if (part.status !== 206) {
    list.add(`${part.request} with Range: ${range} is answered with status ${part.status}, not 206`, sendParts);
    return;
  }
  const expected = whole.bytes.subarray(first, last + 1);
  if (Buffer.compare(part.bytes, expected) !== 0) {
    list.add(`${part.request} with Range: ${range} is not that part of the file`, sendParts);
  }
  list.header(part, 'Content-Range', `bytes ${first}-${last}/${length}`, sendParts);
  list.header(part, 'Access-Control-Expose-Headers', exposedHeaders, 'send this header with parts too');
  const tag = whole.headers.get('ETag');
  if (tag !== null) list.header(part, 'ETag', tag, sendParts);
}
