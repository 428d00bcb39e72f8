import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

import { coastalFeatures, rawData } from '../../../core/datasets/datasets.ts';
import { sampleRawData } from '../../sample/sample-inputs.ts';
import { MemoryTree } from '../../write/tree-sink.ts';
import { facts, hostileFacts, hostileText, tableOf } from '../testing/facts.ts';
import { writeFeeds } from './feeds.ts';
import { type LocalArea, newestRecordsOf } from './newest-records.ts';

const grammar = fileURLToPath(new URL('./testing/atom.rng', import.meta.url));
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

const site = hostileFacts();
const tree = new MemoryTree();
let areas: readonly LocalArea[];
beforeAll(async () => {
  areas = await writeFeeds(site, tree);
});

const readText = (path: string): string => Buffer.from(tree.files.get(path) ?? []).toString('utf8');
const listPaths = (ending: string): string[] => [...tree.files.keys()].filter((path) => path.endsWith(ending));
const captures = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, found = '']) => found);

/** The errors that xmllint reports for a document; empty for a valid one. */
function findFaults(xml: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--relaxng', grammar, '-'], {
    input: xml,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

if (!hasXmllint) console.warn('XMLLINT ABSENT: feeds are not checked against the grammar of Atom');

describe('the feeds', () => {
  it('exist for all records and for each local area, in two formats', () => {
    expect(areas.length).toBeGreaterThan(10);
    expect(tree.files.size).toBe((areas.length + 1) * 2);
    for (const { slug } of areas) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(new Set(areas.map(({ slug }) => slug)).size).toBe(areas.length);
  });

  it.skipIf(!hasXmllint)('are valid by the grammar of Atom and GeoRSS, including hostile texts', () => {
    for (const path of listPaths('.atom')) expect([path, findFaults(readText(path))]).toEqual([path, '']);
    expect(findFaults(readText('feeds/records.atom').replace(/<updated>.*?<\/updated>/, ''))).toContain('updated');
  });

  it.skipIf(!hasXmllint)('are valid with a licence, a publisher and an attribution, whatever their texts', async () => {
    const published = new MemoryTree();
    const publisher = { name: hostileText, url: 'https://example.org/?a=1&b=2' };
    const publication = { licenceUrl: 'https://example.org/licence?a=1&b=2', publisher, attribution: hostileText };
    await writeFeeds({ ...site, publication }, published);
    expect(findFaults(Buffer.from(published.files.get('feeds/records.atom') ?? []).toString())).toBe('');
  });

  it('have their records in the order of their instants, each with a permanent identifier and its point', () => {
    const [, records] = site.tables;
    if (!records) throw new Error('the site has two tables');
    const chosen =
      newestRecordsOf(records)
        .byGroup(() => ['all'])
        .get('all') ?? [];
    expect(chosen.length).toBeGreaterThanOrEqual(50);
    const feed = readText('feeds/records.atom');
    const entries = feed.split('<entry>').slice(1).join('');
    expect(captures(entries, /<id>([^<]+)<\/id>/g)).toEqual(
      chosen.map((index) => `${site.siteUrl}webapi/v1/RawData/${records.identifier(index)}`),
    );
    expect(captures(entries, /<georss:point>([^<]+)<\/georss:point>/g)).toEqual(
      chosen.map((index) => `${records.latitude(index, 0)} ${records.longitude(index, 0)}`),
    );
    const instants = captures(feed, /<updated>([^<]+)<\/updated>/g).map((time) => Date.parse(time));
    expect(instants).toEqual(instants.toSorted((a, b) => b - a));
    expect(instants[0]).toBe(instants[1]);
  });

  it('are valid by the rules of JSON Feed 1.1, with the same content as Atom', () => {
    for (const path of listPaths('.json')) {
      const feed = JSON.parse(readText(path)) as Record<string, unknown> & { items: Record<string, string>[] };
      expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: site.siteUrl + path });
      expect(typeof feed['title']).toBe('string');
      for (const item of feed.items) {
        expect([typeof item['id'], typeof item['content_text']]).toEqual(['string', 'string']);
        expect(item['date_published']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|\+08:00)$/);
        expect(URL.canParse(item['url'] ?? '')).toBe(true);
      }
      const atom = readText(path.replace('.json', '.atom'));
      expect(feed.items.map(({ id }) => id)).toEqual(
        captures(atom.split('<entry>').slice(1).join(''), /<id>([^<]+)<\/id>/g),
      );
    }
  });

  it('mark sample data as such, and say that records are not warnings', () => {
    for (const path of tree.files.keys()) {
      expect(readText(path)).toContain('(sample data)');
      expect(readText(path)).toContain('Historical records, not live warnings.');
    }
  });

  it('are the same for the same data, whenever it is built', async () => {
    const again = new MemoryTree();
    await writeFeeds({ ...site, builtAt: '2027-01-01T00:00:00.000Z' }, again);
    expect(again.files).toEqual(tree.files);
  });

  it('truncate texts that are longer than any real ones', async () => {
    const [features] = site.tables;
    const records = [...sampleRawData({ seed: 5, rawDataRecords: 1 })].map((record) => ({
      ...record,
      LocationDetail: `a${'🦈'.repeat(600)}end`,
      LocationValue: 'x'.repeat(1000),
    }));
    const long = new MemoryTree();
    await writeFeeds(facts([...(features ? [features] : []), tableOf(rawData, records)]), long);
    const { items } = JSON.parse(Buffer.from(long.files.get('feeds/records.json') ?? []).toString()) as {
      items: { title: string; content_text: string }[];
    };
    expect(items[0]?.title).toContain('x'.repeat(1000));
    expect(items[0]?.content_text).toContain(`a${'🦈'.repeat(499)}… Historical`);
    expect(items[0]?.content_text).not.toMatch(/\p{Surrogate}/u);
  });

  it('are valid and empty without records', async () => {
    const empty = new MemoryTree();
    expect(await writeFeeds(facts([tableOf(coastalFeatures, []), tableOf(rawData, [])]), empty)).toEqual([]);
    const text = Buffer.from(empty.files.get('feeds/records.atom') ?? []).toString();
    expect(text).not.toContain('<entry>');
    if (hasXmllint) expect(findFaults(text)).toBe('');
  });

  it('have, for each area, the newest of the records nearest to its features', () => {
    const [features, records] = site.tables;
    if (!features || !records) throw new Error('the site has two tables');
    const points = Array.from({ length: features.size }, (_, index) => index).flatMap((index) => {
      const { CoastalFeatureLGAName: name } = JSON.parse(features.text(index)) as {
        CoastalFeatureLGAName: string | null;
      };
      return [0, 1].map((position) => ({
        name: name?.trim(),
        longitude: features.longitude(index, position),
        latitude: features.latitude(index, position),
      }));
    });
    for (let index = 0; index < records.size; index++) {
      const [longitude, latitude] = [records.longitude(index, 0), records.latitude(index, 0)];
      const distance = (point: (typeof points)[number]): number =>
        Math.hypot(point.latitude - latitude, (point.longitude - longitude) * Math.cos((latitude * Math.PI) / 180));
      const least = Math.min(...points.map(distance));
      const names = new Set(points.filter((point) => distance(point) - least < 1e-12).map(({ name }) => name));
      const found = areas.filter(({ newest, records: count }) => newest.includes(index) || count > newest.length);
      for (const { name, newest } of areas) if (newest.includes(index)) expect(names).toContain(name);
      for (const name of names) if (least < 0.5) expect(found.map((area) => area.name)).toContain(name);
    }
  });
});
