import { spawnSync } from 'node:child_process';
import { cp, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import type { Store } from '../../../core/storage/snapshot/store.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { corruptions } from './misbehaving-host.ts';
import { faultRequests, isConforming503, readResponse, sendTo, type Received } from './fault-requests.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const timeLimitInMilliseconds = 10_000;
const requests = [0, 3, 5, 8, 11].flatMap((index) => faultRequests[index] ?? []);

const random = printedRandom('faults of files');
const folder = temporaryFolder();
let site: string;
/** Files of which a request reads only a part. */
const readInPart = new Set<string>();
/** The files that each request reads, in order, by its path. */
const filesByRequest = new Map<string, readonly string[]>();
let hangingResult: Promise<{ readonly response: Received | 'aborted'; readonly milliseconds: number }>;
let faultsSurvived = 0;

/** Sends a request to a Node host that has read nothing yet, and again after `repair`. */
async function sendTwice(
  directory: string,
  path: string,
  repair: () => Promise<void>,
): Promise<readonly [Received | 'aborted', Received | 'aborted', number]> {
  const server: Server = createSiteServer({ directory, publicOrigin: 'https://data.example.org' });
  const address = await listen(server, { port: 0, host: '127.0.0.1', basePath: '/' });
  const send = async (): Promise<Received | 'aborted'> => {
    const response = await readResponse(await fetch(`${address}webapi/v1/${path}`));
    return response === 'aborted' ? response : { ...response, headers: withoutConnectionHeaders(response.headers) };
  };
  try {
    const began = performance.now();
    const first = await send();
    const milliseconds = performance.now() - began;
    await repair();
    return [first, await send(), milliseconds];
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function withoutConnectionHeaders(headers: Received['headers']): Received['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(?:date|connection|keep-alive)$/.test(name)));
}

beforeAll(async () => {
  site = join(folder, 'site');
  await writeFixtureSite(site, 'compute');
  for (const { path } of requests) {
    const store = createDirectoryStore(site);
    const files = new Set<string>();
    const recordingStore: Store = {
      read: (file, options) => {
        files.add(file);
        return store.read(file, options);
      },
      readPart: async (file, offset, length, options) => {
        files.add(file);
        readInPart.add(file);
        return (await store.read(file, options)).subarray(offset, offset + length);
      },
      hasLowLatency: true,
    };
    await sendTo(new DatasetReader(recordingStore), path);
    filesByRequest.set(path, [...files]);
  }
  const directory = join(folder, 'hanging');
  await cp(site, directory, { recursive: true });
  hangingResult = requestFromHangingDisk(directory);
  hangingResult.catch(() => undefined); // checked by the last test
});
afterAll(async () => {
  console.info(`${faultsSurvived} faults of a disk survived by the Node host.`);
});

/** Replaces a file by a named pipe without a writer: reading it hangs like a lost network drive. */
async function requestFromHangingDisk(directory: string): Promise<Awaited<typeof hangingResult>> {
  const file = join(directory, filesByRequest.get('RawData/46307')?.[2] ?? '');
  const bytes = await readFile(file);
  await makePipe(file);
  const repair = async (): Promise<void> => {
    const pipe = await open(file, 'r+'); // releases readers that wait for a writer
    await writeFile(`${file}.whole`, bytes);
    await rename(`${file}.whole`, file);
    await pipe.close();
  };
  const [response, next, milliseconds] = await sendTwice(directory, 'RawData/46307', repair);
  expect(next).toMatchObject({ status: 200 });
  return { response, milliseconds };
}

async function makePipe(path: string): Promise<void> {
  await rm(path);
  if (spawnSync('mkfifo', [path]).status !== 0)
    throw new Error('mkfifo failed: set TMPDIR to a directory that can contain named pipes');
}

describe.each(requests)('the Node host with a request for $path', ({ path, isStreamed }) => {
  const expect503OrAborted = (response: Received | 'aborted', details: object): void => {
    if (response === 'aborted') expect({ ...details, isStreamed }).toEqual({ ...details, isStreamed: true });
    else expect({ ...details, response, conforms: isConforming503(response) }).toMatchObject({ conforms: true });
  };

  it('reports a damaged file or aborts the response, and recovers when the file is repaired', async () => {
    const [right] = await sendTwice(site, path, () => Promise.resolve());
    const files = filesByRequest.get(path) ?? [];
    // A streamed response reads many shards: the first ones and the last one are enough.
    for (const file of files.filter((_, index) => index < 6 || index === files.length - 1)) {
      const filePath = join(site, file);
      const bytes = Uint8Array.from(await readFile(filePath));
      const otherBytes = Uint8Array.from(await readFile(join(site, files.find((other) => other !== file) ?? '')));
      const repair = async (): Promise<void> => {
        await rm(filePath, { recursive: true, force: true });
        await writeFile(filePath, bytes);
      };
      const faults: Record<string, () => Promise<unknown>> = {
        'is missing': () => rm(filePath),
        'is a folder': () => rm(filePath).then(() => mkdir(filePath)),
      };
      for (const [name, corrupt] of Object.entries(corruptions))
        faults[name] = () => writeFile(filePath, corrupt(bytes, otherBytes));
      for (const [name, apply] of sampleOf(Object.entries(faults), random)) {
        await apply();
        const [response, next] = await sendTwice(site, path, repair);
        // Damage elsewhere in a file does not affect the part that is read.
        if (readInPart.has(file) && response !== 'aborted' && response.status === 200)
          expect({ file, name, response }).toEqual({ file, name, response: right });
        else expect503OrAborted(response, { file, name });
        expect({ file, name, next }).toEqual({ file, name, next: right });
        faultsSurvived++;
      }
    }
  });
});

describe('the Node host over a network drive that hangs', () => {
  it('sends a 503 in time, and recovers when the disk is back', async () => {
    const { response, milliseconds } = await hangingResult;
    expect(milliseconds).toBeLessThan(timeLimitInMilliseconds);
    expect(response !== 'aborted' && isConforming503(response), JSON.stringify(response)).toBe(true);
    faultsSurvived++;
  });
});
