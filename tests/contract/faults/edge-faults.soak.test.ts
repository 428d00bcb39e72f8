import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fromRoot } from '../../support/repository.ts';
import { buildEdgeWorker, runWorkerd } from '../../support/start-host.ts';
import { sendOverHttp } from '../check-case.ts';
import { fixtureTree } from '../fixture/fixture-tree.ts';
import { faultRequests, isConforming503, type Received } from './fault-requests.ts';
import {
  FaultPlan,
  sampledCases,
  type FaultCase,
  startMisbehavingHost,
  type MisbehavingHost,
} from './misbehaving-host.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The compatibility date of the configurations in `deploy/`. */
const [compatibilityDate = ''] = /\d{4}-\d\d-\d\d/.exec(readFileSync(fromRoot('deploy/workerd.capnp'), 'utf8')) ?? [];

/** The header that identifies the worker that sent a request. */
export const workerHeader = 'x-worker';

/**
 * Runs this number of edge workers in one process, over a file host on loopback. Each worker has its own isolate and
 * therefore its own caches. The addresses are in the order of the workers' numbers.
 */
export async function startEdgeWorkers(
  workers: number,
  filesAddress: URL,
  folder: string,
): Promise<{ readonly addresses: readonly URL[]; stop(): Promise<void> }> {
  await mkdir(folder, { recursive: true });
  await buildEdgeWorker(folder);
  const numbers = [...Array(workers).keys()];
  const text = `using Workerd = import "/workerd/workerd.capnp";
const coastwatch :Workerd.Config = (
  services = [
${numbers
  .map(
    (number) => `    (name = "edge${number}", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "${compatibilityDate}",
      bindings = [(name = "ASSETS", service = "files${number}")])),
    (name = "files${number}", external = (address = "${filesAddress.host}",
      http = (injectRequestHeaders = [(name = "${workerHeader}", value = "${number}")]))),`,
  )
  .join('\n')}
  ],
  sockets = [
${numbers.map((number) => `    (name = "http${number}", address = "127.0.0.1:0", http = (), service = "edge${number}"),`).join('\n')}
  ],
);
`;
  const configuration = join(folder, 'workerd.capnp');
  await writeFile(configuration, text);
  const { ports, stop } = await runWorkerd(configuration, workers, 'ignore');
  return { addresses: ports.map((port) => new URL(`http://127.0.0.1:${port}/`)), stop };
}

/** Each case has its own worker, because workers cache what they have read. */
const workers = 150;
const timeLimitInMilliseconds = 10_000;

const paths = [0, 3, 4, 8, 11, 13].flatMap((index) => faultRequests[index]?.path ?? []);
const streamed = new Set(faultRequests.filter(({ isStreamed }) => isStreamed).map(({ path }) => path));

const folder = temporaryFolder();
let host: MisbehavingHost;
let plan: FaultPlan;
let addresses: readonly URL[];
let stop: () => Promise<void>;
let cases: readonly FaultCase[];
const rightResponses = new Map<string, Received>();

const noFault: Omit<FaultCase, 'path'> = { read: Infinity, fault: 'is missing', isLasting: false };

function withoutConnectionHeaders(headers: Received['headers']): Received['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'connection'));
}

/** Works on at most six items at a time, so that they do not delay each other. */
async function mapConcurrently<Item, Value>(
  items: readonly Item[],
  work: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const waiting = items.entries();
  const values: Value[] = [];
  const workThrough = async (): Promise<void> => {
    for (const [index, item] of waiting) values[index] = await work(item);
  };
  await Promise.all(Array.from({ length: 6 }, workThrough));
  return values;
}

/** All workers receive the same Host header, so that their responses are the same. */
async function send(worker: number, path: string): Promise<{ response: Received | 'aborted'; milliseconds: number }> {
  const began = performance.now();
  const address = addresses[worker];
  if (!address) throw new RangeError(`no worker ${worker}`);
  const headers = { Host: 'data.example.org' };
  const response = await sendOverHttp(address, { method: 'GET', path: `/webapi/v1/${path}`, headers }).then(
    ({ status, headers: all, body }) => ({ status, headers: withoutConnectionHeaders(all), body }),
    () => 'aborted' as const,
  );
  return { response, milliseconds: performance.now() - began };
}

interface Outcome {
  readonly fault: FaultCase;
  readonly response: Received | 'aborted';
  readonly milliseconds: number;
  readonly next: Received | 'aborted';
}

beforeAll(async () => {
  host = await startMisbehavingHost((await fixtureTree()).tree.files);
  plan = new FaultPlan(host, (headers) => String(headers[workerHeader]));
  ({ addresses, stop } = await startEdgeWorkers(workers, host.address, folder));
  // A worker starts when its first request arrives. These requests need no data.
  await mapConcurrently(addresses, (address) => fetch(new URL('webapi/v1/RawData', address), { method: 'OPTIONS' }));
  const reads = new Map<string, number>();
  for (const [worker, path] of paths.entries()) {
    plan.begin(String(worker), { ...noFault, path });
    const { response } = await send(worker, path);
    reads.set(path, plan.end(String(worker)));
    if (response !== 'aborted') rightResponses.set(path, response);
  }
  // The last worker is for the last test.
  cases = sampledCases(reads, workers - paths.length - 1);
});
afterAll(async () => {
  host.close();
  await stop();
});

describe('the edge host in workerd over a misbehaving file host', () => {
  it('sends the right response or a 503 in time, aborts a response that has started, and recovers', async () => {
    const runCase = async (fault: FaultCase): Promise<Outcome> => {
      const worker = cases.indexOf(fault) + paths.length;
      plan.begin(String(worker), fault);
      const outcome = await send(worker, fault.path);
      plan.end(String(worker));
      return { fault, ...outcome, next: (await send(worker, fault.path)).response };
    };
    // Slow cases only wait, so they all run at once. They run after the other cases, whose work would delay them.
    const isSlow = ({ fault }: FaultCase): boolean => /hangs|drips/.test(fault);
    const outcomes = await mapConcurrently(
      cases.filter((fault) => !isSlow(fault)),
      runCase,
    );
    outcomes.push(...(await Promise.all(cases.filter(isSlow).map(runCase))));
    for (const { fault, response, milliseconds, next } of outcomes) {
      const expected = rightResponses.get(fault.path);
      const details = JSON.stringify({ fault, milliseconds, response }).slice(0, 500);
      // An aborted response started in time; the fault came later.
      expect(milliseconds, details).toBeLessThan(timeLimitInMilliseconds * (response === 'aborted' ? 2 : 1));
      if (response === 'aborted') expect(fault.isLasting && streamed.has(fault.path), details).toBe(true);
      else if (fault.isLasting && response.status === 503) expect(isConforming503(response), details).toBe(true);
      else expect(response, details).toEqual(expected);
      expect(next, `after ${details}`).toEqual(expected);
    }
    const count = (status: number | undefined): number =>
      outcomes.filter(({ response }) => (response === 'aborted' ? undefined : response.status) === status).length;
    expect(Math.min(count(200), count(503), count(undefined))).toBeGreaterThan(0);
    console.info(
      `${outcomes.length} faults survived by the edge host: ${count(200)} right responses, ${count(503)} with 503, ` +
        `${count(undefined)} aborted.`,
    );
  }, 60_000);

  it('reports a file of the site as temporarily unavailable when the file host does not respond', async () => {
    plan.begin('0', { path: '', read: 0, fault: 'hangs before it starts', isLasting: true });
    const response = await fetch(new URL('data/manifest.json', addresses[0]));
    expect([response.status, await response.text()]).toEqual([
      503,
      'The file is temporarily unavailable. Try again shortly.\n',
    ]);
    plan.end('0');
    expect((await fetch(new URL('data/manifest.json', addresses[0]))).status).toBe(200);
  });

  it('sends a 503 while connections are refused, and recovers afterwards', async () => {
    host.close();
    const { response } = await send(workers - 1, 'RawData/46307');
    expect(response !== 'aborted' && isConforming503(response), JSON.stringify(response)).toBe(true);
    await host.reopen();
    expect((await send(workers - 1, 'RawData/46307')).response).toEqual(rightResponses.get('RawData/46307'));
  });
});
