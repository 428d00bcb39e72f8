import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

import { updateBuildManifest } from '../../core/site/build-manifest.ts';
import { sitemapPath, socialCardPath } from '../../core/storage/format/layout.ts';
import { compressedExtensions } from '../write/precompress.ts';
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
 * Inserts into the explorer what only the build of the data knows: the address of the site and a description of its data.
 * Nothing in it changes with the data version, so the explorer does not offer an update of the page for each version. An
 * explorer without the placeholder is not changed.
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
  const renewed = updateBuildManifest(worker, pagePath, { before, after });
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

/** Compresses copies as much as the explorer's build does, because these files are read at each visit. */
async function replace(path: string, bytes: Buffer): Promise<void> {
  for (const ending of ['', ...compressedExtensions]) await rm(path + ending, { force: true });
  const [smallest, small] = await Promise.all([brotli(bytes), gzipped(bytes, { level: 9 })]);
  await writeFile(path, bytes);
  await writeFile(`${path}.br`, smallest);
  await writeFile(`${path}.gz`, small);
}

/** Adds the sitemap to robots.txt, unless the publisher's file names one. */
async function nameSitemap({ siteUrl }: SiteFacts, path: string): Promise<void> {
  const rules = await readFile(path, 'utf8').catch(() => undefined);
  if (rules === undefined || /^sitemap:/im.test(rules)) return;
  await writeFile(path, `${rules.trimEnd()}\n\nSitemap: ${encodeURI(siteUrl + sitemapPath)}\n`);
}
