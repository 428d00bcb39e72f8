import { MalformedBytesError } from '../../core/storage/bytes.ts';
import { contentHash } from '../../core/storage/content-hash.ts';
import { dataFilePath, manifestPath } from '../../core/storage/layout.ts';
import { decodeManifest, type Manifest } from '../../core/storage/manifest.ts';
import { keptForGood } from '../../core/site/file-headers.ts';
import { FindingList, type Findings } from './findings.ts';
import type { SiteAnswer, SiteUnderTest } from './site-under-test.ts';

const uploadAgain = 'upload the whole tree again: files with a hash in their names first, the manifest after them';

/** The manifest, or undefined when there is none to go on with. */
export async function checkManifest(
  site: SiteUnderTest,
): Promise<{ readonly manifest: Manifest | undefined; readonly findings: Findings }> {
  const list = new FindingList();
  const answer = await site.ask(manifestPath);
  if (!list.status(answer, 200, `is this the root of the site? It must hold ${manifestPath}; ${uploadAgain}`)) {
    return { manifest: undefined, findings: list.found };
  }
  const control = answer.headers.get('Cache-Control') ?? '';
  if (!/no-cache|max-age=(?:\d|[1-5]\d)\b|no-store/.test(control)) {
    list.add(
      `${answer.request} has Cache-Control: ${control || '(none)'}`,
      'send no-cache, or a few seconds at the most, with it: else readers stay with old data',
    );
  }
  list.header(answer, 'Content-Type', /^application\/json\b/i, 'send files that end in .json as application/json');
  list.header(answer, 'Access-Control-Allow-Origin', '*', 'send this header with everything under data/');
  try {
    return { manifest: await decodeManifest(answer.bytes), findings: list.found };
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
    list.add(`${answer.request} is no manifest of this service: ${error.message}`, uploadAgain);
    return { manifest: undefined, findings: list.found };
  }
}

interface NamedFile {
  readonly path: string;
  readonly bytes: number;
}

/** The files of the data: some of them, spread over all, or every one. */
export async function checkDataFiles(
  site: SiteUnderTest,
  manifest: Manifest,
  most: number,
  onProgress: (checked: number, of: number) => void,
): Promise<Findings> {
  const list = new FindingList();
  const { inventory } = manifest;
  const answer = await site.ask(dataFilePath({ hash: inventory.hash, extension: 'json' }));
  if (!(await isWhole(answer, inventory, list))) return list.found;
  const files = answer.json as readonly NamedFile[];
  const every = Math.max(1, Math.ceil(files.length / most));
  const chosen = files.filter((_, index) => index % every === 0);
  for (const [index, file] of chosen.entries()) {
    onProgress(index, chosen.length);
    const hash = /^data\/([0-9a-f]{32})\./.exec(file.path)?.[1];
    if (hash === undefined) continue;
    const found = await site.ask(file.path);
    if (await isWhole(found, { hash, bytes: file.bytes }, list)) {
      list.header(found, 'Cache-Control', /immutable|max-age=\d{6,}/, `send "${keptForGood}" with data/<hash>.*`);
    }
  }
  onProgress(chosen.length, chosen.length);
  return list.found;
}

async function isWhole(
  answer: SiteAnswer,
  file: { readonly hash: string; readonly bytes: number },
  list: FindingList,
): Promise<boolean> {
  if (!list.status(answer, 200, uploadAgain)) return false;
  if (/^text\/html/i.test(answer.headers.get('Content-Type') ?? '')) {
    const remedy = 'the host sends a page in place of files that it lacks: turn that off, and upload the tree again';
    list.add(`${answer.request} is a page of HTML`, remedy);
    return false;
  }
  if (answer.bytes.length === file.bytes && (await contentHash(answer.bytes)) === file.hash) return true;
  list.add(
    `${answer.request} is not the file of this name: ${answer.bytes.length} bytes, where ${file.bytes} were written`,
    `${uploadAgain}; then empty the caches between it and readers`,
  );
  return false;
}
