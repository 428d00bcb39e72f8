import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sirv from 'sirv';

import { writeSite } from '../../build-data/testing/write-site.ts';
import { readBaseMaps } from '../../build-data/pages/base-maps.ts';
import { fixtureTables } from '../contract/fixture/fixture-tree.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { findChromium, launchChromium } from '../support/find-chromium.ts';
import { realDataDirectory, fromRoot } from '../support/repository.ts';
import { keepTemporaryFilesInMemory } from '../support/temporary-files.ts';
import { isFullSize } from '../support/test-size.ts';
import { runCommand } from '../support/run-node.ts';
import { startBaseMapHost } from './base-map-host.ts';

/**
 * Serves the production build with the fixture's data twice: by the Node host, and by a file host that sends the
 * explorer's page, with status 200, for every unknown path. With the file host, every correct response of the API comes
 * from the service worker. A third host serves a site that restricts
 * embedding and whose base maps come from a fourth host. A fifth serves the published data if it is available.
 */
export default async function setUpBrowserTests(): Promise<() => Promise<void>> {
  const removeTemporaryFiles = keepTemporaryFilesInMemory();
  const directory = await mkdtemp(join(tmpdir(), 'coastwatch-browser-'));
  const browser = await launchChromium(await findChromium());
  const tiles = await startBaseMapHost(browser, join(directory, 'tiles'));
  await browser.close();
  const site = join(directory, 'site');
  await writeSite(fixtureTables(), {
    outputDirectory: site,
    target: 'compute',
    sample: true,
    explorerDirectory: fromRoot('dist/explorer'),
    baseMaps: readBaseMaps(undefined, (message) => {
      throw new Error(message);
    }),
  });
  const restricted = join(directory, 'restricted');
  await writeSite(fixtureTables(), {
    outputDirectory: restricted,
    target: 'compute',
    sample: true,
    explorerDirectory: fromRoot('dist/explorer'),
    exports: false,
    embedOrigins: ['http://localhost:*'],
    baseMaps: tiles.baseMaps,
  });
  const restrictedHost = createSiteServer({ directory: restricted });
  const fullHost = createSiteServer({ directory: site });
  const files = sirv(site, { dev: true, single: true });
  const plainHost = createServer((request, response) => {
    // sirv misreads some ranges. A host may ignore Range and send the complete file.
    delete request.headers.range;
    files(request, response);
  });
  const published = isFullSize ? await buildPublishedSite(join(directory, 'published')) : undefined;
  const publishedHost = published === undefined ? undefined : createSiteServer({ directory: published });
  if (publishedHost) process.env['COASTWATCH_PUBLISHED_HOST'] = await listenOnFreePort(publishedHost);
  process.env['COASTWATCH_RESTRICTED_HOST'] = await listenOnFreePort(restrictedHost);
  process.env['COASTWATCH_FULL_HOST'] = await listenOnFreePort(fullHost);
  process.env['COASTWATCH_PLAIN_HOST'] = await listenOnFreePort(plainHost);
  return async () => {
    for (const server of [fullHost, plainHost, restrictedHost, publishedHost, tiles.server]) {
      if (!server) continue;
      server.close();
      server.closeAllConnections();
    }
    await rm(directory, { recursive: true });
    removeTemporaryFiles();
  };
}

/** Builds a site from the published data with the build command. Without the data, warns and returns undefined. */
async function buildPublishedSite(outputDirectory: string): Promise<string | undefined> {
  if (realDataDirectory === undefined) {
    console.warn('REAL DATA ABSENT: the browser tests that compare the explorer with it are skipped');
    return undefined;
  }
  const { exitCode, stderr } = await runCommand('build-data/build-data.ts', [
    ...['--target', 'compute', '--out', outputDirectory, '--base-url', 'http://localhost/'],
    ...['--coastal-features', join(realDataDirectory, 'CoastalFeatures.csv')],
    ...['--raw-data', join(realDataDirectory, 'RawData.csv')],
  ]);
  if (exitCode !== 0) throw new Error(`the build of the published data failed: ${stderr}`);
  return outputDirectory;
}

function listenOnFreePort(server: Server): Promise<string> {
  return listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
}
