import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';
import sirv from 'sirv';

import { listen } from '../../../hosts/node/listen.ts';
import { publishVersion, readDuringUpdates, Reader, type SeenResponse } from './versioned-site.ts';
import { fromRoot } from '../../support/repository.ts';
import { sizeOf } from '../../support/test-size.ts';

const updates = sizeOf(50);

test(`every response of the service worker is of one version while the data is replaced ${updates} times`, async ({
  page,
}) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'coastwatch-worker-updates-'));
  const site = join(folder, 'site');
  const dataVersion = await publishVersion(0, site);
  // Later builds keep files that are added to a tree.
  await copyFile(fromRoot('dist/explorer/sw.js'), join(site, 'sw.js'));
  const register = '<script>navigator.serviceWorker.register("sw.js")</script>';
  await writeFile(join(site, 'page.html'), `<!doctype html><title>A page</title>${register}`);
  // A host that serves only files: every response of the API comes from the worker.
  const files = sirv(site, { dev: true, etag: true });
  const server = createServer((request, response) => {
    response.once('pipe', (source) => {
      source.once('error', () => response.destroy()); // a file of a tree that has just been replaced
    });
    files(request, response);
  });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const send = (path: string): Promise<SeenResponse> =>
    page.evaluate(async (url) => {
      const response = await fetch(url);
      const dataVersion = response.headers.get('X-Data-Version') ?? undefined;
      return { status: response.status, body: await response.text(), dataVersion };
    }, `/webapi/v1/${path}`);
  const readers = [0, 5].map((first) => new Reader('the service worker', first, send));
  try {
    await page.goto(`${address}page.html`);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const responses = await readDuringUpdates(readers, updates, { site, dataVersion });
    await expect.poll(() => readers[0]?.readOnce('RawData/7'), { timeout: 15_000 }).toBe(updates);
    console.info(`${updates} updates survived by the service worker, ${responses} responses, each of one version.`);
  } finally {
    for (const reader of readers) reader.end();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true });
  }
});
