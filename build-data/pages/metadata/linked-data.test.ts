import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

import { datasets } from '../../../core/datasets/datasets.ts';
import { exportEndingOf, exportPath, hashedExportPath } from '../../../core/storage/format/layout.ts';
import { exportFormats } from '../../exports/export-formats.ts';
import type { ExportedFile } from '../../exports/exported-file.ts';
import { hostileFacts } from '../testing/facts.ts';
import { datasetMetadata } from './dataset-metadata.ts';
import { dcatCatalog } from './linked-data.ts';

/* The catalogue as a third-party JSON-LD processor understands it. */

interface Term {
  readonly value: string;
  readonly datatype?: { readonly value: string };
}
interface Statement {
  readonly subject: Term;
  readonly predicate: Term;
  readonly object: Term;
}
interface JsonLd {
  /** `safe` rejects what would be lost: terms without a vocabulary, and invalid URLs. */
  toRDF(document: object, options: { readonly safe: true; readonly documentLoader: () => never }): Promise<Statement[]>;
}
const jsonld = createRequire(import.meta.url)('jsonld') as JsonLd;

const site = hostileFacts();
const files = datasets.flatMap(({ name }) =>
  exportFormats.map(({ format, mediaType }): ExportedFile => ({
    ...{ dataset: name, format, title: `${name}, ${format}`, mediaType },
    path: exportPath(name, exportEndingOf[format]),
    hashedPath: hashedExportPath(name, '0123456789abcdef', exportEndingOf[format]),
    bytes: 99,
    sha256: 'ab'.repeat(32),
  })),
);

function parseStatements(catalog: unknown): Promise<Statement[]> {
  const documentLoader = (): never => {
    throw new Error('a reader would have to fetch a context');
  };
  return jsonld.toRDF(JSON.parse(JSON.stringify(catalog)) as object, { safe: true, documentLoader });
}

const dcat = 'http://www.w3.org/ns/dcat#';

describe('catalog.jsonld', () => {
  it('is parsed without the network and without loss, as two datasets with all of their files', async () => {
    const statements = await parseStatements(dcatCatalog(site, datasetMetadata(site, files)));
    const findObjects = (predicate: string): string[] =>
      statements.filter((statement) => statement.predicate.value === predicate).map(({ object }) => object.value);
    const datasetUrls = datasets.map(({ name }) => `${site.siteUrl}webapi/v1/${name}`);
    expect(findObjects(`${dcat}dataset`).sort()).toEqual(datasetUrls.sort());
    expect(findObjects(`${dcat}downloadURL`).sort()).toEqual(files.map(({ path }) => site.siteUrl + path).sort());
    expect(findObjects(`${dcat}distribution`)).toHaveLength(files.length + datasets.length);
    expect(findObjects(`${dcat}endpointDescription`)).toEqual([`${site.siteUrl}webapi/v1/openapi.json`]);
  });

  it('is rejected if it uses a term that no vocabulary defines', async () => {
    const catalog = dcatCatalog(site, datasetMetadata(site, files)) as Record<string, unknown>;
    await expect(parseStatements({ ...catalog, publisher: 'nobody' })).rejects.toThrow();
  });
});
