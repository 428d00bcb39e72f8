import { parse } from 'csv-parse/sync';
import FeedParser from 'feedparser';
import { parseJsonFeed } from 'feedsmith';
import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';

import { writeFeeds } from '../../build-data/pages/feeds/feeds.ts';
import { facts, tableOf } from '../../build-data/pages/testing/facts.ts';
import { MemoryTree } from '../../build-data/write/tree-sink.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { fromRoot } from '../support/repository.ts';

/* Reads the feeds of the published records with third-party readers, and compares them with the published records. */

const { publishedStatic: site = '', publishedInputs: inputs = '' } = inject('soakSites');

const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;
if (!hasXmllint) console.warn('XMLLINT IS NOT INSTALLED: checking the feeds against the grammar of Atom is SKIPPED');

type Row = Readonly<Record<string, string>>;

const readRows = async (name: string): Promise<Row[]> =>
  parse(await readFile(join(inputs, name), 'utf8'), { columns: true }) as Row[];

/** An independent implementation of the rule for times: a recorded time is in UTC or eight hours ahead of it. */
function instantByRule({ InteractionValue, OwnerValue, SightingDateTime = '' }: Row, time = SightingDateTime): number {
  const isTrial = OwnerValue === 'SMART drumline trial';
  const isDetection = ['Detected', 'detected'].includes(InteractionValue ?? '');
  const isEarly = new Date(`${SightingDateTime}Z`) < new Date('2019-07-08T00:00:00Z');
  return Date.parse(`${time}Z`) - (isTrial || (!isDetection && isEarly) ? 0 : 8 * 3_600_000);
}

interface Entry {
  readonly identifier: number;
  readonly published: number;
  readonly updated: number;
}

const parseIdentifier = (address: string): number => Number(/\/RawData\/(\d+)$/.exec(address)?.[1]);

async function readAtomEntries(path: string): Promise<Entry[]> {
  const parser = createReadStream(path).pipe(new FeedParser({ strict: true, resume_saxerror: false }));
  const entries: Entry[] = [];
  for await (const { guid, pubdate, date } of parser) {
    entries.push({
      identifier: parseIdentifier(guid),
      published: pubdate?.getTime() ?? NaN,
      updated: date?.getTime() ?? NaN,
    });
  }
  return entries;
}

async function readJsonEntries(path: string): Promise<Entry[]> {
  const { items = [] } = parseJsonFeed(JSON.parse(await readFile(path, 'utf8')));
  return items.map(({ id = '', date_published: published = '', date_modified: modified }) => ({
    identifier: parseIdentifier(id),
    published: Date.parse(String(published)),
    updated: Date.parse(String(modified ?? published)),
  }));
}

describe.skipIf(site === '')('the feeds of the published records', () => {
  let rows: ReadonlyMap<number, Row>;
  let paths: string[];
  beforeAll(async () => {
    rows = new Map((await readRows('RawData.csv')).map((row) => [Number(row['RawDataId']), row]));
    const areas = await readdir(join(site, 'feeds/areas'));
    paths = ['records.atom', ...areas.filter((name) => name.endsWith('.atom')).map((name) => `areas/${name}`)].map(
      (name) => join(site, 'feeds', name),
    );
  });

  it('have each entry once, last updated first, with the instants of the rule, identical in both formats', async () => {
    let entries = 0;
    let inUtc = 0;
    for (const path of paths) {
      const read = await readAtomEntries(path);
      expect([path, await readJsonEntries(path.replace(/atom$/, 'json'))]).toEqual([path, read]);
      expect(new Set(read.map(({ identifier }) => identifier)).size).toBe(read.length);
      const expected = read.map(({ identifier }) => {
        const row = rows.get(identifier) ?? {};
        const published = instantByRule(row);
        const reported = row['ReportDateTime'] ? instantByRule(row, row['ReportDateTime']) : published;
        if (published === Date.parse(`${row['SightingDateTime']}Z`)) inUtc++;
        return { identifier, published, updated: Math.max(published, reported) };
      });
      expect([path, read]).toEqual([path, expected.toSorted((a, b) => b.updated - a.updated)]);
      entries += read.length;
    }
    console.info(`${entries} entries of ${paths.length} feeds, ${inUtc} of them in UTC`);
    expect(entries).toBeGreaterThan(1490);
    expect(inUtc).toBeGreaterThanOrEqual(446);
  });

  it('state in words the zone of each time', async () => {
    const items = await Promise.all(
      paths.map(async (path) => parseJsonFeed(JSON.parse(await readFile(path.replace(/atom$/, 'json'), 'utf8'))).items),
    );
    const exmouth = items.flat().find((item) => item?.id?.endsWith('/59730'));
    expect(exmouth?.content_text).toContain('2019-06-14, 03:16:26 UTC');
    expect(exmouth?.date_published).toBe('2019-06-14T03:16:26Z');
    for (const item of items.flat())
      expect(item?.content_text).toMatch(/\d\d:\d\d:\d\d (?:UTC|Western Australian time \(\+08:00\))/);
  });

  it.skipIf(!hasXmllint)('are well-formed and valid according to the grammar of Atom', () => {
    const grammar = fromRoot('build-data/pages/feeds/testing/atom.rng');
    execFileSync('xmllint', ['--noout', '--relaxng', grammar, ...paths], { stdio: 'pipe' });
  });

  it('contain each record that was added late, on the day it was added', async () => {
    // From identifier 54,698 on, records were added as they arrived. A record was added late if more than 50 of the 400
    // records before it have a later time. For each late record, the feeds are written from the records up to it, as on
    // the day when it was added.
    const all = [...rows.values()].map((row) => ({ identifier: Number(row['RawDataId']), row }));
    const live = all.filter(({ identifier }) => identifier >= 54_698).sort((a, b) => a.identifier - b.identifier);
    const late = live.filter(({ identifier, row }, index) => {
      const before = live.slice(Math.max(0, index - 400), index);
      const newer = before.filter((other) => instantByRule(other.row) > instantByRule(row));
      return newer.length > 50 && identifier > 55_500;
    });
    console.info(`${late.length} records were added late`);
    expect(late.length).toBeGreaterThan(5);
    const typed = (dataset: DatasetDescription, row: Row): DatasetRecord =>
      Object.fromEntries(
        dataset.fields.map(({ name, type }) => {
          const value = row[name] ?? '';
          return [name, type === 'number' || type === 'integer' ? Number(value) : value === '' ? null : value];
        }),
      );
    const features = tableOf(
      coastalFeatures,
      (await readRows('CoastalFeatures.csv')).map((row) => typed(coastalFeatures, row)),
    );
    const records = all.map(({ row }) => typed(rawData, row));
    const step = Math.ceil(late.length / 12);
    for (const { identifier } of late.filter((_, index) => index % step === 0)) {
      const table = tableOf(
        rawData,
        records.filter(({ RawDataId }) => Number(RawDataId) <= identifier),
      );
      const tree = new MemoryTree();
      await writeFeeds(facts([features, table]), tree);
      const feedsWithIt = [...tree.files]
        .filter(([path]) => path.endsWith('.json'))
        .filter(([, bytes]) => {
          const { items = [] } = parseJsonFeed(JSON.parse(Buffer.from(bytes).toString('utf8')));
          return items.filter(({ id = '' }) => parseIdentifier(id) === identifier).length === 1;
        })
        .map(([path]) => path);
      expect([identifier, feedsWithIt.includes('feeds/records.json')]).toEqual([identifier, true]);
      expect([identifier, feedsWithIt.length > 1]).toEqual([identifier, true]);
    }
  });
});
