import { contentHash } from '../../core/storage/content-hash.ts';
import { interfaceDocumentPath, interfaceDocuments, type InterfaceDocument } from '../../core/storage/layout.ts';
import type { Manifest } from '../../core/storage/manifest.ts';
import { checkAnswer } from './check-answers.ts';
import type { FindingList } from './findings.ts';
import { NoAnswerError, type SiteAnswer, type SiteUnderTest } from './site-under-test.ts';

const uploadAgain =
  'a cache on the way keeps it too long, or the upload is not complete: empty the cache, and upload the tree again';
const uploadTarget = 'upload the tree whole, of one build: what it says it has must be there';

/**
 * The documents of the interface: that each is the one of the version that stands, and that whatever the service document
 * links to is there. Builds before there were any name none in their manifest.
 */
export async function checkDocuments(site: SiteUnderTest, manifest: Manifest, list: FindingList): Promise<void> {
  const references = manifest.documents ?? {};
  for (const name of interfaceDocuments) {
    const reference = references[name];
    if (reference === undefined) continue;
    const answer = await site.ask(interfaceDocumentPath(name));
    if (!checkAnswer(answer, 200, list)) continue;
    if ((await contentHash(answer.bytes)) !== reference.hash) {
      list.add(
        `${answer.request} is not the document of version ${manifest.dataVersion}${saysOf(answer)}`,
        uploadAgain,
      );
    }
    if (name === ('index.json' satisfies InterfaceDocument)) await checkLinks(site, answer, list);
  }
}

/** Which version a document is of, where it says so. */
function saysOf({ json }: SiteAnswer): string {
  const isOfVersion = typeof json === 'object' && json !== null && 'dataVersion' in json;
  return isOfVersion ? `: it is of version ${String(json.dataVersion)}` : '';
}

async function checkLinks(site: SiteUnderTest, document: SiteAnswer, list: FindingList): Promise<void> {
  for (const href of new Set(addressesIn(document.json))) {
    const address = URL.canParse(href, site.url + document.path) ? new URL(href, site.url + document.path).href : href;
    if (!address.startsWith(site.url)) {
      list.add(`${document.request} links to ${href}, which is not of this site`, uploadTarget);
      continue;
    }
    try {
      const target = await site.ask(address.slice(site.url.length), { method: 'HEAD' });
      list.status(target, 200, `${document.request} links to it: ${uploadTarget}`);
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      list.add(error.message, 'look at what the host logs of this request');
    }
  }
}

/** Every address that a document links to, wherever it stands in it. */
function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && (key === 'href' || key === 'hashedHref') ? [inner] : addressesIn(inner),
  );
}
