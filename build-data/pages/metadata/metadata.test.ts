import { describe, expect, it } from 'vitest';

import { datasets } from '../../../core/datasets/index.ts';
import type { ExportedFile } from '../../exports/exported-file.ts';
import { facts, hostileFacts } from '../testing/facts.ts';
import { dataPackage } from './data-package.ts';
import { datasetMetadata } from './dataset-metadata.ts';
import { dcatCatalog } from './dcat-catalog.ts';
import { schemaOrgCatalog } from './schema-org.ts';
import { sitemap } from './sitemap.ts';

const site = hostileFacts();
const files = datasets.map(({ name }): ExportedFile => ({
  dataset: name,
  format: 'csv',
  title: `${name}, CSV`,
  mediaType: 'text/csv',
  path: `downloads/${name}.csv`,
  hashedPath: `downloads/${name}.0123456789abcdef.csv`,
  bytes: 99,
  sha256: 'ab'.repeat(32),
}));
const described = datasetMetadata(site, files);
const plain = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;

describe('datapackage.json', () => {
  interface Resource {
    readonly name: string;
    readonly path: string;
    readonly hash: string;
    readonly schema: {
      readonly fields: readonly { readonly name: string; readonly type: string }[];
      readonly primaryKey: string;
    };
  }
  const written = plain(dataPackage(site, described)) as { name: string; resources: Resource[] };

  it('has a name, and a resource for each CSV file with its checksum, as Frictionless demands them', () => {
    expect(written.name).toMatch(/^[-a-z0-9._/]+$/);
    expect(written.resources.map(({ path, hash }) => [path, hash])).toEqual(
      files.map(({ path, sha256 }) => [path, `sha256:${sha256}`]),
    );
    for (const { name, path } of written.resources) {
      expect(name).toMatch(/^[-a-z0-9._/]+$/);
      expect(path).not.toMatch(/^[/.]/);
    }
  });

  it('describes each column of the file in its order, in types that Table Schema knows', () => {
    const known = ['string', 'number', 'integer', 'datetime'];
    for (const [index, { fields, identifierField }] of datasets.entries()) {
      const schema = written.resources[index]?.schema;
      expect(schema?.primaryKey).toBe(identifierField);
      expect(schema?.fields.map(({ name }) => name)).toEqual(fields.map(({ name }) => name));
      for (const { type } of schema?.fields ?? []) expect(known).toContain(type);
    }
  });

  it('names the interface where there are no files', () => {
    const { resources } = plain(dataPackage(site, datasetMetadata(site, []))) as { resources: Resource[] };
    expect(resources.map(({ path }) => path)).toEqual(datasets.map(({ name }) => `${site.siteUrl}webapi/v1/${name}`));
  });
});

describe('catalog.jsonld', () => {
  it('uses no word whose vocabulary it does not name', () => {
    const catalog = plain(dcatCatalog(site, described));
    const prefixes = Object.keys(catalog['@context'] as object);
    const check = (value: unknown): void => {
      if (Array.isArray(value)) value.forEach(check);
      else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) {
          if (!key.startsWith('@')) expect(prefixes).toContain(key.split(':')[0]);
          if (key !== '@context') check(inner);
        }
      }
    };
    check(catalog);
    expect(JSON.stringify(catalog)).toContain(files[0]?.sha256);
  });

  it('tells where and when the records are', () => {
    const [places, records] = described;
    expect(records?.period?.map((time) => time.slice(0, 2))).toEqual([expect.stringMatching(/19|20|18/), '20']);
    const [west = 0, south = 0, east = 0, north = 0] = places?.box ?? [];
    expect(west < east && south < north).toBe(true);
  });
});

it('schema.org is told what each dataset is called, described by and had from, as search engines demand it', () => {
  const { dataset } = plain(schemaOrgCatalog(site, described)) as { dataset: Record<string, unknown>[] };
  for (const one of dataset) {
    expect(String(one['description']).length).toBeGreaterThan(50);
    expect(String(one['description']).length).toBeLessThan(5000);
    expect(one).toMatchObject({ '@type': 'Dataset', name: expect.stringContaining('sample data') as unknown });
    expect(one['distribution']).toContainEqual(
      expect.objectContaining({ encodingFormat: 'text/csv', sha256: 'ab'.repeat(32) }),
    );
  }
});

it('datasets without records have no place and no time', () => {
  expect(datasetMetadata(facts([]), [])).toEqual([]);
});

it('the sitemap has whole addresses', () => {
  const text = sitemap('https://data.example.org/coast/', ['', 'docs/'], '2026-01-01T00:00:00.000Z');
  expect(text).toContain('<loc>https://data.example.org/coast/docs/</loc>');
});
