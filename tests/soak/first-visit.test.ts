import type { Socket } from 'node:net';

import { expect, inject, it } from 'vitest';

import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { findChromium, launchChromium } from '../support/find-chromium.ts';

const { sampleCompute, publishedCompute } = inject('soakSites');
const budgetInBytes = 300_000;
/** Read when the page is idle, and therefore with separate budgets: the detailed coast and the printed page. */
const idleBudgets = [
  { files: '/coast/detail.json', budgetInBytes: 60_000 },
  { files: '/assets/PrintView-', budgetInBytes: 25_000 },
];
/** An allowance, because the budgets, like the figures of `npm run size`, do not include response headers. */
const headerBytesPerResponse = 1000;

it.for([
  { data: 'the sample data', site: sampleCompute },
  { data: 'the published records', site: publishedCompute },
])('a first visit to $data in Chromium stays within its budget on the wire', async ({ site }, { skip }) => {
  if (site === undefined) return skip('REAL DATA ABSENT');
  const server = createSiteServer({ directory: site });
  const sockets = new Set<Socket>();
  const paths: string[] = [];
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.on('request', ({ url = '' }) => paths.push(url));
  const sentBytes = (): number => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const browser = await launchChromium(await findChromium());
  try {
    // Service workers are blocked, because they would read the same files again for offline use.
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
    await page.goto(address);
    await page
      .getByText(/of 17,\d{3} records/)
      .first()
      .waitFor();
    let before = -1;
    await expect
      .poll(() => [before, (before = sentBytes())], { interval: 2000, timeout: 60_000 })
      .toSatisfy(([earlier, now]: number[]) => earlier === now);
    expect(paths.filter((path) => path.startsWith('/data/')).length, 'data files').toBeGreaterThan(3);
    const read = idleBudgets.filter(({ files }) => paths.some((path) => path.startsWith(files)));
    const budgetWhenIdle = read.reduce((sum, { budgetInBytes: bytes }) => sum + bytes, 0);
    const budget = budgetInBytes + budgetWhenIdle + paths.length * headerBytesPerResponse;
    expect(sentBytes(), paths.join('\n')).toBeLessThanOrEqual(budget);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
});
