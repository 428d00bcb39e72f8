import { parse } from 'csv-parse/sync';
import FeedParser from 'feedparser';
import { parseJsonFeed } from 'feedsmith';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';

import { writeFeeds } from '../../build-data/pages/feeds.ts';
import { facts } from '../../build-data/pages/testing/facts.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import { MemoryTree } from '../../build-data/write/testing/memory-tree.ts';
import type { DatasetDescription, DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';

/* Reads the feeds of the published records with third-party readers, and compares them with the published records. */

const { publishedStatic: site = '', publishedInputs: inputs = '' } = inject('soakSites');

type Row = Readonly<Record<string, string>>;

const readRows = async (name: string): Promise<Row[]> =>
  parse(await readFile(join(inputs, name), 'utf8'), { columns: true }) as Row[];

/** An independent implementation of the time rule: a recorded time is in UTC or eight hours ahead of it. */
function instantByRule({ OwnerValue, SightingDateTime = '' }: Row, time = SightingDateTime): number {
  const isTrial = OwnerValue === 'SMART drumline trial';
  const isEarly = new Date(`${SightingDateTime}Z`) < new Date('2019-07-08T00:00:00Z');
  return Date.parse(`${time}Z`) - (isTrial || isEarly ? 0 : 8 * 3_600_000);
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
  const atomPath = join(site, 'feeds/records.atom');
  const jsonPath = join(site, 'feeds/records.json');
  beforeAll(async () => {
    rows = new Map((await readRows('RawData.csv')).map((row) => [Number(row['RawDataId']), row]));
  });

  it('have each entry once, last updated first, with the instants of the rule, identical in both formats', async () => {
    const read = await readAtomEntries(atomPath);
    expect(await readJsonEntries(jsonPath)).toEqual(read);
    expect(new Set(read.map(({ identifier }) => identifier)).size).toBe(read.length);
    const expected = read.map(({ identifier }) => {
      const row = rows.get(identifier) ?? {};
      const published = instantByRule(row);
      const reported = row['ReportDateTime'] ? instantByRule(row, row['ReportDateTime']) : published;
      return { identifier, published, updated: Math.max(published, reported) };
    });
    expect(read).toEqual(expected.toSorted((a, b) => b.updated - a.updated));
    expect(read.length).toBeGreaterThanOrEqual(50);
  });

  it('contain each record that was added late, on the day it was added', async () => {
    // From identifier 54,698 on, records were added as they arrived. A record was added late if more than 50 of the 400
    // records before it have a later time. For each late record, the feed is written from the records up to it, as on
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
      const { items = [] } = parseJsonFeed(
        JSON.parse(Buffer.from(tree.files.get('feeds/records.json') ?? []).toString('utf8')),
      );
      const occurrences = items.filter(({ id = '' }) => parseIdentifier(id) === identifier).length;
      expect([identifier, occurrences]).toEqual([identifier, 1]);
    }
  });
});
