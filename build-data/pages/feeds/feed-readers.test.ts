import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Ajv } from '@redocly/ajv';
import FeedParser from 'feedparser';
import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { beforeAll, describe, expect, it } from 'vitest';

import { hasProgram } from '../../exports/testing/outside-programs.ts';
import { MemoryTree } from '../../write/tree-sink.ts';
import { hostileFacts } from '../testing/facts.ts';
import { writeFeeds } from './feeds.ts';

/*
 * Third-party feed readers, each with its own parser, read the feeds, which include hostile texts. All readers must
 * find the same entries in the same order, with the values of the records.
 */

interface ReadEntry {
  readonly id: string | undefined;
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly text: string | undefined;
  readonly instant: string | undefined;
}

const hasGdal = hasProgram('ogr2ogr');
const site = hostileFacts();
const tree = new MemoryTree();
beforeAll(async () => {
  await writeFeeds(site, tree);
});

const readText = (path: string): string => Buffer.from(tree.files.get(path) ?? []).toString('utf8');
const feeds = (): string[] => [...tree.files.keys()].filter((path) => path.endsWith('.atom'));
const readJson = (path: string): unknown => JSON.parse(readText(path.replace(/\.atom$/, '.json')));
const toIsoTime = (time: string | Date | null | undefined): string | undefined =>
  time ? new Date(time).toISOString() : undefined;
/** Readers trim texts, and characters that XML forbids have become U+FFFD. */
const normaliseText = (text: string | undefined): string | undefined =>
  // eslint-disable-next-line no-control-regex -- XML forbids these characters
  text?.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd').trim();

/** Reads Atom with the parser of feedsmith. */
function readAtom(text: string): ReadEntry[] {
  return (parseAtomFeed(text).entries ?? []).map(({ id, title, links, content, published }) => ({
    id,
    title: normaliseText(title?.value),
    url: links?.find(({ rel }) => rel === 'alternate')?.href,
    text: normaliseText(content?.value),
    instant: toIsoTime(published),
  }));
}

/** Reads Atom with feedparser, which uses sax. In strict mode, a fault in the XML is an error. */
async function readAtomWithFeedparser(text: string): Promise<ReadEntry[]> {
  const parser = Readable.from([text]).pipe(new FeedParser({ strict: true, resume_saxerror: false, normalize: true }));
  const entries: ReadEntry[] = [];
  for await (const { guid, link, description, pubdate, ...item } of parser) {
    // The `title` that the parser provides is sanitised for display as HTML.
    const { '#': title } = item['atom:title'] as { readonly '#': string };
    entries.push({
      id: guid,
      title: normaliseText(title),
      url: link,
      text: normaliseText(description),
      instant: toIsoTime(pubdate),
    });
  }
  return entries;
}

function readJsonFeed(feed: unknown): ReadEntry[] {
  return (parseJsonFeed(feed).items ?? []).map(({ id, title, url, content_text: text, date_published: time }) => ({
    id,
    title: normaliseText(title),
    url,
    text: normaliseText(text),
    instant: toIsoTime(time),
  }));
}

describe('the feeds, read by third-party programs,', () => {
  it('have the same entries in Atom and JSON Feed', async () => {
    for (const path of feeds()) {
      const expected = readJsonFeed(readJson(path));
      expect(expected.length).toBeGreaterThan(0);
      expect([path, readAtom(readText(path))]).toEqual([path, expected]);
      expect([path, await readAtomWithFeedparser(readText(path))]).toEqual([path, expected]);
    }
  });

  it('have the points and times of the records', () => {
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
    const read = parseAtomFeed(readText('feeds/records.atom')).entries ?? [];
    expect(read.length).toBeGreaterThanOrEqual(50);
    for (const { id = '', published = '', updated, georss } of read) {
      const { time = '', reported, point } = recordsByUrl.get(id) ?? {};
      expect([id, published.slice(0, 19), georss?.point]).toEqual([id, time, point]);
      const later = reported !== null && reported !== undefined && reported > time ? reported : time;
      expect([id, updated]).toEqual([id, later + published.slice(19)]);
    }
  });

  it.skipIf(!hasGdal)('have a point for each entry, which GDAL reads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'coastwatch-feed-'));
    try {
      const [, records] = site.tables;
      const path = join(folder, 'records.atom');
      writeFileSync(path, readText('feeds/records.atom'));
      const read = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', path, '-lco', 'COORDINATE_PRECISION=15'], {
        encoding: 'utf8',
      });
      const { features } = JSON.parse(read) as {
        features: { geometry: { coordinates: number[] }; properties: { id: string } }[];
      };
      const pointsByUrl = new Map(
        Array.from({ length: records?.size ?? 0 }, (_, index) => [
          `${site.siteUrl}webapi/v1/RawData/${records?.identifier(index)}`,
          [records?.longitude(index, 0), records?.latitude(index, 0)],
        ]),
      );
      expect(features.length).toBeGreaterThanOrEqual(50);
      for (const { geometry, properties } of features) {
        expect([properties.id, geometry.coordinates]).toEqual([properties.id, pointsByUrl.get(properties.id)]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('conform to a schema of JSON Feed 1.1', () => {
    const schema = createRequire(import.meta.url)('jsonfeed-schema/schema-v1.1.json') as object;
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
    for (const path of feeds()) {
      validate(readJson(path));
      expect([path, validate.errors]).toEqual([path, null]);
    }
    expect(validate({ version: 'https://jsonfeed.org/version/1.1', title: 'x', items: [{ url: 'x' }] })).toBe(false);
  });
});
