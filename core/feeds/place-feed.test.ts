import { beforeAll, describe, expect, it } from 'vitest';

import { facts as factsOf, hostileFacts } from '../../build-data/pages/testing/facts.ts';
import { feedFactsOf, writeFeeds } from '../../build-data/pages/feeds.ts';
import type { SiteFacts } from '../../build-data/pages/page-frame.ts';
import { sampleCoastalFeatures } from '../../build-data/sample/sample-inputs.ts';
import { rawDataRecord, tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import { writeHashed } from '../../build-data/write/tree-sink.ts';
import { memoryStore } from '../../tests/contract/fixture/fixture-tree.ts';
import { writeDatasets, writeManifest } from '../../build-data/write/write-datasets.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../datasets/datasets.ts';
import { secondsToDateTime } from '../datasets/recorded-time.ts';
import { feedFactsDocument } from '../storage/format/layout.ts';
import { DatasetReader } from '../storage/snapshot/dataset-reader.ts';
import { readPlaceFeed } from './place-feed.ts';

/* The contract tests compare feeds with a brute-force search. The tests of the main feeds check the formats. */

/** Writes the data of a site in memory. */
async function writeSite(facts: SiteFacts): Promise<{ readonly tree: MemoryTree; readonly reader: DatasetReader }> {
  const tree = new MemoryTree();
  const written = await writeDatasets(facts.tables, tree);
  const feedFacts = new TextEncoder().encode(JSON.stringify(feedFactsOf(facts)));
  const documents = { [feedFactsDocument]: await writeHashed(feedFacts, 'json', tree) };
  await writeManifest(written, tree, { ...facts, previous: [], documents });
  return { tree, reader: new DatasetReader(memoryStore(tree)) };
}

/** The feeds of all places of a site, by identifier. */
async function readFeeds(facts: SiteFacts): Promise<ReadonlyMap<number, string | undefined>> {
  const snapshot = await (await writeSite(facts)).reader.openSnapshot();
  const feeds = new Map<number, string | undefined>();
  for (const index of facts.tables[0]?.byIdentifier ?? []) {
    const identifier = facts.tables[0]?.identifier(index) ?? 0;
    feeds.set(identifier, await readPlaceFeed(snapshot, identifier, 'atom'));
  }
  return feeds;
}

const site = hostileFacts();
let feeds: ReadonlyMap<number, string | undefined>;
beforeAll(async () => {
  feeds = await readFeeds(site);
});

describe('the feeds of places', () => {
  it.each([
    [3, 'has no time', '2018-05-01, time not recorded.', '2018-05-01T00:00:00+08:00'],
    [4, 'has its time', '2018-05-01, 00:00:00 UTC.', '2018-05-01T00:00:00Z'],
  ])('a record at 00:00:00 next to %i others %s, in every feed', async (others, _, words, timestamp) => {
    const [features] = site.tables;
    if (!features) throw new Error('the site has no places');
    const [longitude, latitude] = [features.longitude(0, 0), features.latitude(0, 0)];
    const midnight = Date.UTC(2018, 4, 1) / 1000;
    const records = Array.from({ length: others + 1 }, (__, index) =>
      rawDataRecord(index + 1, midnight + index * 3601, longitude, latitude, { InteractionValue: 'Sighted' }),
    );
    const facts = { ...site, tables: [features, tableOf(rawData, records)] };
    const written = await writeSite(facts);
    await writeFeeds(facts, written.tree);
    const placeFeed = await readPlaceFeed(await written.reader.openSnapshot(), features.identifier(0), 'json');
    for (const text of [Buffer.from(written.tree.files.get('feeds/records.json') ?? []).toString(), placeFeed ?? '']) {
      const { items } = JSON.parse(text) as {
        items: { id: string; content_text: string; date_published: string }[];
      };
      const item = items.find((each) => each.id.endsWith('/1'));
      expect(item?.content_text).toContain(words);
      expect(item?.date_published).toBe(timestamp);
      expect(items.filter(({ content_text }) => content_text.includes('time not recorded'))).toHaveLength(
        others === 3 ? 1 : 0,
      );
    }
  });

  it('do not change when records are added elsewhere, not even feeds without entries', async () => {
    const [features, records] = site.tables;
    if (!features || !records) throw new Error('the site has two tables');
    const all = Array.from({ length: records.size }, (_, index) => records.record(index));
    const more = rawDataRecord(900_000, Date.UTC(2030, 0, 1) / 1000, 100, -20, { ReportDateTime: null });
    expect(await readFeeds({ ...site, tables: [features, tableOf(rawData, [...all, more])] })).toEqual(feeds);
    expect([...feeds.values()].filter((feed) => feed?.includes('<entry>') === false)).not.toEqual([]);
  });
});

describe('the feed of a place with many records', () => {
  /** More records than are read at a time. */
  const many = 4100;
  const place = [...sampleCoastalFeatures({ seed: 1, rawDataRecords: 1 })][0];
  const start = Date.UTC(2020, 0, 1) / 1000;

  it('has the 50 that became known last and the 50 that were added last', async () => {
    if (!place) throw new Error('the sample has places');
    const [longitude, latitude] = [place.CoastalFeatureInshoreLongitude, place.CoastalFeatureInshoreLatitude];
    const at = (identifier: number, hour: number, east = 0): RawDataRecord =>
      rawDataRecord(identifier, start + hour * 3600, longitude + east, latitude, { ReportDateTime: null });
    const ordinary = Array.from({ length: many }, (_, index) => at(index + 1, index));
    // An old event that was reported late, others that were added late, and newer records too far from the place.
    const reported = { ...at(5000, 3), ReportDateTime: secondsToDateTime(start + (many - 1.5) * 3600) };
    const late = Array.from({ length: 10 }, (_, index) => at(many + 1 + index, index));
    const far = Array.from({ length: 60 }, (_, index) => at(many + 11 + index, many + index, 0.011));
    const tables = [tableOf(coastalFeatures, [place]), tableOf(rawData, [...ordinary, reported, ...late, ...far])];
    const built = await writeSite(factsOf(tables));
    const text = await readPlaceFeed(await built.reader.openSnapshot(), place.CoastalFeatureID, 'json');
    const { items } = JSON.parse(text ?? '') as { readonly items: readonly { readonly id: string }[] };
    const identifiers = items.map(({ id }) => Number(id.split('/').at(-1)));
    const newest = Array.from({ length: 49 }, (_, index) => many - index);
    expect(identifiers.slice(0, 50)).toEqual([newest[0], 5000, ...newest.slice(1)]);
    expect(identifiers.slice(50)).toEqual(Array.from({ length: 10 }, (_, index) => many + 10 - index));
  });
});
