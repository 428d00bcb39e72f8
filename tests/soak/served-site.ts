import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, type ProvidedContext } from 'vitest';

import { hostileRecords } from '../../build-data/exports/testing/hostile-records.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { runCommand } from '../support/run-node.ts';
import { startHost } from '../support/start-host.ts';

/* Sites as clients see them: over HTTP from the Node host, with the records from the API for comparison. */

export interface ServedSite {
  readonly address: URL;
  /** Each complete dataset, from the API. */
  readonly records: ReadonlyMap<DatasetDescription, readonly DatasetRecord[]>;
  stop(): unknown;
}

export interface SiteToServe {
  readonly title: string;
  readonly directory: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** The sites to test: one with the sample and, if the published records are available, one with these. */
export function sitesToServe({
  sampleCompute,
  publishedCompute,
}: ProvidedContext['soakSites']): readonly SiteToServe[] {
  const sample = { title: 'the sample', directory: sampleCompute, counts: { CoastalFeatures: 639, RawData: 17_000 } };
  if (publishedCompute === undefined) return [sample];
  const counts = { CoastalFeatures: 1679, RawData: 17_330 };
  return [sample, { title: 'the published records', directory: publishedCompute, counts }];
}

/** Builds a site in a folder from records whose texts break naive readers and writers. */
export async function buildHostileSite(folder: string): Promise<Omit<SiteToServe, 'title'>> {
  const inputs: string[] = [];
  const counts: Record<string, number> = {};
  for (const [index, dataset] of datasets.entries()) {
    const records = hostileRecords(dataset);
    const path = join(folder, `${dataset.name}.json`);
    await writeFile(path, JSON.stringify(records));
    inputs.push(['--coastal-features', '--raw-data'][index] ?? '', path);
    counts[dataset.name] = records.length;
  }
  const directory = join(folder, 'hostile-site');
  await buildSite([...inputs, '--target', 'compute', '--out', directory]);
  return { directory, counts };
}

/** Runs the build command, and returns its output. */
export async function buildSite(commandLine: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand('build-data/build-data.ts', commandLine);
  if (exitCode !== 0) throw new Error(`the site was not built: ${stderr.slice(0, 2000)}`);
  return stdout;
}

export async function serveSite({ directory, counts }: Omit<SiteToServe, 'title'>): Promise<ServedSite> {
  const host = await startHost('node', directory, { siteDirectory: directory, basePath: '/' });
  const records = new Map<DatasetDescription, readonly DatasetRecord[]>();
  for (const dataset of datasets) {
    const response = await fetch(new URL(`webapi/v1/${dataset.name}`, host.address));
    records.set(dataset, (await response.json()) as DatasetRecord[]);
  }
  expect(Object.fromEntries(Array.from(records, ([{ name }, { length }]) => [name, length]))).toEqual(counts);
  return { ...host, records };
}

/** Downloads a file into a folder, under the same name. Returns its path. */
export async function download(site: ServedSite, path: string, folder: string): Promise<string> {
  const response = await fetch(new URL(path, site.address));
  expect([path, response.status]).toEqual([path, 200]);
  const file = join(folder, path.replace(/^.*\//, ''));
  await writeFile(file, Buffer.from(await response.arrayBuffer()));
  return file;
}

/**
 * Fails at the first field that differs, because the test runner would take minutes to format the difference between
 * two lists of 17,000 records.
 */
export function expectSameRecords(
  read: readonly Readonly<Record<string, unknown>>[],
  records: readonly DatasetRecord[],
  { fields, identifierField }: DatasetDescription,
): void {
  expect(read.length).toBe(records.length);
  for (const [index, record] of records.entries()) {
    const row = read[index] ?? {};
    for (const { name } of fields) {
      if (!Object.is(row[name], record[name])) {
        const identifier = record[identifierField];
        expect({ identifier, [name]: row[name] }).toEqual({ identifier, [name]: record[name] });
      }
    }
  }
}

/** Replaces empty texts by null, because most CSV readers cannot distinguish them. */
export function emptyAsNull(records: readonly DatasetRecord[]): DatasetRecord[] {
  return records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value === '' ? null : value])),
  );
}

/** Reads the code samples on the served downloads page, exactly as a user would copy them. */
export async function readCodeSamples({ address }: ServedSite): Promise<string[]> {
  const page = await (await fetch(new URL('docs/downloads/', address))).text();
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return Array.from(page.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs), ([, code = '']) =>
    code.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? ''),
  );
}
