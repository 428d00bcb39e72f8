import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createFetchedStore } from '../../../core/storage/snapshot/fetched-store.ts';
import { faultRequests } from './fault-requests.ts';
import { networkFaults, type NetworkFault } from './network-faults.ts';
import { isConforming503, sendTo, type Received } from './received.ts';
import { beginVirtualTime, endVirtualTime, untilOver } from './virtual-time.ts';
import { fixtureTree } from '../fixture/fixture-tree.ts';
import { printedRandom, sampleOf } from '../../support/test-size.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const longestInMilliseconds = 10_000;
/** After a fault is over, nobody waits for what it has left behind. */
const longestAfterwardsInMilliseconds = 3000;

/** Of each kind one: every read of all of them meets damaged files in the test of faults in a store. */
const requests = [0, 3, 4, 7, 8, 12, 13].flatMap((index) => faultRequests[index] ?? []);

const random = printedRandom('fetches with faults');
let files: ReadonlyMap<string, Bytes>;
let faultsSurvived = 0;

beforeAll(async () => {
  ({ files } = (await fixtureTree()).tree);
  beginVirtualTime();
});
afterAll(() => {
  endVirtualTime();
  console.info(`${faultsSurvived} faults of the network survived, in virtual time.`);
});

/** A reader over a network that is faulty where `isFaulty` says so of a read, numbered from 0. */
function readerOver(fault: NetworkFault): {
  readonly reader: DatasetReader;
  readonly network: { reads: string[]; isFaulty: (read: number) => boolean };
} {
  const network: ReturnType<typeof readerOver>['network'] = { reads: [], isFaulty: () => false };
  const paths = [...files.keys()];
  const store = createFetchedStore({
    baseUrl: 'https://files.example.org/',
    timeoutInMilliseconds: 4000,
    fetch: async (url, { signal }) => {
      const path = url.replace('https://files.example.org/', '');
      const read = network.reads.push(path) - 1;
      const bytes = files.get(path);
      const others = files.get(paths[(paths.indexOf(path) + 1) % paths.length] ?? '');
      if (!bytes || !others || !signal) throw new Error(`${path} is asked for in a way it never is`);
      return network.isFaulty(read) ? fault({ bytes, others, signal }) : new Response(bytes);
    },
  });
  return { reader: new DatasetReader(store, { manifestMaxAgeInMilliseconds: 5000 }), network };
}

interface Timed {
  readonly received: Received | 'broken off';
  /** Until the answer began. */
  readonly milliseconds: number;
}

async function timed(reader: DatasetReader, path: string): Promise<Timed> {
  const began = performance.now();
  let milliseconds = Number.NaN;
  const received = await untilOver(
    sendTo(reader, path, () => {
      milliseconds = performance.now() - began;
    }),
  );
  return { received, milliseconds };
}

describe.each(Object.entries(networkFaults))('when a file that is fetched %s', (_, fault) => {
  it.each(requests)('the answer to $path is right or a 503 in time, and the next one is right', async (request) => {
    const { path, isStreamed } = request;
    const healthy = readerOver(fault);
    const { received: right } = await timed(healthy.reader, path);
    for (const faulty of sampleOf([...healthy.network.reads.keys()], random)) {
      for (const isLasting of [false, true]) {
        const { reader, network } = readerOver(fault);
        network.isFaulty = (read) => (isLasting ? read >= faulty : read === faulty);
        const { received, milliseconds } = await timed(reader, path);
        const place = { faulty, isLasting, received, milliseconds };
        expect(milliseconds, JSON.stringify(place)).toBeLessThan(longestInMilliseconds);
        if (!isLasting) expect(place).toEqual({ ...place, received: right });
        else if (received === 'broken off') expect({ ...place, isStreamed }).toEqual({ ...place, isStreamed: true });
        else if (received.status === 503) expect({ place, is: isConforming503(received) }).toEqual({ place, is: true });
        else expect(place).toEqual({ ...place, received: right });
        network.isFaulty = () => false;
        const next = await timed(reader, path);
        expect({ place, next: next.received }).toEqual({ place, next: right });
        expect(next.milliseconds).toBeLessThan(longestAfterwardsInMilliseconds);
        faultsSurvived++;
      }
    }
  });
});
