import { beforeAll, describe, expect, it } from 'vitest';

import { handleRequest } from '../core/api/handle-request.ts';
import { DataLibrary } from '../core/storage/data-library.ts';
import { StoredDataError, type Store } from '../core/storage/store.ts';
import { fixtureTree, memoryStore } from './fixture/fixture-tree.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Files = ReadonlyMap<string, Bytes>;
/** What a faulty read gives in place of a file. */
type Fault = (path: string, files: Files) => Promise<Bytes>;

function changed(path: string, files: Files, change: (bytes: Bytes) => Bytes): Promise<Bytes> {
  const bytes = files.get(path);
  return bytes ? Promise.resolve(change(bytes)) : Promise.reject(new StoredDataError(path, 'missing'));
}

function flipBit(bytes: Bytes, index: number): Bytes {
  const flipped = bytes.slice();
  flipped[index] = (flipped[index] ?? 0) ^ 4;
  return flipped;
}

const faults: Readonly<Record<string, Fault>> = {
  'is missing': (path) => Promise.reject(new StoredDataError(path, 'missing')),
  'is empty': (path, files) => changed(path, files, () => new Uint8Array()),
  'is cut in half': (path, files) => changed(path, files, (bytes) => bytes.slice(0, bytes.length >>> 1)),
  'lacks its last byte': (path, files) => changed(path, files, (bytes) => bytes.slice(0, -1)),
  'has a bit flipped': (path, files) => changed(path, files, (bytes) => flipBit(bytes, bytes.length >>> 1)),
  'has its last bit flipped': (path, files) => changed(path, files, (bytes) => flipBit(bytes, bytes.length - 1)),
  "holds another file's bytes": (path, files) => {
    const paths = [...files.keys()];
    return changed(paths[(paths.indexOf(path) + 1) % paths.length] ?? path, files, (bytes) => bytes);
  },
  'is a page of HTML': () => Promise.resolve(new TextEncoder().encode('<!doctype html><title>Not found</title>')),
  'fails with a plain error': () => Promise.reject(new Error('the disk is on fire, at /home/someone')),
  'throws where a promise was due': () => {
    throw new TypeError('a slip');
  },
};

/** A store whose reads, from 0, are faulty where `isFaulty` says so. */
class FaultyStore implements Store {
  reads = 0;
  isFaulty: (read: number, path: string) => boolean = () => false;
  readonly #files: Files;
  readonly #fault: Fault;

  constructor(files: Files, fault: Fault) {
    this.#files = files;
    this.#fault = fault;
  }

  read(path: string): Promise<Bytes> {
    if (this.isFaulty(this.reads++, path)) return this.#fault(path, this.#files);
    return changed(path, this.#files, (bytes) => bytes);
  }
}

interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer; 'broken off' when its body could not be read to the end. */
async function send(library: DataLibrary, path: string): Promise<Received | 'broken off'> {
  const request = new Request(`https://data.example.org/webapi/v1/${path}`);
  const response = await handleRequest(request, { library, basePath: '/' });
  if (!response) throw new Error(`${path} is not taken for a path of the interface`);
  try {
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  } catch {
    return 'broken off';
  }
}

const centre = 'latitude=-31.9&longitude=115.7';
const requests = [
  { path: 'RawData', isStreamed: true },
  { path: 'RawData?sortOrder=asc', isStreamed: true },
  { path: 'CoastalFeatures', isStreamed: true },
  { path: 'CoastalFeatures?sortOrder=asc', isStreamed: true },
  { path: 'RawData?pageNumber=3&pageSize=100', isStreamed: false },
  { path: 'RawData?pageNumber=3&pageSize=100&sortOrder=asc', isStreamed: false },
  { path: 'CoastalFeatures?pageNumber=1&pageSize=1000', isStreamed: false },
  { path: 'RawData?pageNumber=99', isStreamed: false },
  { path: 'RawData/46307', isStreamed: false },
  { path: 'RawData/46308', isStreamed: false },
  { path: 'CoastalFeatures/1', isStreamed: false },
  { path: `RawData?${centre}&rangeInM=50000`, isStreamed: false },
  { path: `CoastalFeatures?${centre}&rangeInM=50000&pageNumber=2&sortOrder=asc`, isStreamed: false },
  { path: `RawData?${centre}&searchStyle=Nearest`, isStreamed: false },
  { path: 'CoastalFeatures?latitude=60&longitude=0&searchStyle=Nearest&rangeInM=1', isStreamed: false },
];

let files: Files;
const rightAnswers = new Map<string, { readonly answer: Received; readonly reads: number }>();

beforeAll(async () => {
  ({ files } = (await fixtureTree()).tree);
  for (const { path } of requests) {
    const store = new FaultyStore(files, () => Promise.reject(new Error('never')));
    const answer = await send(new DataLibrary(store), path);
    if (answer === 'broken off') throw new Error(`${path} cannot be answered at all`);
    rightAnswers.set(path, { answer, reads: store.reads });
  }
});

function right(path: string): { readonly answer: Received; readonly reads: number } {
  const found = rightAnswers.get(path);
  if (!found) throw new Error(`no right answer for ${path}`);
  return found;
}

const unavailable =
  /^\{"DeveloperMessage":"The stored data could not be read: .+\.","ClientMessage":".+","StackTrace":null,"ErrorNumber":"0","ErrorLink":null\}$/;

function isConforming503({ status, headers, body }: Received): boolean {
  return (
    status === 503 &&
    headers['retry-after'] === '5' &&
    headers['content-type'] === 'application/json; charset=UTF-8' &&
    headers['cache-control'] === 'no-store' &&
    headers['access-control-allow-origin'] === '*' &&
    headers['etag'] === undefined &&
    headers['x-data-version'] === undefined &&
    headers['content-length'] === String(new TextEncoder().encode(body).length) &&
    unavailable.test(body)
  );
}

describe.each(Object.entries(faults))('when a stored file %s', (_, fault) => {
  it.each(requests)('once, the answer to $path is right to the byte, whichever read it was', async ({ path }) => {
    const { answer, reads } = right(path);
    for (let faulty = 0; faulty < reads; faulty++) {
      const store = new FaultyStore(files, fault);
      store.isFaulty = (read) => read === faulty;
      const library = new DataLibrary(store);
      expect({ faulty, answer: await send(library, path) }).toEqual({ faulty, answer });
      expect(await send(library, path)).toEqual(answer);
    }
  });

  it.each(requests)(
    'and all reads after it, $path is a 503 or breaks off, and recovers',
    async ({ path, isStreamed }) => {
      const { answer, reads } = right(path);
      for (let faulty = 0; faulty < reads; faulty++) {
        const store = new FaultyStore(files, fault);
        store.isFaulty = (read) => read >= faulty;
        const library = new DataLibrary(store);
        const received = await send(library, path);
        if (received === 'broken off') expect(isStreamed).toBe(true);
        else expect({ received, conforms: isConforming503(received) }).toEqual({ received, conforms: true });
        store.isFaulty = () => false;
        expect(await send(library, path)).toEqual(answer);
      }
    },
  );

  it.each(requests)('and stays so, the answer to $path is a 503 that names it, or breaks off', async (request) => {
    const { path, isStreamed } = request;
    const { answer } = right(path);
    const read = new Set<string>();
    const probe = new FaultyStore(files, fault);
    probe.isFaulty = (_read, file) => {
      read.add(file);
      return false;
    };
    await send(new DataLibrary(probe), path);
    for (const faultyPath of read) {
      const store = new FaultyStore(files, fault);
      store.isFaulty = (_read, file) => file === faultyPath;
      const library = new DataLibrary(store);
      const received = await send(library, path);
      if (received === 'broken off') expect(isStreamed).toBe(true);
      else {
        expect({ received, conforms: isConforming503(received) }).toEqual({ received, conforms: true });
        expect(received.body).toMatch(new RegExp(`${faultyPath}|an unexpected failure`));
        expect(received.body).not.toContain('/home/someone');
      }
      store.isFaulty = () => false;
      expect(await send(library, path)).toEqual(answer);
    }
  });

  it('a request that needs no data is answered all the same, without the name of a version', async () => {
    const store = new FaultyStore(files, fault);
    store.isFaulty = () => true;
    const library = new DataLibrary(store);
    const healthy = new DataLibrary(memoryStore((await fixtureTree()).tree));
    for (const path of ['RawData?pageNumber=0', 'Nothing']) {
      const demanded = await send(healthy, path);
      if (demanded === 'broken off') throw new Error(path);
      const { 'x-data-version': version, ...headers } = demanded.headers;
      expect(version).toBeDefined();
      expect(await send(library, path)).toEqual({ ...demanded, headers });
    }
  });
});
