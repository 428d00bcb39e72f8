import { contentTypeOf } from '../../core/site/file-headers.ts';
import { checksumsPath, exportsRoot } from '../../core/storage/layout.ts';
import { exposedHeaders, longKept, shortlyKept, strongTag, useConfiguration, type FindingList } from './findings.ts';
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
  const remedy = 'names with a hash may be kept for good, the others must be asked for anew';
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
