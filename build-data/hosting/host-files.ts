import { statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { datasets } from '../../core/datasets/datasets.ts';
import { anyOrigin, embedDirectory, embedPagePath, refusesFraming } from '../../core/http/embedding.ts';
import {
  cacheControlOf,
  contentTypeOf,
  fileSecurityHeaders,
  immutableCacheControl,
  openFileHeaders,
  openPaths,
  revalidateCacheControl,
} from '../../core/http/file-headers.ts';
import { isContent } from '../../core/http/site-paths.ts';
import { apiRoot, exportEndingOf, hashedExportPath, manifestPath } from '../../core/storage/format/layout.ts';
import { filesBelow } from '../write/plain-files.ts';
import { type HostName, hasCompressedExtension } from './host-limits.ts';

interface SiteForHost {
  /** The URL of the site's root, ending in a slash. */
  readonly siteUrl: string;
  /** The sources of `frame-ancestors` for the page for embedding; undefined for any. */
  readonly embedOrigins?: readonly string[] | undefined;
}

/** Writes the files that a host reads from the root of the site. A `_headers` file written by hand is kept. */
export async function writeHostFiles(host: HostName, directory: string, site: SiteForHost): Promise<void> {
  if (host === 'github-pages') await writeFile(join(directory, '.nojekyll'), '');
  // Cloudflare compresses by itself.
  if (host === 'cloudflare') await writeFile(join(directory, '.assetsignore'), '*.br\n*.gz\n');
  if (host !== 'cloudflare' && host !== 'netlify') return;
  const path = join(directory, headersFileName);
  const found = await readFile(path, 'utf8').catch(() => headersFileMark);
  if (found.startsWith(headersFileMark)) await writeFile(path, headersFile(basePathOf(site), site.embedOrigins));
}

/** The name of the headers file at the root of a site for Cloudflare and Netlify. */
const headersFileName = '_headers';
/** The first line of a headers file that a build wrote, and the next one may therefore replace. */
const headersFileMark = '# Written by the build; see docs/publishing.md.';

type Rule = readonly [path: string, headers: readonly (readonly [name: string, value: string])[]];

/**
 * The rules of `_headers`. All rules that match a path apply, and a header in two of them would be sent twice, so no
 * two matching rules have a header in common. Hashed names start with a hexadecimal digit and the manifest's name does
 * not, so each digit has a rule. By default, these hosts require revalidation of files without a rule.
 */
function headerRules(embedOrigins: readonly string[]): readonly Rule[] {
  const immutable = [['Cache-Control', immutableCacheControl]] as const;
  const revalidated = [['Cache-Control', revalidateCacheControl]] as const;
  const framedBy = (policy: string): Rule[1] => [['Content-Security-Policy', policy], ...revalidated];
  return [
    ['*', Object.entries(fileSecurityHeaders)],
    ['assets/*', immutable],
    ...[...'0123456789abcdef'].map((digit): Rule => [`data/${digit}*`, immutable]),
    [manifestPath, revalidated],
    ...openPaths.map((path): Rule => [path, Object.entries(openFileHeaders)]),
    // Hashed names contain two dots, stable names only one.
    ...datasets.flatMap(({ name }) =>
      Object.values(exportEndingOf).map((ending): Rule => [hashedExportPath(name, '*', ending), immutable]),
    ),
    ['sw.js', revalidated],
    ...['', 'index.html', '404.html', 'docs/*'].map((page): Rule => [page, framedBy(refusesFraming)]),
    ...[embedDirectory, embedPagePath].map((page): Rule => [
      page,
      framedBy(`frame-ancestors ${embedOrigins.join(' ')}`),
    ]),
  ];
}

/**
 * The `_headers` file of Cloudflare and Netlify.
 *
 * @param basePath the path of the site, with a slash at both ends
 * @param embedOrigins the sources of `frame-ancestors` for the page for embedding
 */
export function headersFile(basePath: string, embedOrigins: readonly string[] = [anyOrigin]): string {
  const lines = headerRules(embedOrigins).flatMap(([path, headers]) => [
    basePath + path,
    ...headers.map(([name, value]) => `  ${name}: ${value}`),
  ]);
  return [headersFileMark, ...lines, ''].join('\n');
}

export async function writeUploadList(siteDirectory: string, listPath: string, site: SiteForHost): Promise<void> {
  const uploads = await uploadList(siteDirectory, basePathOf(site));
  await writeFile(listPath, formatUploadList(uploads));
}

function basePathOf({ siteUrl }: SiteForHost): string {
  return new URL(siteUrl).pathname;
}

/** Each step must be complete before the next one begins. */
const uploadSteps = ['hashed files', 'static responses', 'manifest', 'pages', 'service worker'] as const;

export interface Upload {
  /** Counts from 1, in the order of `uploadSteps`. */
  readonly step: number;
  /** The key in the object store: the path of the URL, without the leading slash. */
  readonly key: string;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly bytes: number;
  /** The path of the file, relative to the site's directory. */
  readonly path: string;
}

const serviceWorkerPath = 'sw.js';

/**
 * Every file of a built site, in upload order, for object stores. A file is uploaded before the files that refer to it,
 * so that no reader receives a reference to a missing file. The service worker comes after the pages, because it caches
 * them when it is installed.
 *
 * Compressed copies are omitted, because object stores do not negotiate encodings; so are files for other hosts. Keys
 * are file paths, never API paths that accept parameters: an object store ignores queries, so it would answer every
 * query with the same object and status 200. Rejects when the directory cannot be read.
 */
export async function uploadList(siteDirectory: string, basePath: string): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const { path, file } of await filesBelow(siteDirectory)) {
    if (hasCompressedExtension(path) || !isContent(path)) continue;
    const { size } = statSync(file);
    uploads.push({
      step: uploadSteps.indexOf(stepOf(path)) + 1,
      key: basePath.slice(1) + path,
      contentType: contentTypeOf(path) ?? 'application/octet-stream',
      cacheControl: cacheControlOf(path),
      bytes: size,
      path,
    });
  }
  return uploads.sort((one, other) => one.step - other.step || (one.key < other.key ? -1 : 1));
}

function stepOf(path: string): (typeof uploadSteps)[number] {
  if (cacheControlOf(path) !== revalidateCacheControl) return 'hashed files';
  if (path === manifestPath) return 'manifest';
  if (path === serviceWorkerPath) return 'service worker';
  return path.startsWith(`${apiRoot}/`) ? 'static responses' : 'pages';
}

function formatUploadList(uploads: readonly Upload[]): string {
  const lines = uploads.map(({ step, key, contentType, cacheControl, bytes, path }) =>
    [step, key, contentType, cacheControl, bytes, path].join('\t'),
  );
  return ['step\tkey\tcontent-type\tcache-control\tbytes\tfile', ...lines, ''].join('\n');
}
