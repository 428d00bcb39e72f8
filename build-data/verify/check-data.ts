import { MalformedBytesError } from '../../core/storage/format/bytes.ts';
import { contentHash, type FileReference } from '../../core/storage/format/file-reference.ts';
import { dataFilePath, manifestPath } from '../../core/storage/format/layout.ts';
import { decodeManifest, type Manifest } from '../../core/storage/snapshot/manifest.ts';
import { type FindingList, longKept, shortlyKept } from './findings.ts';
import { NoAnswerError, type SiteAnswer, type SiteUnderTest } from './site-under-test.ts';

const uploadAgain = 'upload the whole tree again: files with a hash in their names first, the manifest after them';
const notThisSite = `is this the root of a Coastwatch site? There must be ${manifestPath} below it; name its address, or ${uploadAgain}`;
const turnPageOff =
  'the host sends a page in place of files that it lacks: turn that off (a fallback for single-page applications)';

/** Returns the manifest, or undefined if it cannot be used. */
export async function checkManifest(site: SiteUnderTest, list: FindingList): Promise<Manifest | undefined> {
  const answer = await site.ask(manifestPath);
  if (!list.status(answer, 200, notThisSite)) return undefined;
  if (answer.isPage) {
    list.add(`${answer.request} is a page of HTML, not a manifest`, `${notThisSite}; or ${turnPageOff}`);
    return undefined;
  }
  list.header(answer, 'Cache-Control', shortlyKept, 'send no-cache with it: else readers stay with old data');
  list.header(
    answer,
    'Content-Type',
    { matches: /^application\/json\b/i, words: 'application/json' },
    'send files that end in .json as application/json',
  );
  list.header(answer, 'Access-Control-Allow-Origin', '*', 'send this header with everything under data/');
  const manifest = await read(answer, list);
  if (manifest) await checkFreshness(site, manifest, list);
  return manifest;
}

async function read(answer: SiteAnswer, list: FindingList): Promise<Manifest | undefined> {
  try {
    return await decodeManifest(answer.bytes);
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    list.add(`${answer.request} is no manifest of this service: ${error.message}`, notThisSite);
    return undefined;
  }
}

/** Requested at an address that no cache can know, it must be the same. */
async function checkFreshness(site: SiteUnderTest, manifest: Manifest, list: FindingList): Promise<void> {
  const fresh = await site.ask(`${manifestPath}?fresh=${Date.now()}`, { headers: { 'Cache-Control': 'no-cache' } });
  const found = fresh.status === 200 ? await decodeManifest(fresh.bytes).catch(() => undefined) : undefined;
  // A host may know no file by an address with a query, and then there is nothing to compare.
  if (!found || found.builtAt <= manifest.builtAt || found.dataVersion === manifest.dataVersion) return;
  list.add(
    `/${manifestPath} is of ${manifest.builtAt}, and the host has one of ${found.builtAt}: a cache keeps the old one`,
    'empty the cache between the host and readers, and let it ask the host each time for what says no-cache',
  );
}

interface NamedFile {
  readonly path: string;
  readonly bytes: number;
}

/** Data files: a sample or all of them, the inventories of earlier versions, and a file that does not exist. */
export async function checkDataFiles(
  site: SiteUnderTest,
  manifest: Manifest,
  most: number,
  onProgress: (checked: number, of: number) => void,
  list: FindingList,
): Promise<void> {
  const { inventory } = manifest;
  const answer = await site.ask(dataFilePath({ hash: inventory.hash, extension: 'json' }));
  if (!(await isWhole(answer, inventory, list))) return;
  const files = answer.json as readonly NamedFile[];
  const every = Math.max(1, Math.ceil(files.length / most));
  const chosen = files.filter((_, index) => index % every === 0);
  for (const [index, file] of chosen.entries()) {
    onProgress(index, chosen.length);
    const hash = /^data\/([0-9a-f]{32})\./.exec(file.path)?.[1];
    if (hash !== undefined) await checkFile(site, file.path, { hash, bytes: file.bytes }, list);
  }
  onProgress(chosen.length, chosen.length);
  for (const { dataVersion, inventory: earlier } of manifest.previous) {
    const found = await site.ask(dataFilePath({ hash: earlier.hash, extension: 'json' }));
    if (found.status === 200) await isWhole(found, earlier, list);
    else {
      list.add(
        `${found.request}, the list of the files of version ${dataVersion}, is answered with status ${found.status}`,
        'readers who began with that version are cut off: do not remove files that the new tree still holds',
      );
    }
  }
  const none = await site.ask(dataFilePath({ hash: '0'.repeat(32), extension: 'bin' }));
  if (none.status === 200) list.add(`${none.request} is answered, though there is no such file`, turnPageOff);
}

async function checkFile(
  site: SiteUnderTest,
  path: string,
  reference: FileReference,
  list: FindingList,
): Promise<void> {
  try {
    const found = await site.ask(path);
    if (!(await isWhole(found, reference, list))) return;
    list.header(found, 'Cache-Control', longKept, 'names in data/ carry a hash: let them be kept for good');
    list.header(found, 'Access-Control-Allow-Origin', '*', 'send this header with everything under data/');
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    list.add(error.message, 'look at what the host logs of this request');
  }
}

async function isWhole(answer: SiteAnswer, file: FileReference, list: FindingList): Promise<boolean> {
  if (!list.status(answer, 200, uploadAgain)) return false;
  if (answer.isPage) {
    list.add(`${answer.request} is a page of HTML`, `${turnPageOff}, and ${uploadAgain}`);
    return false;
  }
  const { length } = answer.bytes;
  if (length === file.bytes && (await contentHash(answer.bytes)) === file.hash) return true;
  const seen = length === file.bytes ? 'its content is another' : `${length} bytes, where ${file.bytes} were written`;
  list.add(
    `${answer.request} is not the file of this name: ${seen}`,
    `${uploadAgain}; then empty the caches between the host and readers`,
  );
  return false;
}
