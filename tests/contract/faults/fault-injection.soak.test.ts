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
  /** The path of each read. */
  readonly reads: string[] = [];
  isFaulty: (read: number, path: string) => boolean = () => false;
  readonly #files: Files;
  readonly #fault: Fault;

  constructor(files: Files, fault: Fault) {
    this.#files = files;
    this.#fault = fault;
  }

  read(path: string): Promise<Bytes> {
    if (this.isFaulty(this.reads.push(path) - 1, path)) return this.#fault(path, this.#files);
    return changed(path, this.#files, (bytes) => bytes);
  }
}

const random = printedRandom('reads with faults');
/** The indices of the reads that fail. */
const sampleReads = (reads: readonly string[]): readonly number[] => sampleOf([...reads.keys()], random);

let files: Files;
let faultsSurvived = 0;
const rightResponses = new Map<string, { readonly response: Received; readonly reads: readonly string[] }>();

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

function rightResponseTo(path: string): { readonly response: Received; readonly reads: readonly string[] } {
  const found = rightResponses.get(path);
  if (!found) throw new Error(`no right response for ${path}`);
  return found;
}

describe.each(Object.entries(faults))('when a stored file %s', (_, fault) => {
  /** Sends a request while some reads fail, and again without a fault, when the response must be right. */
  async function sendTwice(path: string, isFaulty: FaultyStore['isFaulty']): Promise<Received | 'aborted'> {
    const store = new FaultyStore(files, fault);
    store.isFaulty = isFaulty;
    const reader = new DatasetReader(store);
    const received = await send(reader, path);
    store.isFaulty = () => false;
    expect({ path, next: await send(reader, path) }).toEqual({ path, next: rightResponseTo(path).response });
    faultsSurvived++;
    return received;
  }

  it('during any one read, the response is right to the byte', async () => {
    for (const { path } of requests) {
      const { response, reads } = rightResponseTo(path);
      for (const faulty of sampleReads(reads)) {
        const received = await sendTwice(path, (read) => read === faulty);
        expect({ path, faulty, received }).toEqual({ path, faulty, received: response });
      }
    }
  });

  it('during one read and all later ones, the response is a 503 or is aborted, and the next one is right', async () => {
    for (const { path, isStreamed } of requests) {
      for (const faulty of sampleReads(rightResponseTo(path).reads)) {
        const received = await sendTwice(path, (read) => read >= faulty);
        const conforms = received === 'aborted' ? isStreamed : isConforming503(received);
        expect({ path, faulty, received, conforms }).toEqual({ path, faulty, received, conforms: true });
      }
    }
  });

  it('during every read of the file, the response is a 503 that says so, or is aborted', async () => {
    for (const { path, isStreamed } of requests) {
      for (const faultyPath of sampleOf([...new Set(rightResponseTo(path).reads)], random)) {
        const received = await sendTwice(path, (_read, file) => file === faultyPath);
        const conforms = received === 'aborted' ? isStreamed : isConforming503(received);
        expect({ path, faultyPath, received, conforms }).toEqual({ path, faultyPath, received, conforms: true });
        if (received === 'aborted') continue;
        expect(received.body).toMatch(new RegExp(`${faultyPath}|an unexpected failure`));
        expect(received.body).not.toContain('/home/someone');
      }
    }
  });

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
