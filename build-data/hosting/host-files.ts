import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { isContent } from '../../core/site/site-paths.ts';
import { contentSecurityPolicyOf } from '../../core/site/file-headers.ts';
import { documentPagePaths } from '../../core/storage/format/layout.ts';
import { caddyConfiguration, caddyStandardError } from './caddy-configuration.ts';
import {
  assetsIgnoreFile,
  assetsIgnoreFileName,
  cloudflareConfiguration,
  netlifyConfiguration,
  netlifyFunction,
  workerdConfiguration,
} from './edge-platforms.ts';
import { headersFile, headersFileName } from './headers-file.ts';
import type { HostName } from './host-limits.ts';
import { nginxConfiguration } from './nginx-configuration.ts';
import { defaultNginxLogs } from './nginx-logs.ts';
import type { PlainServerOptions } from './plain-server.ts';
import { formatUploadList, uploadList } from './upload-list.ts';

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
const forGitHub = { '.nojekyll': '' };

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
      return { configurations: {}, inSite: forGitHub };
    case 's3': {
      const uploads = await uploadList(siteDirectory, basePath);
      return { configurations: { 's3/uploads.tsv': formatUploadList(uploads) }, inSite: {} };
    }
  }
}

/** The content security policy of each page at the root of a built site and of each documentation page, by path. */
export async function pagePoliciesOf(siteDirectory: string): Promise<Record<string, string>> {
  const pages = (await readdir(siteDirectory)).filter((name) => name.endsWith('.html') && isContent(name)).sort();
  const documents = Object.values(documentPagePaths).filter((path) => existsSync(join(siteDirectory, path)));
  const policies = [...pages, ...documents].map(async (page): Promise<[string, string]> => {
    return [page, contentSecurityPolicyOf(await readFile(join(siteDirectory, page), 'utf8'))];
  });
  return Object.fromEntries(await Promise.all(policies));
}
