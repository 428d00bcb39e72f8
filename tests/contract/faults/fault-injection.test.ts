import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError, type Store } from '../../../core/storage/snapshot/store.ts';
import { corruptions } from './misbehaving-host.ts';
import { faultRequests as requests, isConforming503, sendTo as send, type Received } from './fault-requests.ts';
import { fixtureTree, memoryStore } from '../fixture/fixture-tree.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Files = ReadonlyMap<string, Bytes>;
/** Returns the result of a faulty read. */
type Fault = (path: string, files: Files) => Promise<Bytes>;

function changed(path: string, files: Files, change: (bytes: Bytes) => Bytes): Promise<Bytes> {
  const bytes = files.get(path);
  return bytes ? Promise.resolve(change(bytes)) : Promise.reject(new StoredDataError(path, 'missing'));
}

function nextFile(path: string, files: Files): Bytes {
  const paths = [...files.keys()];
  return files.get(paths[(paths.indexOf(path) + 1) % paths.length] ?? '') ?? new Uint8Array();
}

const faults: Readonly<Record<string, Fault>> = {
  'is missing': (path) => Promise.reject(new StoredDataError(path, 'missing')),
  ...Object.fromEntries(
    Object.entries(corruptions).map(([name, corrupt]): [string, Fault] => [
      name,
      (path, files) => changed(path, files, (bytes) => corrupt(bytes, nextFile(path, files))),
    ]),
  ),
  'fails with a plain error': () => Promise.reject(new Error('the disk is on fire, at /home/someone')),
  'throws instead of returning a promise': () => {
    throw new TypeError('a mistake');
  },
};

/** A store in which `isFaulty` selects the reads that fail, numbered from 0. */
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

const random = printedRandom('reads with faults');
/** The indices of the reads that fail, out of this many. */
const sampleReads = (reads: number): readonly number[] => sampleOf([...Array(reads).keys()], random);

let files: Files;
let faultsSurvived = 0;
const rightResponses = new Map<string, { readonly response: Received; readonly reads: number }>();

afterAll(() => {
  console.info(`${faultsSurvived} faults of a store survived.`);
});
beforeAll(async () => {
  ({ files } = (await fixtureTree()).tree);
  for (const { path } of requests) {
    const store = new FaultyStore(files, () => Promise.reject(new Error('never')));
    const response = await send(new DatasetReader(store), path);
    if (response === 'aborted') throw new Error(`${path} has no complete response`);
    rightResponses.set(path, { response, reads: store.reads });
  }
});

function rightResponseTo(path: string): { readonly response: Received; readonly reads: number } {
  const found = rightResponses.get(path);
  if (!found) throw new Error(`no right response for ${path}`);
  return found;
}

describe.each(Object.entries(faults))('when a stored file %s', (_, fault) => {
  it.each(requests)('during any one read, the response for $path is right to the byte', async ({ path }) => {
    const { response, reads } = rightResponseTo(path);
    for (const faulty of sampleReads(reads)) {
      const store = new FaultyStore(files, fault);
      store.isFaulty = (read) => read === faulty;
      const reader = new DatasetReader(store);
      expect({ faulty, response: await send(reader, path) }).toEqual({ faulty, response });
      expect(await send(reader, path)).toEqual(response);
      faultsSurvived++;
    }
  });

  it.each(requests)(
    'during one read and all later ones, the response for $path is a 503 or is aborted, and the next one is right',
    async ({ path, isStreamed }) => {
      const { response, reads } = rightResponseTo(path);
      for (const faulty of sampleReads(reads)) {
        const store = new FaultyStore(files, fault);
        store.isFaulty = (read) => read >= faulty;
        const reader = new DatasetReader(store);
        const received = await send(reader, path);
        if (received === 'aborted') expect(isStreamed).toBe(true);
        else expect({ received, conforms: isConforming503(received) }).toEqual({ received, conforms: true });
        store.isFaulty = () => false;
        expect(await send(reader, path)).toEqual(response);
        faultsSurvived++;
      }
    },
  );

  it.each(requests)(
    'during every read of the file, the response for $path is a 503 that says so, or is aborted',
    async (request) => {
      const { path, isStreamed } = request;
      const { response } = rightResponseTo(path);
      const read = new Set<string>();
      const probe = new FaultyStore(files, fault);
      probe.isFaulty = (_read, file) => {
        read.add(file);
        return false;
      };
      await send(new DatasetReader(probe), path);
      for (const faultyPath of sampleOf([...read], random)) {
        const store = new FaultyStore(files, fault);
        store.isFaulty = (_read, file) => file === faultyPath;
        const reader = new DatasetReader(store);
        const received = await send(reader, path);
        if (received === 'aborted') expect(isStreamed).toBe(true);
        else {
          expect({ received, conforms: isConforming503(received) }).toEqual({ received, conforms: true });
          expect(received.body).toMatch(new RegExp(`${faultyPath}|an unexpected failure`));
          expect(received.body).not.toContain('/home/someone');
        }
        store.isFaulty = () => false;
        expect(await send(reader, path)).toEqual(response);
        faultsSurvived++;
      }
    },
  );

  it('a request that needs no data has the usual response without a data version', async () => {
    const store = new FaultyStore(files, fault);
    store.isFaulty = () => true;
    const reader = new DatasetReader(store);
    const healthy = new DatasetReader(memoryStore((await fixtureTree()).tree));
    for (const path of ['RawData?pageNumber=0', 'Nothing']) {
      const expected = await send(healthy, path);
      if (expected === 'aborted') throw new Error(path);
      const { 'x-data-version': version, ...headers } = expected.headers;
      expect(version).toBeDefined();
      expect(await send(reader, path)).toEqual({ ...expected, headers });
    }
  });
});
