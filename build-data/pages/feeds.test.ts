import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { Ajv } from '@redocly/ajv';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';

import { rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import { otherRules } from '../../core/datasets/testing/default-rules.ts';
import { sampleRawData } from '../sample/sample-inputs.ts';
import { MemoryTree } from '../write/testing/memory-tree.ts';
import { writeFeeds } from './feeds.ts';
import { facts, hostileFacts, hostileText } from './testing/facts.ts';
import { tableOf } from '../write/testing/stored-dataset.ts';
import { publication } from '../site/testing/default-site.ts';

const grammar = fileURLToPath(new URL('./testing/atom.rng', import.meta.url));
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
if (!hasXmllint) console.warn('XMLLINT ABSENT: feeds are not checked against the grammar of Atom');

const site = hostileFacts();
const tree = new MemoryTree();
beforeAll(() => writeFeeds(site, tree));

const readText = (path: string, from = tree): string => Buffer.from(from.files.get(path) ?? []).toString('utf8');

/** The errors that xmllint reports for a document; empty for a valid one. */
function findFaults(xml: string): string {
  const { status, stderr } = spawnSync('xmllint', ['--noout', '--relaxng', grammar, '-'], {
    input: xml,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stderr;
}

const toIsoTime = (time: string | Date | null | undefined): string | undefined =>
  time ? new Date(time).toISOString() : undefined;
/** Readers trim texts, and characters that XML forbids have become U+FFFD. */
const normaliseText = (text: string | undefined): string | undefined =>
  // eslint-disable-next-line no-control-regex -- XML forbids these characters
  text?.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd').trim();

describe('the feeds of all records', () => {
  it.skipIf(!hasXmllint)('are valid by the grammar of Atom and GeoRSS, including hostile texts', () => {
    expect(findFaults(readText('feeds/records.atom'))).toBe('');
    expect(findFaults(readText('feeds/records.atom').replace(/<updated>.*?<\/updated>/, ''))).toContain('updated');
  });

  it.skipIf(!hasXmllint)('are valid with a licence, a publisher and an attribution, whatever their texts', async () => {
    const published = new MemoryTree();
    const publisher = { name: hostileText, url: 'https://example.org/?a=1&b=2' };
    const rights = { licenceUrl: 'https://example.org/licence?a=1&b=2', publisher, attribution: hostileText };
    await writeFeeds({ ...site, publication: { ...publication, ...rights } }, published);
    expect(findFaults(readText('feeds/records.atom', published))).toBe('');
  });

  it('conform to a schema of JSON Feed 1.1', () => {
    const schema = createRequire(import.meta.url)('jsonfeed-schema/schema-v1.1.json') as object;
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    validate(JSON.parse(readText('feeds/records.json')));
    expect(validate.errors).toBeNull();
    expect(validate({ version: 'https://jsonfeed.org/version/1.1', title: 'x', items: [{ url: 'x' }] })).toBe(false);
  });

  it('have the same entries in both formats, read by a feed reader', () => {
    const json = parseJsonFeed(JSON.parse(readText('feeds/records.json')));
    expect(json.feed_url).toBe(`${site.siteUrl}feeds/records.json`);
    const expected = (json.items ?? []).map(({ id, title, url, content_text: text, date_published: time }) => ({
      id,
      title: normaliseText(title),
      url,
      text: normaliseText(text),
      instant: toIsoTime(time),
    }));
    const atom = parseAtomFeed(readText('feeds/records.atom')).entries ?? [];
    expect(
      atom.map(({ id, title, links, content, published }) => ({
        id,
        title: normaliseText(title?.value),
        url: links?.find(({ rel }) => rel === 'alternate')?.href,
        text: normaliseText(content?.value),
        instant: toIsoTime(published),
      })),
    ).toEqual(expected);
  });

  it('have the points and times of the records, each with a permanent identifier, newest first', () => {
    const [, records] = site.tables;
    if (!records) throw new Error('the site has two tables');
    const recordsByUrl = new Map(
      Array.from({ length: records.size }, (_, index) => {
        const { SightingDateTime: time, ReportDateTime: reported } = JSON.parse(records.text(index)) as {
          readonly SightingDateTime: string;
          readonly ReportDateTime: string | null;
        };
        const point = { lat: records.latitude(index, 0), lng: records.longitude(index, 0) };
        return [`${site.siteUrl}webapi/v1/RawData/${records.identifier(index)}`, { time, reported, point }];
      }),
    );
    const feed = parseAtomFeed(readText('feeds/records.atom'));
    const read = feed.entries ?? [];
    expect(read.length).toBeGreaterThanOrEqual(50);
    for (const { id = '', published = '', updated, georss } of read) {
      const { time = '', reported, point } = recordsByUrl.get(id) ?? {};
      expect([id, published.slice(0, 19), georss?.point]).toEqual([id, time, point]);
      const later = reported !== null && reported !== undefined && reported > time ? reported : time;
      expect([id, updated]).toEqual([id, later + published.slice(19)]);
    }
    const instants = [feed.updated, ...read.map(({ updated }) => updated)].map((time) => Date.parse(time ?? ''));
    expect(instants).toEqual(instants.toSorted((a, b) => b - a));
    expect(instants[0]).toBe(instants[1]);
  });

  it('have the local time of the site with the offset in effect then', async () => {
    const [record] = sampleRawData({ seed: 5, rawDataRecords: 1 });
    const records = ['2020-01-01T05:00:00', '2020-01-02T05:00:00'].map((SightingDateTime, index) => ({
      ...(record as RawDataRecord),
      ...{ RawDataId: index, SightingDateTime, ReportDateTime: '2020-01-03T05:00:00', OwnerValue: 'Anyone' },
    }));
    const elsewhere = new MemoryTree();
    await writeFeeds({ ...facts([tableOf(rawData, records)]), rules: otherRules }, elsewhere);
    const { items } = JSON.parse(readText('feeds/records.json', elsewhere)) as {
      items: { content_text: string; date_published: string; date_modified: string }[];
    };
    const reported = 'reported 2020-01-03, 05:00:00 invented time (-10:00).';
    expect(items.map(({ date_published: time }) => time)).toEqual([
      '2020-01-02T05:00:00-10:00',
      '2020-01-01T05:00:00-01:00',
    ]);
    expect(items[1]?.content_text).toContain(`2020-01-01, 05:00:00 invented time (-01:00); ${reported}`);
    expect(items[0]?.content_text).toContain(`2020-01-02, 05:00:00 invented time (-10:00); ${reported}`);
    expect(items[0]?.date_modified).toBe('2020-01-03T05:00:00-10:00');
  });

  it('truncate texts that are longer than any real ones', async () => {
    const records = [...sampleRawData({ seed: 5, rawDataRecords: 1 })].map((record) => ({
      ...record,
      LocationDetail: `a${'🦈'.repeat(600)}end`,
      LocationValue: 'x'.repeat(1000),
    }));
    const long = new MemoryTree();
    await writeFeeds(facts([tableOf(rawData, records)]), long);
    const { items } = JSON.parse(readText('feeds/records.json', long)) as {
      items: { title: string; content_text: string }[];
    };
    expect(items[0]?.title).toContain('x'.repeat(1000));
    expect(items[0]?.content_text).toContain(`a${'🦈'.repeat(499)}… Historical`);
    expect(items[0]?.content_text).not.toMatch(/\p{Surrogate}/u);
  });
});
