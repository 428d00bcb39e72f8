import { describe, expect, it } from 'vitest';

import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { collections } from '../../core/engine/collections.ts';
import { MemoryTree } from '../write/testing/memory-tree.ts';
import { coastalFeature, rawDataRecord, tableOf } from '../write/testing/stored-dataset.ts';
import { writeFeatureFiles } from './feature-files.ts';

const siteUrl = 'https://data.example.org/sharks/';

interface FeatureFile {
  readonly links: readonly { readonly rel: string; readonly href: string }[];
  readonly numberReturned: number;
  readonly features: readonly { readonly id: number; readonly properties: unknown; readonly geometry: unknown }[];
}

describe('features in plain files', () => {
  it('are all found by following absolute links from the landing page, the end of the list first', async () => {
    const records = Array.from({ length: 2345 }, (_, index) => rawDataRecord(index + 1, index * 60, 115, -32));
    const tables = [
      tableOf(coastalFeatures, [coastalFeature(1, 'Back Beach', [115, -32], [115, -33])]),
      tableOf(rawData, records),
    ];
    const tree = new MemoryTree();
    await writeFeatureFiles(tables, tree, { siteUrl, rules: defaultRules, sample: false });
    const read = (href: string | undefined): unknown => {
      if (href?.startsWith(siteUrl) !== true) throw new Error(`not an absolute link to the site: ${String(href)}`);
      return JSON.parse(new TextDecoder().decode(tree.files.get(href.slice(siteUrl.length))));
    };
    const hrefOf = ({ links }: Pick<FeatureFile, 'links'>, rel: string): string | undefined =>
      links.find((link) => link.rel === rel)?.href;

    const landingPage = read(`${siteUrl}features/index.json`) as FeatureFile;
    const described = read(hrefOf(landingPage, 'data')) as {
      readonly collections: readonly (FeatureFile & { id: string })[];
    };
    expect(described.collections.map(({ id }) => id)).toEqual(collections.map(({ name }) => name));
    for (const collection of described.collections) {
      expect(read(hrefOf(collection, 'self'))).toEqual(collection);
      const table = tables.find(({ dataset }) => collection.id.startsWith(dataset.name));
      const found: unknown[] = [];
      for (let href = hrefOf(collection, 'items'); href !== undefined;) {
        const file = read(href) as FeatureFile;
        expect(file).toMatchObject({ numberReturned: file.features.length });
        found.push(...file.features.map(({ properties }) => properties));
        href = hrefOf(file, 'next');
      }
      expect(found.reverse()).toEqual(Array.from({ length: table?.size ?? 0 }, (_, index) => table?.record(index)));
    }
  });

  it('have the offshore points in a collection of their own', async () => {
    const place = coastalFeature(1, 'Back Beach', [115, -32], [115, -33]);
    const tree = new MemoryTree();
    const tables = [tableOf(coastalFeatures, [place]), tableOf(rawData, [])];
    await writeFeatureFiles(tables, tree, { siteUrl, rules: defaultRules, sample: true });
    const bytes = tree.files.get('features/collections/CoastalFeaturesOffshore/1.geojson');
    const file = JSON.parse(new TextDecoder().decode(bytes)) as FeatureFile;
    expect(file.features.map(({ geometry }) => geometry)).toEqual([{ type: 'Point', coordinates: [115, -33] }]);
  });
});
