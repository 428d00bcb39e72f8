import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Findings } from '../../build-data/verify/findings.ts';
import { type Fault, type FaultyHost, startFaultyHost } from '../../build-data/verify/testing/faulty-host.ts';
import { type Verification, verifySite } from '../../build-data/verify/verify-site.ts';
import { type RecordTable, RecordTableBuilder } from '../../build-data/write/record-table.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { manifestPath } from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { listen } from '../../hosts/node/listen.ts';
import { createSiteServer } from '../../hosts/node/site-server.ts';
import { fixtureFeatures } from '../contract/fixture/fixture-features.ts';
import { fixtureRecords } from '../contract/fixture/fixture-records.ts';
import { writeSmallSite } from '../support/small-site.ts';

/* A small site on a correct host and on a host with injected faults, for the tests of the verify command. */

export let folder: string;
export let manifest: Manifest;
export let earlierManifest: Buffer;
let node: Server;
export let host: FaultyHost;

/** Starts a correct host with a small site, and a faulty host in front of it. `endHosts` stops both. */
export async function startHosts(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-verify-'));
  const site = join(folder, 'site');
  await writeSmallSite(site, 'compute', fewTables(0));
  earlierManifest = await readFile(join(site, manifestPath));
  manifest = await writeSmallSite(site, 'compute', fewTables(12));
  node = createSiteServer({ directory: site });
  host = await startFaultyHost(await listen(node, { port: 0, host: '127.0.0.1', basePath: '/' }));
}

/** Only the first records of the fixture, because a verification sends about a hundred requests. */
function fewTables(features: number): RecordTable[] {
  const [featureTable, recordTable] = [new RecordTableBuilder(coastalFeatures), new RecordTableBuilder(rawData)];
  for (const feature of fixtureFeatures.slice(0, features)) featureTable.add(feature);
  for (const record of fixtureRecords.slice(0, 25)) recordTable.add(record);
  return [featureTable.finish(), recordTable.finish()];
}

export async function endHosts(): Promise<void> {
  host.close();
  node.close();
  await rm(folder, { recursive: true });
}

export function verify(url: string, maximumFiles = 4, publicOrigin?: string): Promise<Verification> {
  return verifySite({
    url,
    publicOrigin,
    maximumFiles,
    timeoutInMilliseconds: 1500,
    onPart: () => undefined,
    onProgress: () => undefined,
  });
}

/** Verifies the site while its host injects a fault. */
export async function withFault(fault: Fault, maximumFiles?: number): Promise<Verification> {
  host.fault = fault;
  try {
    return await verify(host.siteUrl, maximumFiles);
  } finally {
    host.fault = () => undefined;
  }
}

export const findingsOf = ({ parts }: Verification): Findings => parts.flatMap(({ findings }) => findings);
