import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

import {
  cacheControlOf,
  contentSecurityPolicyOf,
  contentTypeOf,
  revalidateCacheControl,
} from '../../core/site/file-headers.ts';
import { embedPagePath } from '../../core/site/embedding.ts';
import { isContent } from '../../core/site/site-paths.ts';
import { apiRoot, documentPagePaths, manifestPath } from '../../core/storage/format/layout.ts';
import { filesBelow } from '../write/plain-files.ts';
import { caddyConfiguration, caddyStandardError } from './caddy-configuration.ts';
import {
  assetsIgnoreFile,
  assetsIgnoreFileName,
  cloudflareConfiguration,
  headersFile,
  headersFileName,
  netlifyConfiguration,
  netlifyFunction,
  workerdConfiguration,
} from './edge-platforms.ts';
import { type HostName, hasCompressedExtension } from './host-limits.ts';
import { defaultNginxLogs, nginxConfiguration } from './nginx-configuration.ts';

import type { PlainServerOptions } from './plain-server.ts';

interface HostFilesOptions {
  /** An absolute path. */
  readonly siteDirectory: string;
  /** An absolute path. */
  readonly outputDirectory: string;
  readonly basePath: string;
  readonly listen: string;
  readonly proxyTo: string | undefined;
  readonly publicOrigin: string | undefined;
  /** Undefined: the host's default. */
  readonly accessLog: string | undefined;
  readonly errorLog: string | undefined;
  readonly fullInterfaceUrl: string | undefined;
  /** The content security policy of each page, by its path in the site. */
  readonly pagePolicies: Readonly<Record<string, string>>;
  /** The source of the edge worker. */
  readonly worker: string;
}

export interface HostFiles {
  /** By path relative to the output directory. */
  readonly configurations: Readonly<Record<string, string>>;
  /** Files that the host expects at the root of the site, by name. */
  readonly inSite: Readonly<Record<string, string>>;
}

const workerPath = 'worker.js';
const gitHubFiles = { '.nojekyll': '' };

/** The files that a host needs to serve a built site. Throws RangeError when they exceed the limits of the host. */
export async function hostFiles(host: HostName, options: HostFilesOptions): Promise<HostFiles> {
  const { siteDirectory, outputDirectory, basePath, listen, pagePolicies, worker } = options;
  const headers = (): Record<string, string> => ({ [headersFileName]: headersFile(pagePolicies, basePath) });
  const withLogs = (defaults: { accessLog: string; errorLog?: string }): PlainServerOptions => ({
    ...options,
    accessLog: options.accessLog ?? defaults.accessLog,
    errorLog: options.errorLog ?? defaults.errorLog,
  });
  switch (host) {
    case 'nginx':
      return {
        configurations: { 'nginx/coastwatch.conf': nginxConfiguration(withLogs(defaultNginxLogs)) },
        inSite: {},
      };
    case 'caddy':
      return {
        configurations: { 'caddy/Caddyfile': caddyConfiguration(withLogs({ accessLog: caddyStandardError })) },
        inSite: {},
      };
    case 'workerd': {
      const configuration = workerdConfiguration({ siteDirectory, workerPath, basePath, listen });
      return {
        configurations: { 'workerd/workerd.capnp': configuration, [`workerd/${workerPath}`]: worker },
        inSite: {},
      };
    }
    case 'cloudflare': {
      const configuration = cloudflareConfiguration({ siteDirectory, workerPath, basePath });
      return {
        configurations: { 'cloudflare/wrangler.jsonc': configuration, [`cloudflare/${workerPath}`]: worker },
        inSite: { ...headers(), [assetsIgnoreFileName]: assetsIgnoreFile },
      };
    }
    case 'netlify': {
      const fromConfiguration = relative(join(outputDirectory, 'netlify'), siteDirectory).replaceAll('\\', '/');
      return {
        configurations: {
          'netlify/netlify.toml': netlifyConfiguration({ siteDirectory: fromConfiguration, basePath }),
          'netlify/edge-functions/coastwatch.js': netlifyFunction(basePath),
          [`netlify/edge-functions/${workerPath}`]: worker,
        },
        inSite: headers(),
      };
    }
    case 'github-pages':
      return { configurations: {}, inSite: gitHubFiles };
    case 's3': {
      const uploads = await uploadList(siteDirectory, basePath);
      return { configurations: { 's3/uploads.tsv': formatUploadList(uploads) }, inSite: {} };
    }
  }
}

/**
 * The content security policy of each page at the root of a built site, of the page for embedding and of each
 * documentation page, by path.
 */
export async function pagePoliciesOf(siteDirectory: string): Promise<Record<string, string>> {
  const pages = (await readdir(siteDirectory)).filter((name) => name.endsWith('.html') && isContent(name)).sort();
  const documents = [embedPagePath, ...Object.values(documentPagePaths)].filter((path) =>
    existsSync(join(siteDirectory, path)),
  );
  const policies = [...pages, ...documents].map(async (page): Promise<[string, string]> => {
    return [page, contentSecurityPolicyOf(await readFile(join(siteDirectory, page), 'utf8'))];
  });
  return Object.fromEntries(await Promise.all(policies));
}

/** Each step must be complete before the next one begins. */
export const uploadSteps = ['hashed files', 'static responses', 'manifest', 'pages', 'service worker'] as const;

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
    const { size } = await stat(file);
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

/** A table with one line per file and columns separated by tabs. */
export function formatUploadList(uploads: readonly Upload[]): string {
  const lines = uploads.map(({ step, key, contentType, cacheControl, bytes, path }) =>
    [step, key, contentType, cacheControl, bytes, path].join('\t'),
  );
  return ['step\tkey\tcontent-type\tcache-control\tbytes\tfile', ...lines, ''].join('\n');
}
