import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import type { RunningServer } from './running-server.ts';
import { startPlainServer, type PlainServer } from './start-plain-server.ts';
import { startWorkerd } from './start-workerd.ts';

/** What can serve a site for a test: in this process, or as a process of its own. */
export type TestedHost = 'node' | 'workerd' | PlainServer;

export interface HostedSite {
  readonly siteDirectory: string;
  readonly basePath: string;
  /** The origin of a Node host behind nginx or Caddy. */
  readonly proxyTo?: string | undefined;
}

/** Serves a site on a free port of this machine. `folder` is for what the host itself needs, and for no other host. */
export async function startHost(
  host: TestedHost,
  folder: string,
  site: HostedSite,
): Promise<Pick<RunningServer, 'address'> & { stop(): unknown }> {
  const { siteDirectory, basePath } = site;
  if (host === 'workerd') return startWorkerd(siteDirectory, folder, basePath, 'ignore');
  if (host !== 'node') return startPlainServer(host, folder, site);
  const server = createSiteServer({ directory: siteDirectory, basePath });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath });
  return { address: new URL(address), stop: () => server.close() };
}
