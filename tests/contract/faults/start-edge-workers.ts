import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { compatibilityDate } from '../../../build-data/hosting/edge-platforms.ts';
import { buildEdgeWorker, runWorkerd } from '../../support/start-workerd.ts';

/** The header by which a host of files knows which worker asks. */
export const workerHeader = 'x-worker';

/**
 * Runs so many edge workers in one process, over a host of files on loopback. Each has an isolate, and so a memory, of
 * its own. The addresses are in the order of the workers' numbers.
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
