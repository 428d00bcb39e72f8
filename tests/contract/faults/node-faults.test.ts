import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import { listen } from '../../../hosts/node/listen.ts';
import { createSiteServer } from '../../../hosts/node/site-server.ts';
import { damages } from './misbehaving-host.ts';
import { faultRequests, isConforming503, readResponse, sendTo, type Received } from './fault-requests.ts';
import { writeFixtureSite } from '../fixture/fixture-tree.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';

const longestInMilliseconds = 10_000;
const requests = [0, 3, 5, 8, 11].flatMap((index) => faultRequests[index] ?? []);

const random = printedRandom('faults of files');
let folder: string;
let site: string;
/** The files that each request reads, in order. */
const filesOf = new Map<string, readonly string[]>();
let hanging: Promise<{ readonly answer: Received | 'aborted'; readonly milliseconds: number }>;
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
    const answer = await readResponse(await fetch(`${address}webapi/v1/${path}`));
    return answer === 'aborted' ? answer : { ...answer, headers: withoutConnectionHeaders(answer.headers) };
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
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-node-faults-'));
  site = join(folder, 'site');
  await writeFixtureSite(site, 'compute');
  for (const { path } of requests) {
    const store = createDirectoryStore(site);
    const files = new Set<string>();
    const recordingStore = {
      read: (...given: Parameters<typeof store.read>) => {
        files.add(given[0]);
        return store.read(...given);
      },
    };
    await sendTo(new DatasetReader(recordingStore), path);
    filesOf.set(path, [...files]);
  }
  const directory = join(folder, 'hanging');
  await cp(site, directory, { recursive: true });
  hanging = requestFromHangingDisk(directory);
  hanging.catch(() => undefined); // checked by the last test
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  console.info(`${faultsSurvived} faults of a disk survived by the Node host.`);
});

/** Replaces a file by a named pipe without a writer: reading it hangs like a lost network drive. */
async function requestFromHangingDisk(directory: string): Promise<Awaited<typeof hanging>> {
  const file = join(directory, filesOf.get('RawData/46307')?.[2] ?? '');
  const bytes = await readFile(file);
  await makePipe(file);
  const [answer, next, milliseconds] = await sendTwice(directory, 'RawData/46307', async () => {
    const pipe = await open(file, 'r+'); // releases readers that wait for a writer
    await writeFile(`${file}.whole`, bytes);
    await rename(`${file}.whole`, file);
    await pipe.close();
  });
  expect(next).toMatchObject({ status: 200 });
  return { answer, milliseconds };
}

async function makePipe(path: string): Promise<void> {
  await rm(path);
  if (spawnSync('mkfifo', [path]).status !== 0) throw new Error('mkfifo does not work here');
}

describe.each(requests)('the Node host with a request for $path', ({ path, isStreamed }) => {
  const expectRightOr503 = (answer: Received | 'aborted', right: unknown, details: object): void => {
    if (answer === 'aborted') expect({ ...details, isStreamed }).toEqual({ ...details, isStreamed: true });
    else if (answer.status === 503)
      expect({ ...details, is: isConforming503(answer) }).toEqual({ ...details, is: true });
    else expect({ ...details, answer }).toEqual({ ...details, answer: right });
  };

  it('reports a damaged file or aborts the response, and recovers when the file is repaired', async () => {
    const [right] = await sendTwice(site, path, () => Promise.resolve());
    const files = filesOf.get(path) ?? [];
    // A streamed response reads many shards: the first ones and the last one are enough.
    for (const file of files.filter((_, index) => index < 6 || index === files.length - 1)) {
      const filePath = join(site, file);
      const bytes = Uint8Array.from(await readFile(filePath));
      const others = Uint8Array.from(await readFile(join(site, files.find((other) => other !== file) ?? '')));
      const repair = async (): Promise<void> => {
        await rm(filePath, { recursive: true, force: true });
        await writeFile(filePath, bytes);
      };
      const faults: Record<string, () => Promise<unknown>> = {
        'is missing': () => rm(filePath),
        'is a folder': () => rm(filePath).then(() => mkdir(filePath)),
      };
      for (const [name, damage] of Object.entries(damages))
        faults[name] = () => writeFile(filePath, damage(bytes, others));
      for (const [name, apply] of sampleOf(Object.entries(faults), random)) {
        await apply();
        const [answer, next] = await sendTwice(site, path, repair);
        expectRightOr503(answer, undefined, { file, name });
        expect({ file, name, next }).toEqual({ file, name, next: right });
        faultsSurvived++;
      }
    }
  });

  it('sends the right response when a file is damaged during one read only', async () => {
    const [right] = await sendTwice(site, path, () => Promise.resolve());
    const files = filesOf.get(path) ?? [];
    for (const [number, file] of files.entries()) {
      const filePath = join(site, file);
      const bytes = Uint8Array.from(await readFile(filePath));
      const [name, damage] = Object.entries(damages)[number % Object.keys(damages).length] ?? [];
      await makePipe(filePath);
      // Opens when the host has opened the pipe to read: its first read returns damaged bytes, the next one does not.
      const replaced = open(filePath, 'w').then(async (pipe) => {
        await writeFile(`${filePath}.whole`, bytes);
        await rename(`${filePath}.whole`, filePath);
        await pipe.writeFile(damage?.(bytes, bytes.slice(1)) ?? '');
        await pipe.close();
      });
      const [answer] = await sendTwice(site, path, () => replaced);
      expect({ file, name, answer }).toEqual({ file, name, answer: right });
      faultsSurvived++;
    }
  });
});

describe('the Node host over a disk that hangs', () => {
  it('sends a 503 in time, and recovers when the disk is back', async () => {
    const { answer, milliseconds } = await hanging;
    expect(milliseconds).toBeLessThan(longestInMilliseconds);
    expect(answer !== 'aborted' && isConforming503(answer), JSON.stringify(answer)).toBe(true);
    faultsSurvived++;
  });
});
