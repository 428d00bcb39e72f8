import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Readable } from 'node:stream';

import { Ajv } from '@redocly/ajv';
import FeedParser from 'feedparser';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';

import { handleApiRequest } from '../../../core/api/handle-request.ts';
import { coastalFeatures, rawData, type RawDataRecord } from '../../../core/datasets/datasets.ts';
import { readPlaceFeed } from '../../../core/feeds/place-feed.ts';
import { feedFactsDocument } from '../../../core/storage/format/layout.ts';
import { DatasetReader } from '../../../core/storage/snapshot/dataset-reader.ts';
import { StoredDataError } from '../../../core/storage/snapshot/store.ts';
import { sampleCoastalFeatures } from '../../sample/sample-inputs.ts';
import { rawDataRecord } from '../../write/testing/stored-dataset.ts';
import { MemoryTree, writeHashed } from '../../write/tree-sink.ts';
import { writeDatasets, writeManifest } from '../../write/write-datasets.ts';
import type { SiteFacts } from '../page-frame.ts';
import { facts as factsOf, hostileFacts, tableOf } from '../testing/facts.ts';
import { feedFactsOf, writeFeeds, writePlaceFeeds } from './feeds.ts';

const grammar = fileURLToPath(new URL('./testing/atom.rng', import.meta.url));
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
if (!hasXmllint) console.warn('XMLLINT ABSENT: place feeds are not checked against the grammar of Atom');

/** Writes the data of a site in memory, with the feeds of its places as files. */
async function writeSite(facts: SiteFacts): Promise<{ readonly tree: MemoryTree; readonly reader: DatasetReader }> {
  const tree = new MemoryTree();
  const written = await writeDatasets(facts.tables, tree);
  const feedFacts = new TextEncoder().encode(JSON.stringify(feedFactsOf(facts)));
  const documents = { [feedFactsDocument]: await writeHashed(feedFacts, 'json', tree) };
  await writeManifest(written, tree, { ...facts, previous: [], documents });
  const reader = new DatasetReader({
    read: (path) => {
      const bytes = tree.files.get(path);
      return bytes ? Promise.resolve(bytes) : Promise.reject(new StoredDataError(path, 'missing'));
    },
  });
  const [features] = facts.tables;
  if (features) await writePlaceFeeds(features, await reader.openSnapshot(), tree);
  return { tree, reader };
}

const site = hostileFacts();
let tree: MemoryTree;
let reader: DatasetReader;
beforeAll(async () => {
  ({ tree, reader } = await writeSite(site));
});

const readText = (path: string): string => Buffer.from(tree.files.get(path) ?? []).toString('utf8');
const listPaths = (ending: string): string[] =>
  [...tree.files.keys()].filter((path) => path.startsWith('feeds/places/') && path.endsWith(ending));

/** The feeds that differ in another tree. */
const changedPaths = ({ files }: MemoryTree): string[] =>
  listPaths('').filter((path) => !Buffer.from(files.get(path) ?? []).equals(Buffer.from(tree.files.get(path) ?? [])));

async function countEntries(text: string): Promise<number> {
  let count = 0;
  const parser = Readable.from([text]).pipe(new FeedParser({ strict: true, resume_saxerror: false }));
  for await (const item of parser) if (item) count++;
  return count;
}

describe('the feeds of places', () => {
  it('exist for each place, in two formats', () => {
    const places = site.tables[0]?.size ?? 0;
    expect(places).toBeGreaterThan(100);
    expect([listPaths('.atom').length, listPaths('.json').length]).toEqual([places, places]);
  });

  it('are what the handler sends, byte for byte', async () => {
    for (const path of [...listPaths('.atom'), ...listPaths('.json')]) {
      const request = { method: 'GET', url: `https://elsewhere.example/a/${path}`, ifNoneMatch: null };
      const response = await handleApiRequest(request, { reader, basePath: '/a/' });
      const body = response?.body instanceof Uint8Array ? response.body : new Uint8Array();
      expect([path, response?.status]).toEqual([path, 200]);
      expect(Buffer.from(body).equals(Buffer.from(tree.files.get(path) ?? []))).toBe(true);
    }
  });

  it('are read by third-party programs, with the same entries in both formats', async () => {
    let entries = 0;
    const schema = createRequire(import.meta.url)('jsonfeed-schema/schema-v1.1.json') as object;
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    for (const path of listPaths('.atom').filter((each, at) => at % 4 === 0 || readText(each).includes('\ufffd'))) {
      const json: unknown = JSON.parse(readText(path.replace('.atom', '.json')));
      validate(json);
      expect([path, validate.errors]).toEqual([path, null]);
      const atom = parseAtomFeed(readText(path));
      const identifiers = (parseJsonFeed(json).items ?? []).map(({ id }) => id);
      expect([path, (atom.entries ?? []).map(({ id }) => id)]).toEqual([path, identifiers]);
      expect(await countEntries(readText(path))).toBe(identifiers.length);
      const place = /(\d+)\.atom$/.exec(path)?.[1] ?? '';
      expect(atom.links?.map(({ rel, href }) => [rel, href])).toEqual([
        ['self', site.siteUrl + path],
        ['alternate', `${site.siteUrl}?place=${place}`],
      ]);
      entries += identifiers.length;
    }
    expect(entries).toBeGreaterThan(50);
  });

  it.skipIf(!hasXmllint)('are valid by the grammar of Atom, with and without entries', () => {
    const isEmpty = (path: string): boolean => !readText(path).includes('<entry>');
    const paths = listPaths('.atom');
    const some = [...paths.filter(isEmpty).slice(0, 5), ...paths.filter((path) => !isEmpty(path)).slice(0, 20)];
    expect(some).toHaveLength(25);
    for (const path of some) {
      const arguments_ = ['--noout', '--relaxng', grammar, '-'];
      const { status, stderr } = spawnSync('xmllint', arguments_, { input: readText(path), encoding: 'utf8' });
      expect([path, status === 0 ? '' : stderr]).toEqual([path, '']);
    }
  });

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
    const id = features.identifier(0);
    for (const path of ['feeds/records.json', `feeds/places/${id}.json`]) {
      const { items } = JSON.parse(Buffer.from(written.tree.files.get(path) ?? []).toString()) as {
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

  it('are the same for the same data, whenever and wherever it is built', async () => {
    const again = await writeSite({
      ...site,
      builtAt: '2027-01-01T00:00:00.000Z',
      modifiedAt: '2027-01-01T00:00:00.000Z',
    });
    expect(changedPaths(again.tree)).toEqual([]);
  });

  it('without records near the place do not change when records are added elsewhere', async () => {
    const [features, records] = site.tables;
    if (!features || !records) throw new Error('the site has two tables');
    const all = Array.from({ length: records.size }, (_, index) => records.record(index));
    const more = rawDataRecord(900_000, Date.UTC(2030, 0, 1) / 1000, 100, -20, { ReportDateTime: null });
    const grown = await writeSite({ ...site, tables: [features, tableOf(rawData, [...all, more])] });
    expect(changedPaths(grown.tree)).toEqual([]);
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
    // Old events that were added late, and newer records too far from the place.
    const late = Array.from({ length: 10 }, (_, index) => at(many + 1 + index, index));
    const far = Array.from({ length: 60 }, (_, index) => at(many + 11 + index, many + index, 0.011));
    const tables = [tableOf(coastalFeatures, [place]), tableOf(rawData, [...ordinary, ...late, ...far])];
    const built = await writeSite(factsOf(tables));
    const text = await readPlaceFeed(await built.reader.openSnapshot(), place.CoastalFeatureID, 'json');
    const { items } = JSON.parse(text ?? '') as { readonly items: readonly { readonly id: string }[] };
    const identifiers = items.map(({ id }) => Number(id.split('/').at(-1)));
    const newest = Array.from({ length: 50 }, (_, index) => many - index);
    expect(identifiers.slice(0, 50)).toEqual(newest);
    expect(identifiers.slice(50)).toEqual([
      many + 10,
      many + 9,
      many + 8,
      many + 7,
      many + 6,
      many + 5,
      many + 4,
      many + 3,
      many + 2,
      many + 1,
    ]);
  });
});
