import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import {
  buildHostileSite,
  emptyAsNull,
  expectSameRecords,
  serveSite,
  sitesToServe,
  type ServedSite,
} from './served-site.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/*
 * The npm packages of Frictionless read datapackage.json and its tables from the running host. The
 * packages have outdated dependencies, so they are installed in a separate directory. None of these readers
 * distinguishes an empty text from null, so both are compared as null.
 */

type Row = Readonly<Record<string, unknown>>;

interface DataPackageLibrary {
  validate(address: string): Promise<{ readonly valid: boolean; readonly errors: readonly Error[] }>;
  readonly Package: {
    load(
      address: string,
      options: { readonly strict: true },
    ): Promise<{ readonly valid: boolean; readonly resources: readonly DataPackageResource[] }>;
  };
}
interface DataPackageResource {
  readonly name: string;
  readonly tabular: boolean;
  readonly descriptor: ResourceDescriptor;
  read(options: { readonly keyed: true }): Promise<readonly Row[]>;
}
interface ResourceDescriptor {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
  readonly schema: { readonly primaryKey: string | readonly string[] };
}
interface FrictionlessLibrary {
  readonly Dataset: {
    load(address: string): Promise<{
      readonly resources: readonly {
        readonly descriptor: ResourceDescriptor;
        hash(algorithm: 'sha256'): Promise<string>;
        rows(options: { readonly keyed: true }): Promise<Readable>;
      }[];
    }>;
  };
}

const frictionlessDirectory = new URL('frictionless/', import.meta.url);
const hasFrictionless = existsSync(new URL('node_modules/datapackage', frictionlessDirectory));
if (!hasFrictionless)
  console.warn('tests/soak/frictionless is not installed: its tests are SKIPPED. `npm run test:soak` installs it.');
const require = createRequire(new URL('package.json', frictionlessDirectory));
const dataPackage = hasFrictionless ? (require('datapackage') as DataPackageLibrary) : undefined;
const frictionless = hasFrictionless ? (require('frictionless.js') as FrictionlessLibrary) : undefined;

const folder = temporaryFolder();

const sites = [
  ...sitesToServe(inject('soakSites')).map(({ title, ...site }) => ({ title, open: () => Promise.resolve(site) })),
  {
    title: 'records with hostile texts',
    open: () => buildHostileSite(folder),
  },
];

describe.each(sites)('the data package of $title', ({ open }) => {
  let site: ServedSite;
  let address: string;
  beforeAll(async () => {
    site = await serveSite(await open());
    address = new URL('datapackage.json', site.address).href;
  });
  afterAll(() => site.stop());

  const expected = (dataset: DatasetDescription): DatasetRecord[] => emptyAsNull(site.records.get(dataset) ?? []);
  const resourceName = ({ name }: DatasetDescription): string => name.toLowerCase();

  it.skipIf(!hasFrictionless)(
    'is valid according to its profile, and is read by datapackage with the right types',
    async () => {
      if (!dataPackage) return;
      expect((await dataPackage.validate(address)).errors).toEqual([]);
      const { valid, resources } = await dataPackage.Package.load(address, { strict: true });
      expect(valid).toBe(true);
      expect(resources.map(({ name, tabular }) => [name, tabular])).toEqual(
        datasets.map((dataset) => [resourceName(dataset), true]),
      );
      for (const [index, dataset] of datasets.entries()) {
        const resource = resources[index] as DataPackageResource;
        expect([resource.descriptor.schema.primaryKey].flat()).toEqual([dataset.identifierField]);
        const rows = await resource.read({ keyed: true });
        expectSameRecords(rows.map(timesAsText), expected(dataset), dataset);
      }
    },
  );

  it.skipIf(!hasFrictionless)('is read by frictionless.js, which reads every cell as text', async () => {
    if (!frictionless) return;
    const { resources } = await frictionless.Dataset.load(address);
    expect(resources.map(({ descriptor }) => descriptor.name)).toEqual(datasets.map(resourceName));
    for (const [index, dataset] of datasets.entries()) {
      const resource = resources[index];
      if (!resource) throw new Error(`datapackage.json has no resource for ${dataset.name}`);
      const { hash, bytes, path } = resource.descriptor;
      expect(`sha256:${await resource.hash('sha256')}`).toBe(hash);
      expect((await (await fetch(new URL(path, address))).arrayBuffer()).byteLength).toBe(bytes);
      const texts = expected(dataset).map((record) =>
        Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value ?? '')])),
      );
      expectSameRecords(await collectRows(await resource.rows({ keyed: true })), texts, dataset);
    }
  });
});

/** Converts times back to text: these libraries read a time without a zone as local time of this machine. */
function timesAsText(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (!(value instanceof Date)) return [name, value];
      return [name, new Date(value.getTime() - value.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)];
    }),
  );
}

async function collectRows(stream: Readable): Promise<Row[]> {
  const rows: Row[] = [];
  stream.on('data', (row: Row) => rows.push(row));
  await once(stream, 'end');
  return rows;
}
