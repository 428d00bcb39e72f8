import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { DuckDBInstance } from '@duckdb/node-api';
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

/*
 * DuckDB and the three npm packages of Frictionless read datapackage.json and its tables from the running host. The
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

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coastwatch-data-package-'));
});
afterAll(() => rm(folder, { recursive: true }));

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

  it('describes tables that DuckDB reads with the types and nulls of their schemas', async () => {
    const { resources } = (await (await fetch(address)).json()) as { resources: readonly DescribedTable[] };
    const connection = await (await DuckDBInstance.create()).connect();
    for (const [index, dataset] of datasets.entries()) {
      const { path, schema } = resources[index] as DescribedTable;
      const local = join(folder, `${dataset.name}.csv`);
      await writeFile(local, Buffer.from(await (await fetch(new URL(path, address))).arrayBuffer()));
      const columns = schema.fields.map(({ name, type }) => `'${name}': '${duckdbTypes[type] ?? `no ${type}`}'`);
      const reader = await connection.runAndReadAll(
        `SELECT * FROM read_csv('${local}', header = true, nullstr = '', columns = {${columns.join(', ')}})`,
      );
      const rows = reader.getRowObjectsJson().map((row) => asPublished(row, schema));
      expectSameRecords(rows, expected(dataset).map(withoutByteOrderMarks), dataset);
      const required = schema.fields.filter(({ constraints }) => constraints?.required === true);
      for (const { name } of required) expect(rows.filter((row) => row[name] === null)).toEqual([]);
      expect(new Set(rows.map((row) => row[[schema.primaryKey].flat()[0] ?? ''])).size).toBe(rows.length);
    }
  });

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

it.skipIf(!hasFrictionless)('the validator reports an invalid data package', async () => {
  const path = join(folder, 'datapackage.json');
  await writeFile(path, JSON.stringify({ name: 'Not A Name', resources: [] }));
  expect((await dataPackage?.validate(path))?.errors).not.toEqual([]);
});

interface DescribedTable {
  readonly path: string;
  readonly schema: TableSchema;
}
interface TableSchema {
  readonly primaryKey: string | readonly string[];
  readonly fields: readonly {
    readonly name: string;
    readonly type: string;
    readonly constraints?: { readonly required?: boolean };
  }[];
}

const duckdbTypes: Readonly<Record<string, string>> = {
  integer: 'BIGINT',
  number: 'DOUBLE',
  string: 'VARCHAR',
  datetime: 'TIMESTAMP',
};

/** Converts a row from DuckDB, which returns 64-bit integers as text, and times with a space instead of the T. */
function asPublished(row: Row, { fields }: TableSchema): Row {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = row[name];
      if (type === 'integer' && typeof value === 'string') return [name, Number(value)];
      if (type === 'datetime' && typeof value === 'string') return [name, value.replace(' ', 'T')];
      return [name, value];
    }),
  );
}

/** Removes a byte order mark at the start of each text, as DuckDB does. */
function withoutByteOrderMarks(record: DatasetRecord): DatasetRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/^\uFEFF/, '') : value,
    ]),
  );
}

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
