import { spawnSync } from 'node:child_process';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';
import { faultRequests, isConforming503, readResponse, sendTo, type Received } from './fault-requests.ts';

/* Faults that only a disk has. Damaged content is the same for every host: see `fault-injection.soak.test.ts`. */

const timeLimitInMilliseconds = 10_000;
const requests = [0, 3, 5, 8, 11].flatMap((index) => faultRequests[index] ?? []);
const site = join(temporaryFolder(), 'site');

beforeAll(() => writeFixtureSite(site, 'compute'));

/** The files that a request reads, in order. */
async function filesOf(path: string): Promise<readonly string[]> {
  const store = createDirectoryStore(site);
  const files = new Set<string>();
  const read: typeof store.read = (file, options) => {
    files.add(file);
    return store.read(file, options);
  };
  await sendTo(new DatasetReader({ read, hasLowLatency: true }), path);
  return [...files];
}

/** Sends a request to a Node host that has read nothing yet, and again after `repair`. */
async function sendTwice(path: string, repair: () => Promise<unknown>): Promise<readonly (Received | 'aborted')[]> {
  const server = createSiteServer({ directory: site, publicOrigin: 'https://data.example.org' });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const send = async (): Promise<Received | 'aborted'> =>
    readResponse(await fetch(`${address}webapi/v1/${path}`, { signal: AbortSignal.timeout(timeLimitInMilliseconds) }));
  try {
    const first = await send();
    await repair();
    return [first, await send()];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe.each(requests)('the Node host with a request for $path', ({ path, isStreamed }) => {
  it('reports a file that is missing or a folder, or aborts the response, and recovers', async () => {
    const files = await filesOf(path);
    expect(files.length).toBeGreaterThan(2);
    // A streamed response reads many shards: the first ones and the last one are enough.
    for (const file of files.filter((_, index) => index < 6 || index === files.length - 1)) {
      const bytes = await readFile(join(site, file));
      for (const replace of [() => undefined, () => mkdir(join(site, file))]) {
        await rm(join(site, file));
        await replace();
        const [response, next] = await sendTwice(path, async () => {
          await rm(join(site, file), { recursive: true, force: true });
          await writeFile(join(site, file), bytes);
        });
        const isReported = response === 'aborted' ? isStreamed : response !== undefined && isConforming503(response);
        expect({ file, response, isReported }).toMatchObject({ isReported: true });
        expect(next).toMatchObject({ status: 200 });
      }
    }
  });
});

it('the Node host sends a 503 in time over a network drive that hangs, and recovers when it is back', async () => {
  const path = 'RawData/46307';
  const file = join(site, (await filesOf(path))[2] ?? '');
  const bytes = await readFile(file);
  // Reading a named pipe without a writer hangs like a lost network drive.
  await rm(file);
  const { status } = spawnSync('mkfifo', [file]);
  expect(status, 'mkfifo failed: set TMPDIR to a directory that can contain named pipes').toBe(0);
  const [response, next] = await sendTwice(path, async () => {
    const pipe = await open(file, 'r+'); // releases readers that wait for a writer
    await writeFile(`${file}.whole`, bytes);
    await rename(`${file}.whole`, file);
    await pipe.close();
  });
  expect(response && response !== 'aborted' && isConforming503(response), JSON.stringify(response)).toBe(true);
  expect(next).toMatchObject({ status: 200 });
});
