import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { buildSite } from '../../../build-data/build.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../../build-data/sample/sample-inputs.ts';
import { tableOf } from '../../../build-data/write/testing/stored-dataset.ts';
import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { createDirectoryStore } from '../../../hosts/node/directory-store.ts';
import { fixtureTree, memoryStore } from '../../../tests/contract/fixture/fixture-tree.ts';
import { describeWithRealData } from '../../../tests/support/real-data.ts';
import type { Suggestions } from '../engine.ts';
import { ColumnEngine } from '../column-engine.ts';
import { type Filters, noFilters } from '../../view/view-state.ts';
import { findAreas, mayBeCouncil } from './suggest.ts';

const origin = 'https://data.example.org';

/** What is typed, the first suggestion, and whether Enter chooses it. */
type Case = readonly [typed: string, first: string, isClear: boolean];

/** "Cottesloe Beach [Beach]", "Rottnest Island [area]" or "Filter: White shark". */
function firstOf({ groups }: Suggestions): string | undefined {
  const first = groups[0]?.items[0];
  if (first === undefined) return undefined;
  if (first.kind === 'filter') return `Filter: ${first.label}`;
  if (first.kind === 'area') return `${first.name} [council area]`;
  return `${first.name} [${first.kind === 'town' ? 'area' : first.featureType}]`;
}

function describeSuggestions(
  name: string,
  open: () => Promise<{ reader: DatasetReader; close: () => Promise<void> }>,
  cases: readonly Case[],
): void {
  describe(name, () => {
    let engine: ColumnEngine;
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      const opened = await open();
      close = opened.close;
      engine = new ColumnEngine(() => opened.reader);
      await engine.load(`${origin}/`);
    });
    afterAll(() => close?.());

    it.each(cases)('for %j begin with %s; without a choice: %s', async (typed, first, isClear) => {
      const suggestions = await engine.suggest(typed, 8);
      expect(firstOf(suggestions)).toBe(first);
      expect(suggestions.isClear).toBe(isClear);
    });

    const filtersFor = async (typed: string) =>
      (await engine.suggest(typed, 8)).groups.flatMap((group) => (group.kind === 'filters' ? group.items : []));
    const numberOf = async (change: Partial<Filters>): Promise<number> => {
      const area = { west: -180, south: -90, east: 180, north: 90 };
      const query = { tab: 'records', sort: 'newest', search: null, council: null, area } as const;
      const filters = { ...noFilters, ...change };
      return (await engine.counts({ ...query, filters, rows: { start: 0, end: 0 }, expandedGroups: [] })).found;
    };

    it('include the journey of a tag, and words of remarks once these are loaded', async () => {
      const tags = Array.from({ length: 3000 }, (_, tag) => String(tag));
      const found = (await Promise.all(tags.map(filtersFor))).flat();
      expect(found.length).toBeGreaterThan(0);
      for (const { label, filter, keys, records } of found.slice(0, 5)) {
        expect([label, filter]).toEqual([`Journey of tag ${keys[0] ?? ''}`, 'tag']);
        expect(records).toBe(await numberOf({ tag: keys[0] ?? '' }));
        expect(await filtersFor(`Tag ${keys[0] ?? ''}`)).toHaveLength(1);
      }

      const words = 'paddler';
      expect(await filtersFor(words)).toEqual([]);
      await engine.loadDetails();
      const [remark] = await filtersFor(words);
      expect(remark).toMatchObject({ filter: 'remark', label: `Remarks containing “${words}”`, keys: [words] });
      expect(remark?.records).toBe(await numberOf({ remark: words }));
      expect(await filtersFor('nothing like this')).toEqual([]);
    });
  });
}

describeSuggestions(
  'suggestions from the sample data',
  async () => {
    const options = { seed: 5, rawDataRecords: 4000 };
    const features = tableOf(coastalFeatures, sampleCoastalFeatures(options));
    const { tree } = await fixtureTree([features, tableOf(rawData, sampleRawData(options))]);
    return { reader: new DatasetReader(memoryStore(tree)), close: () => Promise.resolve() };
  },
  [
    ['Cottesloe', 'Cottesloe Beach [Beach]', true],
    ['cott', 'Cottesloe Beach [Beach]', false],
    ['trigg', 'Trigg Beach [Beach]', true],
    ['scarborough', 'Scarborough Beach [Beach]', true],
    ['rottnest island', 'Rottnest Island [area]', true],
    ['rottnest', 'Rottnest Island [area]', true],
    ['near albany', 'Albany [Town]', true],
    ['esperance', 'Esperance [Town]', true],
    ['broome', 'Broome [Town]', true],
    ['cotesloe', 'Cottesloe Beach [Beach]', false],
    ['the basin', 'The Basin [Beach]', true],
    ['white shark', 'Filter: White shark', true],
    ['tiger', 'Filter: Tiger shark', true],
    ['carcharodon carcharias', 'Filter: White shark', true],
    ['detections', 'Filter: Detections by receivers', true],
  ],
);

describeWithRealData('suggestions from', (dataDirectory) => {
  describeSuggestions(
    'the published data',
    async () => {
      const directory = await mkdtemp(join(tmpdir(), 'coastwatch-suggest-'));
      const outputDirectory = join(directory, 'site');
      const [features, records] = ['CoastalFeatures.csv', 'RawData.csv'].map((file) => join(dataDirectory, file));
      const result = await buildSite(
        {
          inputs: { kind: 'files', coastalFeatures: features ?? '', rawData: records ?? '' },
          ...{ rules: defaultRules, outputDirectory, target: 'compute', exports: false, siteUrl: `${origin}/` },
        },
        { now: () => new Date('2026-01-01T00:00:00.000Z') },
      );
      if (result.kind !== 'built') throw new Error('the published data was rejected');
      return {
        reader: new DatasetReader(createDirectoryStore(outputDirectory)),
        close: () => rm(directory, { recursive: true }),
      };
    },
    [
      ['Cottesloe', 'Cottesloe [Suburb]', true],
      ['cottesloe beach', 'Cottesloe Beach [Beach]', true],
      ['cott', 'Cottesloe Beach [Beach]', false],
      ['cottlesloe', 'Cottesloe [Suburb]', false],
      ['trigg', 'Trigg [Suburb]', true],
      ['beach', 'Beachlands [Suburb]', false],
      ['Rottnest Island', 'Rottnest Island [area]', true],
      ['rotto', 'Rottnest Island [area]', true],
      ['the basin', 'The Basin [Cove]', true],
      ['Margaret River', 'Margaret River [Town]', true],
      ['margret river', 'Margaret River [Town]', false],
      ['albany', 'Albany [Town]', true],
      ['near Albany', 'Albany [Town]', true],
      ['esperence', 'Esperance [Town]', false],
      ['karratha', 'Karratha [area]', true],
      ['abrolhos', 'Abrolhos Islands [area]', true],
      ['city beach', 'City Beach [Beach]', true],
      ["mettam's", 'Mettams Pool Beach [Beach]', true],
      ['busselton jetty', 'Busselton Jetty [Jetty]', true],
      ['freo', 'Fremantle [Town]', true],
      ['back beach', 'Back Beach [Beach]', false],
      ['back beach geraldton', 'Back Beach [Beach]', true],
      ['beaches near dunsborough', 'Dunsborough Beach [Beach]', false],
      ['City of Albany', 'City of Albany [council area]', true],
      ['shire of exmouth', 'Shire of Exmouth [council area]', true],
      ['city of', 'City of Busselton [council area]', false],
      ['council', 'City of Busselton [council area]', false],
      ['cottesloe council', 'Town of Cottesloe [council area]', true],
      ['white shark', 'Filter: White shark', true],
      ['bronze whaler', 'Filter: Bronze whaler', true],
      ['sightings', 'Filter: Sightings', true],
    ],
  );
});

const names = new Map([
  ['City of Albany', 115],
  ['Town of Cottesloe', 13],
  ['Town of East Fremantle', 2],
  ['City of Fremantle', 51],
  ['City of South Perth', 9],
  ['City of Perth', 3],
  ['Shire of Augusta-Margaret River', 118],
]);

it.each([
  ['City of Albany', ['City of Albany']],
  ['albany council', ['City of Albany']],
  ['shire margaret', ['Shire of Augusta-Margaret River']],
  ['fremantle council', ['City of Fremantle', 'Town of East Fremantle']],
  ['city of perth', ['City of Perth', 'City of South Perth']],
  ['perth council', ['City of Perth', 'City of South Perth']],
  ['city of south', ['City of South Perth']],
  ['town of fremantle', ['Town of East Fremantle']],
  ['city beach', []],
  ['town of', ['Town of Cottesloe', 'Town of East Fremantle']],
  ['shire', ['Shire of Augusta-Margaret River']],
])('finds the council areas for %j', (typed, expected) => {
  expect(mayBeCouncil(typed)).toBe(true);
  expect(findAreas(typed, names).areas.map(({ name }) => name)).toEqual(expected);
});

it.each(['', '?!', 'of the'])('finds no council area for %j', (typed) => {
  expect(findAreas(typed, names).areas).toEqual([]);
});

it('finds all council areas for the word "council", the largest first', () => {
  expect(findAreas('council', names).areas.map(({ places }) => places)).toEqual([118, 115, 51, 13, 9, 3, 2]);
});
