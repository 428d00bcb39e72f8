import { chromium, type Browser } from '@playwright/test';

import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { findChromium } from '../../tests/support/find-chromium.ts';

/** A site served on this machine, and a browser to open it in. */
export interface OpenSite {
  readonly address: string;
  readonly browser: Browser;
  readonly close: () => Promise<void>;
}

export async function openSite(directory: string, switches: readonly string[] = []): Promise<OpenSite> {
  const server = createSiteServer({ directory });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const found = await findChromium();
  const browser = await chromium.launch({
    executablePath: found.path,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
      ...['--disable-sync', '--enable-precise-memory-info', ...found.switches, ...switches],
    ],
  });
  return {
    address,
    browser,
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
