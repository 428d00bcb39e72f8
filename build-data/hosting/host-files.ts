import { join, relative } from 'node:path';

import { caddyConfiguration } from './caddy-configuration.ts';
import { assetsIgnoreFile, assetsIgnoreFileName, cloudflareConfiguration } from './cloudflare-configuration.ts';
import { headersFile, headersFileName } from './headers-file.ts';
import type { HostName } from './host-limits.ts';
import { netlifyConfiguration, netlifyFunction } from './netlify-configuration.ts';
import { nginxConfiguration } from './nginx-configuration.ts';
import type { PlainServerOptions } from './plain-server-options.ts';
import { caddyStandardError, defaultNginxLogs } from './server-logs.ts';
import { formatUploadList, uploadList } from './upload-list.ts';
import { workerdConfiguration } from './workerd-configuration.ts';

export interface HostFilesOptions {
  /** Absolute, as is the next. */
  readonly siteDirectory: string;
  readonly outputDirectory: string;
  readonly basePath: string;
  readonly listen: string;
  readonly proxyTo: string | undefined;
  readonly publicOrigin: string | undefined;
  /** Undefined: the host's default. */
  readonly accessLog: string | undefined;
  readonly errorLog: string | undefined;
  readonly fullInterfaceUrl: string | undefined;
  /** The security policy of each page of the site, by its path in it. */
  readonly pagePolicies: Readonly<Record<string, string>>;
  /** The text of the edge worker. */
  readonly worker: string;
}

export interface HostFiles {
  /** By path in the directory of configurations. */
  readonly configurations: Readonly<Record<string, string>>;
  /** By name, what the host looks for at the root of the site itself. */
  readonly inSite: Readonly<Record<string, string>>;
}

const workerPath = 'worker.js';
const forGitHub = { '.nojekyll': '' };

/** What a host needs to serve a built site. Throws RangeError when that is more than the host takes. */
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
