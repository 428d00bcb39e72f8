import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { shortNotice } from '../../core/datasets/notices.ts';
import { type BaseMap, baseMapsMetaName } from '../../core/http/base-maps.ts';
import { updateBuildManifest } from '../../core/http/build-manifest.ts';
import { anyOrigin, embedModulePath, embedPagePath, withEmbedOrigins } from '../../core/http/embedding.ts';
import { missingPagePath } from '../../core/http/site-paths.ts';
import {
  pagePath,
  catalogPath,
  dataPackagePath,
  documentPagePaths,
  pageTemplatePath,
  sitemapPath,
  socialCardPath,
} from '../../core/storage/format/layout.ts';
import type { ChangeLog } from '../documents/change-log.ts';
import type { DataDictionary } from '../documents/data-dictionary.ts';
import type { JsonObject } from '../documents/open-api/components.ts';
import type { ExportedFile } from '../exports/exported-file.ts';
import { escapeMarkup } from '../../core/feeds/escape-markup.ts';
import type { Site } from '../../core/datasets/site.ts';
import { type SiteFile, siteOf } from '../site/site-file.ts';
import { contentOf } from '../site/words.ts';
import { compressedExtensions } from '../write/compressed-copies.ts';
import { OutputError } from '../write/output-error.ts';
import { readPlainFile } from '../write/plain-files.ts';
import type { TreeOnDisk } from '../write/tree-sink.ts';
import { apiPage } from './api-page.ts';
import { coastFiles, coastPath, type DescribedCoast } from './coast.ts';
import { coastOutline, outlinePlaceholder } from './coast-outline.ts';
import { changesPage, dictionaryPage } from './document-pages.ts';
import { downloadsPage } from './downloads-page.ts';
import { embeddingPage } from './embedding-page.ts';
import { writeFeeds } from './feeds.ts';
import { html, type Html, scriptJson } from './html.ts';
import { withContentSecurityPolicy } from './content-security-policy.ts';
import { fillSiteWords } from './fill-site-words.ts';
import { dataPackage, datasetMetadata, type DatasetMetadata } from './metadata/dataset-metadata.ts';
import { dcatCatalog, schemaOrgCatalog, schemaOrgSummary } from './metadata/linked-data.ts';
import {
  body,
  cardImage,
  fillFrame,
  fillTemplate,
  headPlaceholder,
  type PageContent,
  type PageName,
  type SiteFacts,
  withColours,
} from './page-frame.ts';

/** Results of earlier steps of the build that pages and metadata describe. */
interface PageInputs {
  readonly files: readonly ExportedFile[];
  readonly dictionaries: readonly DataDictionary[];
  readonly changeLog: ChangeLog;
  readonly openApi: JsonObject;
  /** When each record became known; undefined if there is no table of records. */
  readonly knownTimes: Float64Array | undefined;
  readonly baseMaps: readonly BaseMap[];
}

/** Whether a built explorer contains the template of documentation pages. */
export function hasPageTemplate(explorerDirectory: string | undefined): boolean {
  return explorerDirectory !== undefined && existsSync(join(explorerDirectory, pageTemplatePath));
}

/**
 * Writes feeds and metadata, completes the explorer, and writes the documentation pages if the explorer contains their
 * template, which is then removed. Throws OutputError when the template lacks a placeholder.
 */
export async function writePages(facts: SiteFacts, tree: TreeOnDisk, inputs: PageInputs): Promise<void> {
  await writeFeeds(facts, tree, inputs.knownTimes);
  const datasets = datasetMetadata(facts, inputs.files);
  const writeJson = (path: string, value: unknown): Promise<void> =>
    tree.write(path, Buffer.from(JSON.stringify(value, null, 2)));
  await writeJson(catalogPath, dcatCatalog(facts, datasets));
  await writeJson(dataPackagePath, dataPackage(facts, datasets));
  const { card, directory } = facts.publication.site;
  if (card !== undefined && existsSync(join(tree.directory, explorerPagePath)))
    await tree.write(socialCardPath, await readCard(join(directory, card)));
  await completeExplorer(facts, datasets, inputs.baseMaps, tree);
  const template = await takeTemplate(tree.directory, facts.publication.site);
  const names = template === undefined ? [] : (Object.keys(documentPagePaths) as PageName[]);
  // Written even without pages: otherwise the sitemap of an earlier build would be kept like a foreign file, with dead
  // links.
  const paths = ['', ...names.map(pagePath)];
  await tree.write(sitemapPath, Buffer.from(sitemap(facts.siteUrl, paths, facts.builtAt)));
  if (template === undefined) return;
  const metadata = schemaOrgCatalog(facts, datasets);
  const pages = [
    apiPage(facts, inputs.openApi, metadata),
    dictionaryPage(inputs.dictionaries, metadata, facts.publication, facts.rules.times),
    downloadsPage(facts, inputs.files, metadata),
    embeddingPage(facts, metadata),
    changesPage(inputs.changeLog, metadata, facts.publication),
  ];
  for (const page of pages) {
    await tree.write(documentPagePaths[page.name], Buffer.from(fillTemplate(template, page, facts)));
  }
  // A 404.html in the explorer's directory takes precedence.
  if (!existsSync(join(tree.directory, missingPagePath))) {
    await tree.write(missingPagePath, Buffer.from(fillMissingPage(template, facts)));
  }
}

const readCard = (path: string): Promise<Buffer> =>
  readPlainFile(path).catch((error: unknown) => {
    throw new OutputError(`The card ${path} cannot be read: ${String(error)}`);
  });

async function takeTemplate(directory: string, site: SiteFile): Promise<string | undefined> {
  const path = join(directory, pageTemplatePath);
  const template = await readFile(path, 'utf8').catch(() => undefined);
  for (const ending of ['', '.br', '.gz']) await rm(path + ending, { force: true });
  return template && fillSiteWords(template, siteOf(site), 'html');
}

const pageLinks: readonly (readonly [name: PageName, label: string, meaning: string])[] = [
  ['api', 'API', 'requests, parameters and errors, for programs'],
  ['dictionary', 'Data dictionary', 'what each field means, and the terms of use'],
  ['downloads', 'Downloads', 'each dataset as a file, and feeds of the newest records'],
  ['embedding', 'Embed the map', 'the map of a beach or the coast on your own website'],
  ['changes', 'Changes', 'what each version of the data changed'],
];

function missingPage(root: string, site: Site): Omit<PageContent, 'name'> {
  return {
    title: 'Page not found',
    description: 'There is no page at this address.',
    contents: [],
    lead: 'There is no page at this address. It may have been moved, or the address may be incomplete.',
    body: html`<p>Continue with:</p>
      <ul>
        <li><a href="${root}">Map</a>: ${contentOf(site)}</li>
        ${pageLinks.map(
          ([name, label, meaning]) => html`<li><a href="${root}${pagePath(name)}">${label}</a>: ${meaning}</li>`,
        )}
      </ul>`,
  };
}

/**
 * The page for unknown paths. It is shown at any path, so its links begin with the base path of the site, and it
 * has no scripts, which could be requested at a wrong path. Throws OutputError as `fillTemplate` does.
 */
function fillMissingPage(template: string, facts: SiteFacts): string {
  const root = new URL(facts.siteUrl).pathname;
  const { site } = facts.publication;
  const content = missingPage(root, site);
  const head = html`<title>${content.title} – ${site.title}</title>
    <meta name="robots" content="noindex" />
    <meta name="description" content="${content.description}" />`;
  const withoutScripts = template.replaceAll(/\s*<(?:script\b[^>]*><\/script|link rel="modulepreload"[^>]*)>/g, '');
  return withColours(fillFrame(withoutScripts, root, head, body(content, root, facts)), site);
}

export function sitemap(siteUrl: string, paths: readonly string[], builtAt: string): string {
  const urls = paths.map(
    (path) => `<url><loc>${escapeMarkup(encodeURI(siteUrl + path), 'xml')}</loc><lastmod>${builtAt}</lastmod></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
}

const explorerPagePath = 'index.html';
const workerPath = 'sw.js';
const robotsPath = 'robots.txt';
const manifestPath = 'manifest.webmanifest';

/**
 * Inserts the words of the site, its URL, a description of its data, the base maps and the outline of the coast into the
 * explorer, because only a build of the data knows them, and replaces its coast. None depends on the data version, so the
 * explorer does not offer an update of the page for each version. An explorer without the placeholder is not changed.
 * Throws OutputError if a file of the coast is not one.
 */
export async function completeExplorer(
  facts: SiteFacts,
  datasets: readonly DatasetMetadata[],
  baseMaps: readonly BaseMap[],
  tree: ExplorerTree,
): Promise<void> {
  const { directory } = tree;
  const { site } = facts.publication;
  await addSitemapToRobots(facts, join(directory, robotsPath));
  const files = coastFiles(site, directory);
  const completed: (CompletedFile | undefined)[] = [];
  for (const [path, bytes] of files ?? []) completed.push(await completeFile(tree, path, () => bytes));
  const outline = files?.get(coastPath('outline'));
  const svg = outline && coastOutline(JSON.parse(outline.toString()) as DescribedCoast, site.landingBox).text;
  const words = siteOf(site);
  const fillPage = (page: string, inHead: Html): string | undefined => {
    const parts = page.split(headPlaceholder);
    return parts.length === 2 ? parts.map((part) => fillSiteWords(part, words, 'html')).join(inHead.text) : undefined;
  };
  const completePage = (page: string): string | undefined => {
    const filled = fillPage(page.replace(outlinePlaceholder, svg ?? ''), head(facts, datasets, baseMaps));
    return filled && withColours(withContentSecurityPolicy(filled, baseMaps), site, baseMaps);
  };
  const completeEmbeddedPage = (page: string): string | undefined => {
    const filled = fillPage(page, embedHead(facts));
    return filled && withEmbedOrigins(withColours(filled, site), facts.embedOrigins ?? [anyOrigin]);
  };
  completed.push(
    await completeFile(tree, explorerPagePath, completePage),
    await completeFile(tree, embedPagePath, completeEmbeddedPage),
  );
  for (const path of [embedModulePath, manifestPath])
    completed.push(await completeFile(tree, path, (text) => fillSiteWords(text, words, 'script')));
  await completeFile(tree, workerPath, (worker) =>
    completed.reduce((text, file) => (file && updateBuildManifest(text, file.path, file)) ?? text, worker),
  );
}

type ExplorerTree = Pick<TreeOnDisk, 'directory' | 'copies'>;

interface CompletedFile {
  readonly path: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

/**
 * Completes a file of the explorer, if there is one that is to be completed. Returns both contents for its fingerprint in
 * the service worker.
 */
async function completeFile(
  tree: ExplorerTree,
  path: string,
  complete: (text: string) => string | Buffer | undefined,
): Promise<CompletedFile | undefined> {
  const before = await readFile(join(tree.directory, path)).catch(() => undefined);
  const completed = before && complete(before.toString('utf8'));
  if (before === undefined || completed === undefined) return undefined;
  const after = Buffer.from(completed);
  if (after.equals(before)) return undefined;
  const target = join(tree.directory, path);
  for (const ending of ['', ...compressedExtensions]) await rm(target + ending, { force: true });
  await writeFile(target, after);
  // Compressed as much as by the explorer's build, because each visit reads them.
  await tree.copies.add(path, { bytes: after, level: 9, quality: 11 });
  return { path, before, after };
}

function head(facts: SiteFacts, datasets: readonly DatasetMetadata[], baseMaps: readonly BaseMap[]): Html {
  const { siteUrl, sample } = facts;
  const { site } = facts.publication;
  const description = `Historical ${contentOf(site)}, on a map.`;
  return html`<meta property="og:type" content="website" />
    <meta property="og:title" content="${site.title}" />
    <meta property="og:description" content="${sample ? `${shortNotice} ` : ''}${description}" />
    <meta property="og:url" content="${siteUrl}" />
    ${cardImage(siteUrl, site)} ${warningsLink(facts)}
    <meta name="${baseMapsMetaName}" content="${JSON.stringify(baseMaps)}" />
    <script type="application/ld+json">
      ${scriptJson(schemaOrgSummary(facts, datasets))}
    </script>`;
}

/** The explorer reads the address from this element. */
const warningsLink = ({ publication: { warningsUrl } }: SiteFacts): Html | undefined =>
  warningsUrl === undefined ? undefined : html`<meta name="coastwatch-warnings" content="${warningsUrl}" />`;

/** The page for embedding is not for search engines, which find the explorer instead. */
function embedHead(facts: SiteFacts): Html {
  const { siteUrl, publication } = facts;
  const credit = publication.attribution ?? (publication.publisher && `Published by ${publication.publisher.name}`);
  return html`<link rel="canonical" href="${siteUrl}" />${
      credit === undefined ? undefined : html`<meta name="coastwatch-attribution" content="${credit}" />`
    }${warningsLink(facts)}`;
}

/** Adds the sitemap to robots.txt, unless the publisher's file names one. */
async function addSitemapToRobots({ siteUrl }: SiteFacts, path: string): Promise<void> {
  const rules = await readFile(path, 'utf8').catch(() => undefined);
  if (rules === undefined || /^sitemap:/im.test(rules)) return;
  await writeFile(path, `${rules.trimEnd()}\n\nSitemap: ${encodeURI(siteUrl + sitemapPath)}\n`);
}
