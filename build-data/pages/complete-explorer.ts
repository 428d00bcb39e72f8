import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { renewedShellRecord } from '../../core/site/shell-record.ts';
import { sitemapPath, socialCardPath } from '../../core/storage/layout.ts';
import { compressedEndings } from '../write/precompress.ts';
import { html, scriptJson, type Html } from './html.ts';
import type { DatasetMetadata } from './metadata/dataset-metadata.ts';
import { schemaOrgSummary } from './metadata/schema-org.ts';
import { headMark } from './page-frame.ts';
import { sampleWords, siteName, type SiteFacts } from './site-facts.ts';

const pagePath = 'index.html';
const workerPath = 'sw.js';
const robotsPath = 'robots.txt';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/**
 * Puts into the explorer of a tree what only the build of the data knows: where the site stands, and what its data is.
 * It stays the same from one version of the data to the next, so that no new page is offered with each. An explorer that has
 * no room for it stays as it is.
 */
export async function completeExplorer(
  facts: SiteFacts,
  datasets: readonly DatasetMetadata[],
  directory: string,
): Promise<void> {
  await nameSitemap(facts, join(directory, robotsPath));
  const before = await readFile(join(directory, pagePath)).catch(() => undefined);
  const parts = before?.toString('utf8').split(headMark) ?? [];
  if (before === undefined || parts.length !== 2) return;
  const after = Buffer.from(parts.join(head(facts, datasets).text));
  await replace(join(directory, pagePath), after);
  const worker = await readFile(join(directory, workerPath), 'utf8').catch(() => '');
  const renewed = renewedShellRecord(worker, pagePath, { before, after });
  if (renewed !== undefined) await replace(join(directory, workerPath), Buffer.from(renewed));
}

function head(facts: SiteFacts, datasets: readonly DatasetMetadata[]): Html {
  const { siteUrl, sample } = facts;
  const description = 'Historical shark records and coastal places of Western Australia, on a map.';
  return html`<meta property="og:type" content="website" />
    <meta property="og:title" content="${siteName}" />
    <meta property="og:description" content="${sample ? `${sampleWords} ` : ''}${description}" />
    <meta property="og:url" content="${siteUrl}" />
    <meta property="og:image" content="${siteUrl}${socialCardPath}" />
    <meta name="twitter:card" content="summary_large_image" />
    <script type="application/ld+json">
      ${scriptJson(schemaOrgSummary(facts, datasets))}
    </script>`;
}

/** Its twins are compressed as far as the explorer's build does it: everybody reads these files at each visit. */
async function replace(path: string, bytes: Buffer): Promise<void> {
  for (const ending of ['', ...compressedEndings]) await rm(path + ending, { force: true });
  const [smallest, small] = await Promise.all([brotli(bytes), gzipped(bytes, { level: 9 })]);
  await writeFile(path, bytes);
  await writeFile(`${path}.br`, smallest);
  await writeFile(`${path}.gz`, small);
}

/** Where a publisher names one already, it is theirs. */
async function nameSitemap({ siteUrl }: SiteFacts, path: string): Promise<void> {
  const rules = await readFile(path, 'utf8').catch(() => undefined);
  if (rules === undefined || /^sitemap:/im.test(rules)) return;
  await writeFile(path, `${rules.trimEnd()}\n\nSitemap: ${encodeURI(siteUrl + sitemapPath)}\n`);
}
