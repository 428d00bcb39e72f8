import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { DatasetDescription, DatasetRecord } from '../../../core/datasets/dataset-description.ts';
import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { type IssueCode, type IssueExample, IssueLog } from '../../validate/issues.ts';
import { readDataset, type ReadDatasetOptions } from '../read-dataset.ts';
import { site } from '../../site/testing/default-site.ts';

export interface Outcome {
  readonly records: readonly DatasetRecord[];
  readonly issues: IssueLog;
  readonly codes: readonly IssueCode[];
  /** What the mapping, if any, changed. */
  readonly counts?: Awaited<ReturnType<typeof readDataset>>;
  /** The first issue of a kind. */
  readonly first: (code: IssueCode) => IssueExample | undefined;
}

type Extras = Partial<
  Pick<
    ReadDatasetOptions,
    'onProgress' | 'onRecord' | 'mapping' | 'timeRule' | 'idleTimeoutMilliseconds' | 'allowEmpty'
  >
>;

/** Reads a location to the end. */
export async function readLocation(
  dataset: DatasetDescription,
  location: string,
  extras: Extras = {},
): Promise<Outcome> {
  const issues = new IssueLog();
  const records: DatasetRecord[] = [];
  const onRecord = (record: DatasetRecord): void => void records.push(record);
  const counts = await readDataset({
    ...{ dataset, location, timeRule: defaultRules.times, issues, onRecord, region: site.region.box },
    ...extras,
  });
  return {
    records,
    issues,
    codes: issues.groups.map((group) => group.code),
    counts,
    first: (code) => issues.groups.find((group) => group.code === code)?.examples[0],
  };
}

/** Reads content from a temporary file. */
export async function readContent(
  dataset: DatasetDescription,
  content: string | Uint8Array,
  extras?: Extras,
): Promise<Outcome> {
  const directory = await mkdtemp(join(tmpdir(), 'coastwatch-'));
  try {
    const path = join(directory, 'data');
    await writeFile(path, content);
    return await readLocation(dataset, path, extras);
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Reads from a server that sends exactly these bytes and closes the connection. */
export async function readRawResponse(
  dataset: DatasetDescription,
  response: string | Uint8Array,
  extras: Extras = {},
): Promise<Outcome> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await readLocation(dataset, `http://127.0.0.1:${String(port)}/${dataset.name}`, extras);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
}

/** Reads from a server with this listener. */
export async function readServed(
  dataset: DatasetDescription,
  listener: RequestListener,
  extras: Extras = {},
): Promise<Outcome> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await readLocation(dataset, `http://127.0.0.1:${String(port)}/webapi/v1/${dataset.name}`, extras);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
